import './jitless';
import { ImportSheet } from './sheet';

/** One call of a method of the sheet, and its answer; `id` pairs them. */
export interface SheetCall {
  id: number;
  method: Exclude<keyof ImportSheet, symbol>;
  given: unknown[];
}
export interface SheetAnswer {
  id: number;
  answer: unknown;
}

const sheet = new ImportSheet();

self.onmessage = async ({ data: { id, method, given } }: MessageEvent<SheetCall>) => {
  const call = sheet[method] as (...given: unknown[]) => unknown;
  self.postMessage({ id, answer: await call.apply(sheet, given) } satisfies SheetAnswer);
};
