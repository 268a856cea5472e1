import type { Twin } from '@contract/config';
import { ErrorCode } from '@contract/errors';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';

/**
 * What somebody else has saved meanwhile, where that is why a change was refused; undefined: it was refused for another reason, or there is
 * nothing newer.
 * @param base the version that the change was based on
 */
export async function outrunBy(failure: unknown, base: number, of: { appKey: string; sn: string }): Promise<Twin | undefined> {
  if (!(failure instanceof RequestFailure) || failure.code !== ErrorCode.versionConflict) return undefined;
  const theirs = failure.answer.data as Twin | undefined;
  // Whoever shows theirs says it, too.
  if (theirs) failure.told = true;
  const newest = theirs ?? (await api.config.read({ params: of }));
  return newest.desired.version === base ? undefined : newest;
}
