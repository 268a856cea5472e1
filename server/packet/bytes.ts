const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `4 GB`: 1024-based, as PACKET_MAX is read. */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(bytes || 1) / 10)));
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${UNITS[step]}`;
}
