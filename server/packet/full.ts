import { BusinessError } from '../errors';

/** A failed write, told as what it is when there was no room. */
export function orStorageFull(error: unknown): unknown {
  const { code = '', name = '' } = error as { code?: string; name?: string };
  return ['ENOSPC', 'EDQUOT'].includes(code) || name === 'QuotaExceeded' ? new BusinessError('storageFull') : error;
}
