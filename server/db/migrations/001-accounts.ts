import type { Kysely } from 'kysely';
import { belongsTo, countingId, required, text } from '../columns';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('account')
    // Assigned by insertAccount: the first one has to be 1.
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('avatar', 'text', text)
    .addColumn('passwordHash', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .execute();

  await db.schema
    .createTable('session')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('accountId', 'integer', belongsTo('account.id'))
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('userAgent', 'text', text)
    .addColumn('address', 'text', text)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('lastSeenAt', 'bigint', required)
    .addColumn('expiresAt', 'bigint', required)
    .execute();
  await db.schema.createIndex('sessionByAccount').on('session').column('accountId').execute();

  await db.schema
    .createTable('mailCode')
    .addColumn('email', 'text', required)
    .addColumn('purpose', 'text', required)
    .addColumn('codeHash', 'text', required)
    .addColumn('triesLeft', 'integer', required)
    .addColumn('expiresAt', 'bigint', required)
    .addPrimaryKeyConstraint('mailCodePrimary', ['email', 'purpose'])
    .execute();

  // One row per wrong password or sent code, until its window has passed: lockout and mail limits count them across all instances.
  await db.schema
    .createTable('attempt')
    .addColumn('id', 'integer', countingId(db))
    .addColumn('subject', 'text', required)
    .addColumn('at', 'bigint', required)
    .execute();
  await db.schema.createIndex('attemptBySubject').on('attempt').columns(['subject', 'at']).execute();
}
