/** How much of the devices a new version goes to, step by step. Percent. */
export const SHARES = [1, 10, 50, 100];

/** The step after a share that went well. */
export const nextShare = (percent: number): number => SHARES.find((share) => share > percent) ?? 100;
