import type { SubscribedType } from '@contract/callback-event';
import type { Webhook } from '@contract/webhook';
import type { PartTexts } from '@/utils/rebased';
import type { EventTypes } from './EventChoice';

/** Values of the callback form. */
export interface Values {
  url: string;
  events: SubscribedType[];
  headers: { name: string; value: string }[];
}

/** @param settings null before the first save: all events are proposed then */
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

/** The headers, without empty lines. */
export const linesOf = (lines: Lines = []): Lines =>
  lines.filter((line) => line?.name || line?.value).map(({ name = '', value = '' }) => ({ name: name.trim(), value: value.trim() }));

export const asHeaders = (lines: Lines): Record<string, string> => Object.fromEntries(lines.map(({ name, value }) => [name, value]));

/** Texts of the form's parts, which are compared one by one. */
export const textOf: PartTexts<Values> = {
  url: (url = '') => url.trim(),
  events: (events) => [...events].sort().join(),
  headers: (headers) => JSON.stringify(linesOf(headers)),
};
