import type { Kysely } from 'kysely';
import { belongsTo, countingId, required, text } from '../columns';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('application')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('appKey', 'text', (column) => column.notNull().unique())
    // Null: removed; the project is no longer visible, and its devices are being deleted.
    .addColumn('ownerId', 'integer', (column) => column.references('account.id').onDelete('cascade'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', text)
    // Lower case name, appKey and description, for searching: SQLite itself folds only ASCII.
    .addColumn('search', 'text', required)
    .addColumn('categoryId', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('updatedAt', 'bigint', required)
    .addUniqueConstraint('applicationName', ['ownerId', 'name'])
    .execute();

  await db.schema
    .createTable('applicationSecret')
    .addColumn('applicationId', 'integer', belongsTo('application.id'))
    .addColumn('secretHash', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    // Null: valid until it is rotated.
    .addColumn('expiresAt', 'bigint')
    .addPrimaryKeyConstraint('applicationSecretPrimary', ['applicationId', 'secretHash'])
    .execute();
}
