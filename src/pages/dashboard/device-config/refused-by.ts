import type { ConfigError, Twin } from '@contract/config';

const NOTHING: ConfigError[] = [];

/** What the device said against the version that is wanted now. */
export const refusedBy = ({ desired, reported }: Twin): ConfigError[] =>
  reported?.version === desired.version ? reported.errors : NOTHING;
