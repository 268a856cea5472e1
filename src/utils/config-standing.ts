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
 * How far a device has its configuration, finer than the platform's `sync`: for a device that is not online, its state, which has to change
 * first.
 * @param unread the expected answer came and could not be read: the reason, or true
 */
export function standingOf({ sync, desired, reported, listens }: Known, state: DeviceState, unread?: string | boolean): Standing {
  if (desired.version === 0) return 'never';
  const isThis = reported?.version === desired.version;
  if (sync === 'rejected') return reported?.result === 'partial' ? 'partial' : 'rejected';
  if (sync === 'in-sync') return 'inSync';
  // It accepted this version, but reports other values now.
  if (isThis) return 'drifted';
  if (state !== 'online') return state;
  if (listens === false) return 'deaf';
  // A device ignores versions that are not newer than its own, which may come from another project.
  if (!reported || reported.version < desired.version) return unread ? 'unread' : 'waiting';
  return reported.version > MAX_HAD ? 'beyond' : 'ahead';
}

/** The device reports an older version than the one it is to have. */
export const isBehind = ({ desired, reported }: Pick<Known, 'desired' | 'reported'>): boolean =>
  reported !== null && reported.version < desired.version;
