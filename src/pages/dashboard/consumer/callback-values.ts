import type { SubscribedType } from '@contract/callback-event';
import type { Webhook } from '@contract/webhook';
import type { EventTypes } from './EventChoice';

/** What the form of a callback holds. */
export interface Values {
  url: string;
  events: SubscribedType[];
  headers: { name: string; value: string }[];
}

/** @param settings null before the first save: everything is proposed then */
export function valuesOf(settings: Webhook | null, types: EventTypes): Values {
  if (settings)
    return {
      url: settings.url,
      events: settings.events,
      headers: Object.entries(settings.headers).map(([name, value]) => ({ name, value })),
    };
  return { url: '', events: types.filter((type) => type.default).map(({ type }) => type as SubscribedType), headers: [] };
}

type Lines = Values['headers'];

/** A line left empty is no header. */
export const linesOf = (lines: Lines = []): Lines =>
  lines.filter((line) => line?.name || line?.value).map(({ name = '', value = '' }) => ({ name: name.trim(), value: value.trim() }));

export const asHeaders = (lines: Lines): Record<string, string> => Object.fromEntries(lines.map(({ name, value }) => [name, value]));

const PARTS = ['url', 'events', 'headers'] as const;

/** Each part as a text, to tell one from another. */
const textOf = {
  url: ({ url = '' }: Values) => url.trim(),
  events: ({ events }: Values) => [...events].sort().join(),
  headers: ({ headers }: Values) => JSON.stringify(linesOf(headers)),
};

export const isAlike = (one: Values, other: Values): boolean => PARTS.every((part) => textOf[part](one) === textOf[part](other));

/**
 * Newer settings under what was typed: each part that was not touched is theirs.
 * @param base what was typed into @returns contested: a part was changed here and, otherwise, there
 */
export function rebased(typed: Values, base: Values, newer: Values): { values: Values; contested: boolean } {
  const differs = (part: (typeof PARTS)[number], one: Values, other: Values) => textOf[part](one) !== textOf[part](other);
  const touched = PARTS.filter((part) => differs(part, typed, base));
  const of = (part: (typeof PARTS)[number]) => (touched.includes(part) ? typed : newer);
  const values = { url: of('url').url, events: of('events').events, headers: of('headers').headers };
  return { values, contested: touched.some((part) => differs(part, newer, base) && differs(part, newer, typed)) };
}
