import { ImportSheet } from '@/pages/dashboard/device/import/sheet';

/** Stands in for the worker, which jsdom has not: the same sheet, in the page. */
export function openRemoteSheet() {
  const sheet = new ImportSheet();
  const call = (name: string) => {
    const method = sheet[name as keyof ImportSheet] as (...given: unknown[]) => unknown;
    return async (...given: unknown[]) => method.apply(sheet, given);
  };
  const names = Object.getOwnPropertyNames(ImportSheet.prototype);
  return { ...Object.fromEntries(names.map((name) => [name, call(name)])), close: () => {} };
}
