import { type DeviceDraft, DeviceDraft as Draft, MAX_BATCH } from '@contract/device';
import type { Language } from '@contract/errors';
import { fieldText, issueTexts } from '@contract/field-text';
import { importReasons } from '@/locales/import';
import { COLUMNS, type Column, type Csv, type FileProblem, type Line, neutralised, readCsv, tagsOf, writeCsv } from './csv';

/**
 * The state of a row.
 * - `good`, `bad`: before it is sent.
 * - `created`; `refused` by the platform.
 * - `secretLost`: created, but the answer with its secret never arrived.
 */
type Fate = 'good' | 'bad' | 'created' | 'refused' | 'secretLost';

interface Row extends Line {
  fate: Fate;
  draft?: DeviceDraft;
  reason: string;
  secret: string;
}

export type Counts = Record<Fate | 'total', number>;
export type Opened = { problem: FileProblem } | { problem?: undefined; about: Omit<Csv, 'lines'>; counts: Counts };
export type PreviewRow = Pick<Row, 'line' | 'cells' | 'fate' | 'reason'>;

export interface BatchAnswer {
  created: { sn: string; secret: string }[];
  failed: { sn: string; message: string }[];
}

/** The rows of one import file, from reading it to the last answer. It lives in a worker: a page never holds 100,000 rows. */
export class ImportSheet {
  private rows: Row[] = [];
  private batch: Row[] = [];
  private sent = 0;
  private isBegun = false;

  /** Reads and validates the file by the contract's schema, and refuses repeated SNs. Reasons are in `language`. */
  async open(file: Blob, language: Language): Promise<Opened> {
    const csv = readCsv(new Uint8Array(await file.arrayBuffer()));
    if ('is' in csv) return { problem: csv };
    const { lines, ...about } = csv;
    const firstLines = new Map<string, number>();
    this.rows = lines.map((line) => judged(line, firstLines, language));
    this.batch = [];
    this.sent = 0;
    this.isBegun = false;
    return { about, counts: this.counts() };
  }

  counts(): Counts {
    const counts: Counts = { total: this.rows.length, good: 0, bad: 0, created: 0, refused: 0, secretLost: 0 };
    for (const { fate } of this.rows) counts[fate] += 1;
    return counts;
  }

  /** Rows for display. */
  slice({ only, from, limit }: { only: 'all' | 'bad'; from: number; limit: number }): PreviewRow[] {
    const shown = only === 'bad' ? this.rows.filter(({ fate }) => fate === 'bad' || fate === 'refused') : this.rows;
    return shown.slice(from, from + limit).map(({ line, cells, fate, reason }) => ({ line, cells, fate, reason }));
  }

  /** The next batch, [] at the end; the same batch again until it is settled. */
  nextBatch(): DeviceDraft[] {
    this.isBegun = true;
    if (this.batch.length === 0) {
      while (this.sent < this.rows.length && this.batch.length < MAX_BATCH) {
        const row = this.rows[this.sent++] as Row;
        if (row.fate === 'good') this.batch.push(row);
      }
    }
    return this.batch.map(({ draft }) => draft as DeviceDraft);
  }

  settle({ created, failed }: BatchAnswer): Counts {
    const rows = new Map(this.batch.map((row) => [row.cells.sn, row]));
    for (const { sn, secret } of created) Object.assign(rows.get(sn) ?? {}, { fate: 'created', secret });
    for (const { sn, message } of failed) Object.assign(rows.get(sn) ?? {}, { fate: 'refused', reason: message });
    this.batch = [];
    return this.counts();
  }

  /** Marks refused rows as created by an earlier try of this import, whose answer was lost. */
  own(sns: string[]): Counts {
    const rows = new Map(this.rows.filter(({ fate }) => fate === 'refused').map((row) => [row.cells.sn, row]));
    for (const sn of sns) Object.assign(rows.get(sn) ?? {}, { fate: 'secretLost', reason: '' });
    return this.counts();
  }

  /** Returns an unsent batch: its rows are sent later, or never. */
  putBack(): void {
    const [first] = this.batch;
    if (first) this.sent = this.rows.indexOf(first);
    this.batch = [];
  }

  /** SNs of devices whose secret was lost with the answer. */
  withoutSecret(): string[] {
    return this.rows.filter(({ fate }) => fate === 'secretLost').map(({ cells }) => cells.sn);
  }

  /** New secrets for devices whose first one was lost. */
  addSecrets(secrets: { sn: string; secret: string }[]): Counts {
    const rows = new Map(this.rows.filter(({ fate }) => fate === 'secretLost').map((row) => [row.cells.sn, row]));
    for (const { sn, secret } of secrets) Object.assign(rows.get(sn) ?? {}, { fate: 'created', secret });
    return this.counts();
  }

  /** An empty file to fill in. */
  template(): Blob {
    return csvFile([[...COLUMNS]]);
  }

  /** Before sending: faulty rows; afterwards all that were not created. With reasons, for correction and another import. */
  failedFile(language: Language): Blob {
    const unanswered = new Set(this.batch);
    const { notSent, notAnswered, column } = importReasons[language];
    const failed = this.rows.filter(({ fate }) => fate === 'bad' || fate === 'refused' || (fate === 'good' && this.isBegun));
    return csvFile([
      [...COLUMNS, column],
      ...failed.map((row) => [
        ...COLUMNS.map((name) => neutralised(row.cells[name])),
        neutralised(row.reason || (unanswered.has(row) ? notAnswered : notSent)),
        // Beyond the header again: nothing is lost, and unchanged they are refused again.
        ...row.extra.map(neutralised),
      ]),
    ]);
  }

  /** `sn,secret`. Without formula protection, because programs read the file, and secrets are generated by the platform. */
  secretsFile(): Blob {
    const created = this.rows.filter(({ fate }) => fate === 'created');
    return csvFile([['sn', 'secret'], ...created.map(({ cells, secret }) => [cells.sn, secret])]);
  }
}

function judged(line: Line, firstLines: Map<string, number>, language: Language): Row {
  const { cells } = line;
  const { draft, reason } = draftOf(line, firstLines.get(cells.sn), language);
  if (cells.sn && !firstLines.has(cells.sn)) firstLines.set(cells.sn, line.line);
  return { ...line, draft, reason, fate: draft ? 'good' : 'bad', secret: '' };
}

function draftOf({ cells, extra }: Line, sameAs: number | undefined, language: Language): { draft?: DeviceDraft; reason: string } {
  const says = importReasons[language];
  if (!cells.sn) return { reason: says.noSn };
  if (extra.length > 0) return { reason: says.extraCells };
  if (sameAs !== undefined) return { reason: says.snTwice(sameAs) };
  const { data, error } = Draft.safeParse({ ...cells, tags: tagsOf(cells.tags) }, { error: fieldText(language) });
  if (data) return { draft: data, reason: '' };
  const reasons = issueTexts(error, language).map(({ path, message }) => says.about(path.split('.')[0] as Column, message));
  return { reason: [...new Set(reasons)].join(says.between) };
}

const csvFile = (rows: string[][]) => new Blob([writeCsv(rows)], { type: 'text/csv;charset=utf-8' });
