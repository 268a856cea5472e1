const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `4.3 GB`: in the console's units, so that a limit and the file that exceeds it can be compared. */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  return `${Math.round((bytes / 1000 ** step) * 10) / 10} ${UNITS[step]}`;
}
