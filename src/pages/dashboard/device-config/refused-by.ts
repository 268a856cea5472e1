import type { ConfigError, Twin } from '@contract/config';
import { valueAt } from '@contract/config-document';
import type { JsonObject } from '@contract/merge-patch';

const NOTHING: ConfigError[] = [];

/** What the device said against the version that is wanted now, but for the values that have been changed since. @param document as it is being edited */
export function refusedBy({ desired, reported }: Twin, document: JsonObject): ConfigError[] {
  if (reported?.version !== desired.version) return NOTHING;
  const isAsItWas = (path: string) => JSON.stringify(valueAt(document, path)) === JSON.stringify(valueAt(desired.state, path));
  return reported.errors.filter(({ path }) => isAsItWas(path));
}
