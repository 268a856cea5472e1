import { MAX_HAD, type Reported, type Sync, type Twin } from '@contract/config';
import type { DeviceState } from '@contract/device';

export type Standing =
  | 'never'
  | 'inSync'
  | 'waiting'
  | 'unread'
  | 'deaf'
  | 'ahead'
  | 'beyond'
  | Exclude<DeviceState, 'online'>
  | 'drifted'
  | 'partial'
  | 'rejected';

interface Known {
  sync: Sync;
  desired: Pick<Twin['desired'], 'version'>;
  reported: Pick<Reported, 'version' | 'result'> | null;
  listens?: boolean;
}

/**
 * How a device stands to its configuration, a little finer than the platform's `sync`: of one that is not online, what has to happen first.
 * @param unread why the answer that is waited for could not be read, or that it could not
 */
export function standingOf({ sync, desired, reported, listens }: Known, state: DeviceState, unread?: string | boolean): Standing {
  if (desired.version === 0) return 'never';
  const isThis = reported?.version === desired.version;
  if (sync === 'rejected') return reported?.result === 'partial' ? 'partial' : 'rejected';
  if (sync === 'in-sync') return 'inSync';
  // It took this version, and has something else now.
  if (isThis) return 'drifted';
  if (state !== 'online') return state;
  if (listens === false) return 'deaf';
  // A device leaves what is not newer than what it has: it may come from another project.
  if (!reported || reported.version < desired.version) return unread ? 'unread' : 'waiting';
  return reported.version > MAX_HAD ? 'beyond' : 'ahead';
}

/** The device reports an older version than the one it is to have. */
export const isBehind = ({ desired, reported }: Pick<Known, 'desired' | 'reported'>): boolean =>
  reported !== null && reported.version < desired.version;
