import { type RawBuilder, sql } from 'kysely';
import { CallbackType } from '../../contract/callback-event';
import { type RecordFilter, RecordStatus } from '../../contract/webhook';
import type { Database } from '../db/database';

/**
 * A record's status, type and answer in one number. Lists ask for any combination of them, and a million records have only a few
 * dozen facets: a list is merged from the facets that match, each in order in one index.
 */
interface Facet {
  status: RecordStatus;
  type: CallbackType;
  /** 0: no answer. */
  responseStatus: number;
}

const CODES = 1024;
const TYPES = 64;
const STATUS = CODES * TYPES;

export const facetOf = ({ status, type, responseStatus }: Facet): number =>
  (RecordStatus.options.indexOf(status) * TYPES + CallbackType.options.indexOf(type)) * CODES + responseStatus;

const readFacet = (facet: number): Facet => ({
  status: RecordStatus.options[Math.floor(facet / STATUS)] as RecordStatus,
  type: CallbackType.options[Math.floor(facet / CODES) % TYPES] as CallbackType,
  responseStatus: facet % CODES,
});

/** The facet a record has in another status. */
export const movedTo = (status: RecordStatus): RawBuilder<number> =>
  sql<number>`facet % ${sql.lit(STATUS)} + ${sql.lit(RecordStatus.options.indexOf(status) * STATUS)}`;

/** The facets that a project, or one of its devices, has records of, and a filter lets through. */
export async function matchingFacets(db: Database, applicationId: number, filter: RecordFilter): Promise<number[]> {
  const { sn } = filter;
  const own = sql`"applicationId" = ${applicationId} ${sn === undefined ? sql`` : sql`and sn = ${sn}`}`;
  // Jumps from one facet to the next: as many steps as there are facets, however many records.
  const { rows } = await sql<{ facet: number }>`
    with recursive present (facet) as (
      select min(facet) from "callbackRecord" where ${own}
      union all
      select (select min(facet) from "callbackRecord" where ${own} and facet > present.facet) from present where present.facet is not null
    ) select facet from present where facet is not null`.execute(db);
  return rows.map(({ facet }) => facet).filter((facet) => matches(readFacet(facet), filter));
}

function matches({ status, type, responseStatus }: Facet, filter: RecordFilter): boolean {
  return (
    (!filter.status || status === filter.status) &&
    (!filter.type || type === filter.type) &&
    (!filter.responseStatus || isAnswer(responseStatus, filter.responseStatus))
  );
}

function isAnswer(status: number, wanted: string): boolean {
  if (wanted === 'none') return status === 0;
  return wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted);
}
