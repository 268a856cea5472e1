import { type Kysely, sql } from 'kysely';
import { countingId, required, text } from '../columns';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('packet')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('name', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('description', 'text', text)
    // Lower case name, version and description, for searching.
    .addColumn('search', 'text', required)
    .addColumn('filename', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('sha256', 'text', required)
    // Name in the packet store.
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('downloads', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', required)
    .addColumn('createdBy', 'integer', (column) => column.notNull().references('account.id'))
    .addUniqueConstraint('packetNameVersion', ['name', 'version'])
    .execute();
  await db.schema.createIndex('packetBySha256').on('packet').column('sha256').execute();
  // How many devices run a packet.
  await db.schema
    .createIndex('deviceByPacket')
    .on('device')
    .columns(['packetName', 'packetVersion'])
    .where(sql.ref('packetName'), '<>', sql.lit(''))
    .execute();
}
