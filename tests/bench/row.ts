/** One line of the table that `npm run bench` prints. Whoever reads it sees what was measured, what it was held against, and what was wanted. */
export interface Row {
  what: string;
  measured: string | number;
  /** What it is compared with, measured in the same run wherever the machine's mood matters. */
  baseline?: string | number;
  /** measured / baseline. */
  ratio?: number;
  goal?: string;
  note?: string;
}

/** A module `tests/bench/<name>.ts` exports one of these by default. */
export type Bench = () => Promise<Row[]>;

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
export const kb = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
