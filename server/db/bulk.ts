import { CompiledQuery, type Insertable, type Updateable } from 'kysely';
import type { Database } from './database';
import { isPostgres } from './dialect';
import type { Tables } from './tables';

/*
 * Inserts for thousands of rows a second. Composing and preparing a statement for every number of rows costs more than running it. SQLite
 * therefore gets a few fixed sizes, which stay prepared; PostgreSQL, where each is a round trip, as many rows as parameters allow.
 */
const PORTIONS = [128, 32, 8, 1];
const AT_ONCE = 500;
const UPDATED_AT_ONCE = 256;

/** Inserts rows, which must all have the same fields. */
export async function insertMany<Name extends keyof Tables>(db: Database, table: Name, rows: Insertable<Tables[Name]>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof typeof first & string)[];
  const into = `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values `;
  for (const portion of portionsOf(rows, isPostgres(db) ? [AT_ONCE] : PORTIONS)) {
    const values = portion.flatMap((row) => columns.map((name) => row[name]));
    await db.executeQuery(CompiledQuery.raw(into + placeholders(db, portion.length, columns.length), values));
  }
}

/** Updates rows by id, each with values of its own. All must have the same fields, without nulls; their numbers are integers. */
export async function updateMany<Name extends 'callbackRecord' | 'device'>(
  db: Database,
  table: Name,
  rows: ({ id: number } & Updateable<Tables[Name]>)[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof typeof first & string)[];
  const names = columns.map((name) => `"${name}"`).join(', ');
  // PostgreSQL takes parameters of VALUES for text.
  const changed = (name: (typeof columns)[number]) =>
    typeof first[name] === 'number' ? `cast(change."${name}" as bigint)` : `change."${name}"`;
  const set = columns.filter((name) => name !== 'id').map((name) => `"${name}" = ${changed(name)}`);
  for (let from = 0; from < rows.length; from += UPDATED_AT_ONCE) {
    const portion = padded(rows.slice(from, from + UPDATED_AT_ONCE));
    const values = portion.flatMap((row) => columns.map((name) => row[name]));
    const statement = `with change (${names}) as (values ${placeholders(db, portion.length, columns.length)})
      update "${table}" set ${set.join(', ')} from change where "${table}".id = ${changed('id')}`;
    await db.executeQuery(CompiledQuery.raw(statement, values));
  }
}

function* portionsOf<T>(rows: T[], sizes: number[]): Generator<T[]> {
  for (let from = 0; from < rows.length; ) {
    const left = rows.length - from;
    const portion = rows.slice(from, from + (sizes.find((size) => size <= left) ?? left));
    yield portion;
    from += portion.length;
  }
}

const known = new Map<string, string>();

/** Placeholders for this many rows: `(?, ?), (?, ?)`, or `($1, $2), ($3, $4)`. */
export function placeholders(db: Database, rows: number, columns: number): string {
  const isNumbered = isPostgres(db);
  const key = `${isNumbered} ${rows} ${columns}`;
  const text = known.get(key) ?? compose(rows, columns, isNumbered);
  known.set(key, text);
  return text;
}

function compose(rows: number, columns: number, isNumbered: boolean): string {
  let n = 0;
  const row = () => `(${Array.from({ length: columns }, () => (isNumbered ? `$${++n}` : '?')).join(', ')})`;
  return Array.from({ length: rows }, row).join(', ');
}

/** Repeats the last item up to a power of two, for lists where that is harmless (ids): few different statements. */
export function padded<T>(items: T[]): T[] {
  const length = 2 ** Math.ceil(Math.log2(items.length || 1));
  return [...items, ...Array.from({ length: length - items.length }, () => items.at(-1) as T)];
}
