/** A row of the table that `npm run bench` prints. */
export interface Row {
  what: string;
  measured: string | number;
  /** The value to compare with, measured in the same run if it depends on the machine's load. */
  baseline?: string | number;
  /** `measured` divided by `baseline`. */
  ratio?: number;
  goal?: string;
  note?: string;
}

/** The default export of each `tests/bench/<name>.ts`. */
export type Bench = () => Promise<Row[]>;

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
export const kb = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
