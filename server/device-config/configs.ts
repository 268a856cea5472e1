import { MAX_CONFIG_BYTES, MAX_HAD, type Revision, type Twin, versionAfter } from '../../contract/config';
import { bytesOf, documentIssues, without } from '../../contract/config-document';
import type { DeviceState } from '../../contract/device';
import type { Language } from '../../contract/errors';
import { issueLine } from '../../contract/field-text';
import { type Json, type JsonObject, patchBetween } from '../../contract/merge-patch';
import type { ConfigReport, UpName } from '../../contract/topics';
import type { DeviceIdentity, Happening } from '../broker/entry';
import { PayloadError, tooLarge } from '../broker/payload';
import type { Database } from '../db/database';
import { BusinessError } from '../errors';
import type { Nudge } from '../event/nudge';
import { lastInvalid } from '../event/queries';
import type { Sealer } from '../seal';
import { checkDocument } from './check';
import { type Delivery, openDelivery } from './delivery';
import { fitting } from './fitting';
import {
  lockDevice,
  readConfig,
  readConfigs,
  renumber,
  revisionsOf,
  type Stored,
  saveHas,
  saveReported,
  saveWanted,
  schemaOf,
} from './queries';
import { censored, hiddenPaths, split, twinOf, wholeOf } from './twin';

const REPORTED: UpName = 'config/reported';

/** A device, as its configuration is addressed. */
export interface Target extends DeviceIdentity {
  appKey: string;
  state: DeviceState;
}

interface Change {
  /** The version it is based on; absent: whichever there is. */
  basedOn?: number;
  /** The account's name; null: the developer's own server. */
  by: string | null;
  note?: string;
  /** Of a roll back: the version whose state this is. */
  restored?: number;
  language: Language;
}

/** What is wanted of devices and what they have: the only place that changes either. */
export interface Configs extends Pick<Delivery, 'connected' | 'settle' | 'close'> {
  read(target: Target): Promise<Twin>;
  /** Of devices of one project, in their order; `unread`: one that is waited for has answered since it was sent this, and it could not be read. */
  readEach(applicationId: number, targets: Pick<Target, 'deviceId' | 'state'>[]): Promise<{ twin: Twin; unread: boolean }[]>;
  /** The versions that are kept, the newest first, without secrets. */
  revisions(target: Target): Promise<Revision[]>;
  /**
   * Makes another configuration the wanted one, as the next version, and sends it to the device. One that is the wanted one already stays
   * the version that it is, save in a roll back.
   * @param make the new one, of the one there is, its secrets included
   * @throws BusinessError versionConflict, invalidInput, tooLarge
   */
  change(
    target: Target,
    change: Change,
    make: (whole: JsonObject, secrets: Record<string, Json>) => Json,
  ): Promise<{ twin: Twin; isNew: boolean }>;
  /** How many configurations of a project a schema would refuse. @throws BusinessError schemaTooSlow */
  fitting(applicationId: number, schema: JsonObject, language: Language): ReturnType<typeof fitting>;
  /** A device asks for a newer version than the one it has. */
  asked(device: DeviceIdentity & { appKey: string }, has: number): Promise<void>;
  /** Keeps what a device says of its configuration. @returns what is told of it, without secrets @throws PayloadError */
  reported(device: DeviceIdentity, report: ConfigReport): Promise<Happening>;
}

interface Parts extends Pick<Parameters<typeof openDelivery>[0], 'log' | 'publish'> {
  db: Database;
  nudge: Nudge;
  sealer: Sealer;
  now: () => number;
}

export function openConfigs({ db, nudge, sealer, log, publish, now }: Parts): Configs {
  const delivery = openDelivery({ db, sealer, log, publish });

  async function read({ deviceId, applicationId, state }: Target) {
    const [stored, { schema }] = await Promise.all([readConfig(db, deviceId, sealer), schemaOf(db, applicationId)]);
    return twinOf(stored, schema, state);
  }

  async function readEach(applicationId: number, targets: Pick<Target, 'deviceId' | 'state'>[]) {
    const ids = targets.map(({ deviceId }) => deviceId);
    const [each, { schema }] = await Promise.all([readConfigs(db, ids, sealer), schemaOf(db, applicationId)]);
    const twins = targets.map(({ state }, i) => twinOf(each[i] as Stored, schema, state));
    const waitedFor = ids.filter((_, i) => twins[i]?.sync === 'waiting');
    const unreadAt = await lastInvalid(db, waitedFor, REPORTED);
    return twins.map((twin, i) => ({ twin, unread: (unreadAt.get(ids[i] as number) ?? -1) >= waitedSince(twin) }));
  }

  async function revisions({ deviceId, applicationId }: Target) {
    const [list, { secrets }, { schema }] = await Promise.all([
      revisionsOf(db, deviceId),
      readConfig(db, deviceId, sealer),
      schemaOf(db, applicationId),
    ]);
    const hidden = hiddenPaths(secrets, schema);
    return list.map((revision) => ({ ...revision, state: without(revision.state, hidden) }));
  }

  async function change(target: Target, change: Change, make: Parameters<Configs['change']>[2]) {
    const { basedOn, by, note = '', restored = null, language } = change;
    const { schema, next, isNew } = await db.transaction().execute(async (trx) => {
      if (!(await lockDevice(trx, target.deviceId))) throw new BusinessError('notFound');
      const { schema } = await schemaOf(trx, target.applicationId);
      const before = await readConfig(trx, target.deviceId, sealer);
      if (basedOn !== undefined && basedOn !== before.version)
        throw new BusinessError('versionConflict', { data: twinOf(before, schema, target.state) });

      const whole = make(wholeOf(before.state, before.secrets), before.secrets) as JsonObject;
      checkDocument(schema, whole, language);
      const { state, secrets } = split(whole, hiddenPaths(before.secrets, schema));
      const isSame = isEqual(before.state, state) && isEqual(before.secrets, secrets);
      if (isSame && before.version > 0 && restored === null) return { schema, next: before, isNew: false };
      const wanted = {
        version: versionAfter(before.version, before.reportedVersion),
        state,
        secrets,
        updatedAt: now(),
        updatedBy: by,
        note,
      };
      await saveWanted(trx, target.deviceId, wanted, { changedSecrets: changed(before.secrets, secrets), restored }, sealer);
      return { schema, next: { ...before, ...wanted } satisfies Stored, isNew: true };
    });
    if (isNew) {
      delivery.push(target, next);
      await nudge.tell(db, [`config ${target.deviceId}`]);
    }
    return { twin: twinOf(next, schema, target.state), isNew };
  }

  async function asked(device: Parameters<Configs['asked']>[0], has: number) {
    const { deviceId } = device;
    const stored = await readConfig(db, deviceId, sealer);
    if (has > stored.version && has <= MAX_HAD) await outgrow(deviceId, has);
    const wanted = has > stored.version ? await readConfig(db, deviceId, sealer) : stored;
    if (wanted.version > has) delivery.push(device, wanted);
    if (wanted.version !== stored.version) await nudge.tell(db, [`config ${deviceId}`]);
  }

  /**
   * A device that was deleted and added again, or comes from another platform, has a higher version than anything wanted here, and
   * would leave all of it: the numbers go on from its own.
   */
  const outgrow = (deviceId: number, has: number) =>
    db.transaction().execute(async (trx) => {
      if (!(await lockDevice(trx, deviceId))) return;
      const stored = await readConfig(trx, deviceId, sealer);
      if (has <= stored.version) return;
      if (stored.version > 0) await renumber(trx, deviceId, stored, has);
      else await saveHas(trx, deviceId, has);
    });

  async function reported({ deviceId, applicationId }: DeviceIdentity, { version, result, errors, ...report }: ConfigReport) {
    const state = readable(report.state as JsonObject);
    const said = await db.transaction().execute(async (trx) => {
      const isThere = await lockDevice(trx, deviceId);
      const before = await readConfig(trx, deviceId, sealer);
      const { schema } = await schemaOf(trx, applicationId);
      const clean = censored({ state: without(state, hiddenPaths(before.secrets, schema)), errors }, before.secrets);
      const said = { version, result, ...clean };
      // Reports may overtake each other on their way; one of a version nobody wanted says nothing about order.
      const isOld = version < before.reportedVersion && before.reportedVersion <= before.version;
      if (isThere && !isOld) await saveReported(trx, deviceId, { ...said, at: new Date(now()).toISOString() });
      return said;
    });
    await nudge.tell(db, [`config ${deviceId}`]);
    const type = result === 'rejected' ? 'device.config.rejected' : 'device.config.applied';
    return { type, data: JSON.stringify(said) } satisfies Happening;
  }

  const { connected, settle, close } = delivery;
  return {
    connected,
    settle,
    close,
    read,
    readEach,
    revisions,
    change,
    asked,
    reported,
    fitting: (applicationId, schema, language) => fitting(db, sealer, applicationId, schema, language),
  };
}

/** Since when an answer is waited for: it was sent something new, or has answered something else since. */
const waitedSince = ({ desired, reported }: Twin): number =>
  Math.max(...[desired.updatedAt, reported?.at].map((time) => Date.parse(time ?? '') || 0));

/** What a device reports is held to the limits of what it may be sent. @throws PayloadError */
function readable(state: JsonObject): JsonObject {
  const say = (language: Language) => {
    const [issue] = documentIssues(state, language);
    return issue ? issueLine([{ ...issue, path: `state.${issue.path}` }], language) : '';
  };
  if (say('en-US')) throw new PayloadError('wrong-shape', say);
  if (bytesOf(state) > MAX_CONFIG_BYTES) throw tooLarge(MAX_CONFIG_BYTES, 'state');
  return state;
}

const isEqual = (one: JsonObject, other: JsonObject) => Object.keys(patchBetween(one, other)).length === 0;

const changed = (before: Record<string, Json>, after: Record<string, Json>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => JSON.stringify(before[path]) !== JSON.stringify(after[path]),
  );
