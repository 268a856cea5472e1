import { ImportSheet } from '@/pages/dashboard/device/import/sheet';

/** Replaces the web worker, which jsdom lacks: the same sheet runs in the page. */
export function openRemoteSheet() {
  const sheet = new ImportSheet();
  const call = (name: string) => {
    const method = sheet[name as keyof ImportSheet] as (...given: unknown[]) => unknown;
    return async (...given: unknown[]) => method.apply(sheet, given);
  };
  const names = Object.getOwnPropertyNames(ImportSheet.prototype);
  return { ...Object.fromEntries(names.map((name) => [name, call(name)])), close: () => {} };
}
