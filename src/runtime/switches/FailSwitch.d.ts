import type { Fail } from '@contract/mock';
interface FailSwitchProps {
    fail: Fail | undefined;
    onChanged: (fail: Fail | undefined) => void;
}
/** Which calls fail, with what, and how it is told. */
export declare function FailSwitch({ fail, onChanged }: FailSwitchProps): import("react").JSX.Element;
export {};
