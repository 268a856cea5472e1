import type { Device } from '../../contract/device';
import { shownColumns } from './queries';

const COLUMNS = shownColumns.filter((column) => column !== 'id');

/** Byte order mark and header: what a file of devices begins with. Excel takes a CSV without the mark for another encoding. */
export const csvHead = (): string => `\uFEFF${csvLine(COLUMNS)}`;

export function csvOfDevice(device: Device): string {
  return csvLine(COLUMNS.map((column) => (column === 'tags' ? device.tags.join(';') : (device[column] ?? ''))));
}

/** One line (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front, which an import takes off again. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(neutralised(cell))).join(',')}\r\n`;

const neutralised = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
