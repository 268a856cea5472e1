/** Rollout steps, in percent of the devices. */
export const SHARES = [1, 10, 50, 100];

/** The next step after a successful one. */
export const nextShare = (percent: number): number => SHARES.find((share) => share > percent) ?? 100;
