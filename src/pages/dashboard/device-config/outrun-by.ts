import type { Twin } from '@contract/config';
import { ErrorCode } from '@contract/errors';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';

/**
 * The newer version that caused a change to be refused (version conflict); undefined: there was another reason, or nothing is newer.
 * @param base the version that the change was based on
 */
export async function outrunBy(failure: unknown, base: number, of: { appKey: string; sn: string }): Promise<Twin | undefined> {
  if (!(failure instanceof RequestFailure) || failure.code !== ErrorCode.versionConflict) return undefined;
  const theirs = failure.answer.data as Twin | undefined;
  // The caller shows the newer version, so no error message is needed.
  if (theirs) failure.told = true;
  const newest = theirs ?? (await api.config.read({ params: of }));
  return newest.desired.version === base ? undefined : newest;
}
