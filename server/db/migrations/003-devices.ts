import { type Kysely, sql } from 'kysely';
import { belongsTo, countingId, required, text } from '../columns';
import { isPostgres } from '../dialect';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('device')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    .addColumn('sn', 'text', required)
    .addColumn('name', 'text', text)
    .addColumn('remark', 'text', text)
    // A JSON array, for showing; deviceTag is what filters ask.
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
    // Lower case sn and name, for searching.
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
  await db.schema.createIndex('deviceById').on('device').columns(['applicationId', 'id']).execute();
  await db.schema.createIndex('deviceByState').on('device').columns(['applicationId', 'state', 'id']).execute();
  await db.schema.createIndex('deviceByLastSeen').on('device').columns(['applicationId', 'lastSeenAt', 'id']).execute();
  await db.schema.createIndex('deviceByStateLastSeen').on('device').columns(['applicationId', 'state', 'lastSeenAt', 'id']).execute();

  await db.schema
    .createTable('deviceTag')
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    .addColumn('tag', 'text', required)
    .addColumn('deviceId', 'integer', belongsTo('device.id'))
    .addPrimaryKeyConstraint('deviceTagPrimary', ['applicationId', 'tag', 'deviceId'])
    .execute();
  await db.schema.createIndex('deviceTagByDevice').on('deviceTag').column('deviceId').execute();

  // How many devices of a project are in a state: counting a million rows for every list would cost more than the list.
  await db.schema
    .createTable('deviceCount')
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    .addColumn('state', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('deviceCountPrimary', ['applicationId', 'state'])
    .execute();

  if (isPostgres(db)) {
    await sql`create extension if not exists pg_trgm`.execute(db);
    await sql`create index "deviceBySearch" on "device" using gin ("search" gin_trgm_ops)`.execute(db);
    return;
  }
  // Substrings of three characters and more, found without reading every device (FTS5, trigram tokenizer).
  await sql`create virtual table "deviceSearch" using fts5 ("search", content = 'device', content_rowid = 'id', tokenize = 'trigram', detail = none)`.execute(
    db,
  );
  await sql`create trigger "deviceSearchInsert" after insert on "device" begin
    insert into "deviceSearch" (rowid, "search") values (new."id", new."search"); end`.execute(db);
  await sql`create trigger "deviceSearchDelete" after delete on "device" begin
    insert into "deviceSearch" ("deviceSearch", rowid, "search") values ('delete', old."id", old."search"); end`.execute(db);
  await sql`create trigger "deviceSearchUpdate" after update of "search" on "device" when old."search" <> new."search" begin
    insert into "deviceSearch" ("deviceSearch", rowid, "search") values ('delete', old."id", old."search");
    insert into "deviceSearch" (rowid, "search") values (new."id", new."search"); end`.execute(db);
}
