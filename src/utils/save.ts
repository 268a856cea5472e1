import { MINUTE_MS } from '@contract/duration';

/** Saves a file as a download of the browser. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
