import { type Switches } from '@contract/mock';
/** The switches in the address of this page, and how to set them: the address follows, and what happens once is told to the mock. */
export declare function useSwitches(): {
    switches: Switches;
    change: (next: Switches) => Promise<void>;
};
/** `?mock=` keeps its commas and colons: it is to be read, and typed. */
export declare function addressWith(switches: Switches): string;
