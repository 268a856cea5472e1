import { BusinessError } from '../errors';

/** Turns the error of a write without room into `storageFull`; others stay as they are. */
export function orStorageFull(error: unknown): unknown {
  const { code = '', name = '' } = error as { code?: string; name?: string };
  return ['ENOSPC', 'EDQUOT'].includes(code) || name === 'QuotaExceeded' ? new BusinessError('storageFull') : error;
}
