import { withoutUnseen } from '@contract/text';
import Papa from 'papaparse';

/** Columns of an import file, in the order of the template. */
export const COLUMNS = ['sn', 'name', 'remark', 'tags'] as const;
export type Column = (typeof COLUMNS)[number];

export const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_ROWS = 500_000;

export type Encoding = 'UTF-8' | 'UTF-16' | 'GB18030';
export type Delimiter = ',' | '\t' | ';' | '|';

/** Why a file cannot be imported at all. */
export type FileProblem =
  | { is: 'empty' | 'tooLarge' | 'tooManyRows' | 'workbook' | 'notText' | 'wrongDelimiter' }
  | { is: 'noSnColumn'; found: string[] }
  | { is: 'columnTwice'; column: string }
  | { is: 'brokenQuotes'; line: number };

/** A row of the file; `line` counts like a spreadsheet: the header is usually 1. */
export interface Line {
  line: number;
  cells: Record<Column, string>;
  /** Cells beyond the header's, if anything is in them: a delimiter too many, or a missing quote. */
  extra: string[];
}

export interface Csv {
  encoding: Encoding;
  delimiter: Delimiter;
  /** Columns that an import ignores. */
  ignored: string[];
  lines: Line[];
}

/** Parses a file of devices. An unreadable file is refused as a whole, since guessing could import half of it. */
export function readCsv(bytes: Uint8Array<ArrayBuffer>): Csv | FileProblem {
  if (bytes.length > MAX_FILE_BYTES) return { is: 'tooLarge' };
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { is: 'workbook' };
  const decoded = decode(bytes);
  if (!decoded || decoded.text.includes('\0')) return { is: 'notText' };
  const { text, encoding } = decoded;

  const firstLine = text.match(/\S.*/)?.[0];
  if (!firstLine) return { is: 'empty' };
  const delimiter = DELIMITERS.find((candidate) => cellsOf(firstLine, candidate).some((cell) => columnOf(cell) === 'sn'));
  if (!delimiter) return firstLine.includes('，') ? { is: 'wrongDelimiter' } : { is: 'noSnColumn', found: cellsOf(firstLine, ',') };

  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return { is: 'brokenQuotes', line: (broken.row ?? 0) + 1 };
  const headerAt = data.findIndex((cells) => !isBlank(cells));
  const header = data[headerAt] ?? [];
  // A spreadsheet that saves a row with more cells pads the header: blank ones at its end name nothing.
  const columns = header.slice(0, header.findLastIndex((cell) => cell.trim() !== '') + 1).map(columnOf);
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at);
  if (twice) return { is: 'columnTwice', column: twice };

  const lines: Line[] = [];
  for (let at = headerAt + 1; at < data.length; at += 1) {
    const cells = data[at] as string[];
    if (!isBlank(cells)) lines.push(lineOf(at + 1, cells, columns));
  }
  if (lines.length === 0) return { is: 'empty' };
  if (lines.length > MAX_ROWS) return { is: 'tooManyRows' };
  const ignored = header.filter((cell, at) => cell.trim() && !columns[at] && !OWN_COLUMNS.has(plain(cell)));
  return { encoding, delimiter, ignored, lines };
}

/** CSV for spreadsheets: UTF-8 with BOM, CRLF. */
export const writeCsv = (rows: string[][]): string => `\uFEFF${Papa.unparse(rows, { newline: '\r\n' })}\r\n`;

/** Prefixes texts that a spreadsheet would execute as formulas with an apostrophe. */
export const neutralised = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Removes that apostrophe, so that our own exports can be imported. */
export const restored = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

export const tagsOf = (cell: string): string[] =>
  cell
    .split(/[,;，；]/)
    .map(withoutUnseen)
    .filter(Boolean);

const DELIMITERS: Delimiter[] = [',', '\t', ';', '|'];

const NAMES: Record<Column, string[]> = {
  sn: ['sn', '序列号', '序列号sn', '设备序列号', '设备sn', 'serial', 'serialnumber'],
  name: ['name', '名称', '设备名称', 'devicename'],
  remark: ['remark', '备注', 'note', 'description', '描述'],
  tags: ['tags', 'tag', '标签'],
};

// Columns of our own exports and failed-rows files: not worth a warning.
const OWN_COLUMNS = new Set(
  'reason 原因 state 状态 statesince enabled address packetname packetversion lastseenat createdat row 行号'.split(' '),
);

const plain = (cell: string) => cell.toLowerCase().replace(/[\s_()（）-]/g, '');
const columnOf = (cell: string) => COLUMNS.find((column) => NAMES[column].includes(plain(cell)));
const cellsOf = (line: string, delimiter: string) => Papa.parse<string[]>(line, { delimiter }).data[0] ?? [];
const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

function lineOf(line: number, row: string[], columns: (Column | undefined)[]): Line {
  const cells = { sn: '', name: '', remark: '', tags: '' };
  columns.forEach((column, at) => {
    if (column) cells[column] = restored((row[at] ?? '').trim());
  });
  const beyond = row.slice(columns.length);
  return { line, cells, extra: isBlank(beyond) ? [] : beyond.map(restored) };
}

// Excel on Chinese Windows saves CSV as GB18030, which is tried if the file is not valid UTF-8.
function decode(bytes: Uint8Array<ArrayBuffer>): { text: string; encoding: Encoding } | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { text: new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'UTF-16' };
  }
  for (const [label, encoding] of [
    ['utf-8', 'UTF-8'],
    ['gb18030', 'GB18030'],
  ] as const) {
    try {
      return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding };
    } catch {}
  }
  return undefined;
}
