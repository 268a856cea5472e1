import type { InitialState } from './runtime/session';
/** Who may see which route (spec §6). */
export default function access({ currentUser }?: InitialState): {
    canAdmin: boolean;
};
