import { type Kysely, sql } from 'kysely';
import { belongsTo, countingId, required, text } from '../columns';
import { isPostgres } from '../dialect';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('device')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    // Sorted by bytes, whatever the locale of the database.
    .addColumn('sn', isPostgres(db) ? sql`text collate "C"` : 'text', required)
    .addColumn('name', 'text', text)
    .addColumn('remark', 'text', text)
    // A JSON array, for display; filters use deviceTag.
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
    // Lower case sn, name and tags, for searching.
    .addColumn('search', 'text', required)
    .addColumn('secretHash', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('stateSince', 'bigint', required)
    .addColumn('address', 'text', text)
    .addColumn('packetName', 'text', text)
    .addColumn('packetVersion', 'text', text)
    // 0: never.
    .addColumn('lastSeenAt', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', required)
    .addUniqueConstraint('deviceSn', ['applicationId', 'sn'])
    .execute();
  // One index per sort order of the list, with and without a state: a page is read without scanning the rows before it.
  await db.schema.createIndex('deviceById').on('device').columns(['applicationId', 'id']).execute();
  await db.schema.createIndex('deviceByState').on('device').columns(['applicationId', 'state', 'id']).execute();
  await db.schema.createIndex('deviceByLastSeen').on('device').columns(['applicationId', 'lastSeenAt', 'id']).execute();
  await db.schema.createIndex('deviceByStateLastSeen').on('device').columns(['applicationId', 'state', 'lastSeenAt', 'id']).execute();
  await db.schema.createIndex('deviceByStateSn').on('device').columns(['applicationId', 'state', 'sn', 'id']).execute();

  await db.schema
    .createTable('deviceTag')
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    .addColumn('tag', 'text', required)
    .addColumn('deviceId', 'integer', belongsTo('device.id'))
    .addPrimaryKeyConstraint('deviceTagPrimary', ['applicationId', 'tag', 'deviceId'])
    .execute();
  await db.schema.createIndex('deviceTagByDevice').on('deviceTag').column('deviceId').execute();

  // Device counts per project by state and by tag: counting a million rows for every list would cost more than the list.
  await db.schema
    .createTable('deviceCount')
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    .addColumn('state', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('deviceCountPrimary', ['applicationId', 'state'])
    .execute();
  await db.schema
    .createTable('deviceTagCount')
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    .addColumn('tag', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('deviceTagCountPrimary', ['applicationId', 'tag'])
    .execute();
  await db.schema.createIndex('deviceTagCountByCount').on('deviceTagCount').columns(['applicationId', 'count']).execute();

  if (isPostgres(db)) {
    await sql`create extension if not exists pg_trgm`.execute(db);
    await sql`create index "deviceBySearch" on "device" using gin ("search" gin_trgm_ops)`.execute(db);
    return;
  }
  // Finds any part of a text, from one character on, without scanning all devices; `grams()` is defined in grams.ts.
  await sql`create virtual table "deviceSearch" using fts5 ("grams", content = '', contentless_delete = 1, tokenize = 'ascii', detail = none)`.execute(
    db,
  );
  // Small pages and late merges: with the defaults, single writes merge so much that others wait for a second.
  for (const [name, value] of Object.entries({ pgsz: 1000, automerge: 8, crisismerge: 64, deletemerge: 0 })) {
    await sql`insert into "deviceSearch" ("deviceSearch", rank) values (${name}, ${value})`.execute(db);
  }
  const grams = sql`grams(new."applicationId", new."search")`;
  await sql`create trigger "deviceSearchInsert" after insert on "device" begin
    insert into "deviceSearch" (rowid, "grams") values (new."id", ${grams}); end`.execute(db);
  await sql`create trigger "deviceSearchDelete" after delete on "device" begin
    delete from "deviceSearch" where rowid = old."id"; end`.execute(db);
  await sql`create trigger "deviceSearchUpdate" after update of "search" on "device" when old."search" <> new."search" begin
    update "deviceSearch" set "grams" = ${grams} where rowid = new."id"; end`.execute(db);
}
