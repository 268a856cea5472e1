import type { ConfigError, Twin } from '@contract/config';
import { valueAt } from '@contract/config-document';
import type { JsonObject } from '@contract/merge-patch';

const NOTHING: ConfigError[] = [];

/** The device's errors for the wanted version, without those at values that were edited since. @param document as it is being edited */
export function refusedBy({ desired, reported }: Twin, document: JsonObject): ConfigError[] {
  if (reported?.version !== desired.version) return NOTHING;
  const isAsItWas = (path: string) => JSON.stringify(valueAt(document, path)) === JSON.stringify(valueAt(desired.state, path));
  return reported.errors.filter(({ path }) => isAsItWas(path));
}
