import { type Kysely, sql } from 'kysely';
import { countingId, required, text } from '../columns';
import { isPostgres } from '../dialect';

export async function up(db: Kysely<unknown>) {
  const count = (column: Parameters<typeof required>[0]) => column.notNull().defaultTo(0);
  // Thousands per second would exhaust 32 bits.
  const big = isPostgres(db) ? 'bigint' : 'integer';

  await db.schema
    .createTable('webhook')
    .addColumn('applicationId', 'integer', (column) => column.primaryKey().references('application.id').onDelete('cascade'))
    .addColumn('url', 'text', required)
    .addColumn('events', 'text', required)
    // Sealed like the secrets, because they contain tokens.
    .addColumn('headers', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('disabledReason', 'text', text)
    .addColumn('secret', 'text', required)
    .addColumn('secretHint', 'text', required)
    .addColumn('oldSecret', 'text', text)
    .addColumn('oldSecretUntil', 'bigint', count)
    .addColumn('failingSince', 'bigint', count)
    .addColumn('warnedAt', 'bigint', count)
    // 1: there are, or may be, paused records; new ones queue behind them.
    .addColumn('hasPaused', 'integer', count)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('updatedAt', 'bigint', required)
    .execute();

  // No foreign keys here and below: thousands of records are written per second, and they are deleted by age.
  await db.schema
    .createTable('callbackRecord')
    .addColumn('id', big, countingId(db))
    .addColumn('messageId', isPostgres(db) ? sql`text collate "C"` : 'text', (column) => column.notNull().unique())
    .addColumn('applicationId', 'integer', required)
    .addColumn('type', 'text', required)
    .addColumn('sn', isPostgres(db) ? sql`text collate "C"` : 'text', text)
    .addColumn('status', 'text', required)
    // Position in the retry schedule; a resend starts again.
    .addColumn('tries', 'integer', count)
    .addColumn('attempts', 'integer', count)
    // 0: no answer (yet).
    .addColumn('responseStatus', 'integer', count)
    .addColumn('durationMs', 'integer', count)
    .addColumn('error', 'text', text)
    .addColumn('dueAt', 'bigint', count)
    // Status, type and response in one number (facets.ts): one index instead of one per combination.
    .addColumn('facet', 'integer', required)
    .addColumn('test', 'integer', count)
    .addColumn('body', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .execute();
  const record = (name: string) => db.schema.createIndex(name).on('callbackRecord');
  await record('callbackRecordByFacet').columns(['applicationId', 'facet', 'createdAt', 'id']).execute();
  await record('callbackRecordBySn').columns(['applicationId', 'sn', 'facet', 'createdAt', 'id']).execute();
  await record('callbackRecordDue')
    .columns(['applicationId', 'dueAt', 'id', 'sn'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
  await record('callbackRecordPaused').columns(['applicationId', 'id']).where(sql.ref('status'), '=', sql.lit('paused')).execute();
  await record('callbackRecordRetrying')
    .column('applicationId')
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .where(sql.ref('attempts'), '>', sql.lit(0))
    .execute();

  await db.schema
    .createTable('callbackAttempt')
    .addColumn('id', big, countingId(db))
    .addColumn('recordId', big, required)
    .addColumn('at', 'bigint', required)
    .addColumn('durationMs', 'integer', required)
    .addColumn('url', 'text', required)
    .addColumn('signature', 'text', text)
    .addColumn('headerNames', 'text', required)
    .addColumn('responseStatus', 'integer', count)
    .addColumn('responseHeaders', 'text', text)
    .addColumn('responseBody', 'text', text)
    .addColumn('truncated', 'integer', count)
    .addColumn('error', 'text', text)
    .addColumn('errorDetail', 'text', text)
    .execute();
  await db.schema.createIndex('callbackAttemptByRecord').on('callbackAttempt').columns(['recordId', 'id']).execute();

  // Attempts under way, written before they are sent: after a crash they show which were cut off.
  await db.schema
    .createTable('callbackFlight')
    .addColumn('recordId', big, (column) => column.primaryKey())
    .addColumn('applicationId', 'integer', required)
    .addColumn('at', 'bigint', required)
    .execute();
  await db.schema.createIndex('callbackFlightByApplication').on('callbackFlight').column('applicationId').execute();

  // Which instance sends a project's callbacks.
  await db.schema
    .createTable('callbackLease')
    .addColumn('applicationId', 'integer', (column) => column.primaryKey())
    .addColumn('holder', 'text', required)
    .addColumn('until', 'bigint', required)
    .execute();

  await db.schema
    .createTable('callbackStat')
    .addColumn('applicationId', 'integer', required)
    // Milliseconds: a minute or an hour.
    .addColumn('span', 'integer', required)
    .addColumn('start', 'bigint', required)
    .addColumn('outcome', 'text', required)
    // Duration as a bin of a logarithmic scale (stats.ts).
    .addColumn('bin', 'integer', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('callbackStatPrimary', ['applicationId', 'span', 'start', 'outcome', 'bin'])
    .execute();
  await db.schema.createIndex('callbackStatByAge').on('callbackStat').columns(['span', 'start']).execute();
}
