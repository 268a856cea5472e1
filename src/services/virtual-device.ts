import { ErrorCode } from '@contract/errors';
import { useSyncExternalStore } from 'react';
import { RequestFailure } from '@/utils/failure';
import type { ConfigOptions } from '../../device-kit/configuration';
import type { Said, VirtualDevice } from '../../device-kit/device';
import { api } from './api';
import { session } from './token';

/** A device that runs in this browser tab. Everything but its lens is real. */
export interface RunningDevice {
  appKey: string;
  sn: string;
  state: 'connecting' | 'online' | 'away' | 'refused' | 'ended' | 'vanished' | 'removed';
  /** Number of sent messages. */
  sent: number;
  /** Latest actions, newest first. */
  said: (Said & { id: number })[];
}

interface Kept {
  shown: RunningDevice;
  secret: string;
  /** Installed packet; kept across reconnections, as in flash. */
  packet?: { name: string; version: string };
  /** Configuration; kept likewise. */
  config?: ConfigOptions['kept'];
  device?: VirtualDevice;
}

const SHOWN_MESSAGES = 50;
const kept = new Map<string, Kept>();
const listeners = new Set<() => void>();
let shown: readonly RunningDevice[] = [];
let lastId = 0;

/** The virtual devices of this tab. They stop when it closes or the user signs out; after an expired session, until the next sign-in. */
export const virtualDevices = {
  /** Preloads the code of virtual devices (mqtt.js, 100 KB) for a user who is about to start one. */
  prepare: (): void => void parts().catch(() => {}),

  /** Adds a device tagged `virtual` to a project and runs it. @returns its SN */
  async add(appKey: string, name: string): Promise<string> {
    const sn = `virtual-${Math.random().toString(36).slice(2, 7).padEnd(5, '0')}`;
    // Loaded first: if that failed later, a device would be left whose secret nobody has.
    await parts();
    const { secret } = await api.device.create({ params: { appKey }, body: { sn, name, tags: ['virtual'] } });
    await run(appKey, sn, secret);
    return sn;
  },

  /** Lets a device of this tab report an event; if there is none, one is started and reports as soon as it is online. */
  async report(appKey: string, name: string, event: string): Promise<void> {
    const sn = shown.find(canReport(appKey))?.sn ?? (await virtualDevices.add(appKey, name));
    await virtualDevices.raise({ appKey, sn }, event);
  },

  /** Replaces an existing device, with the version it last reported. Its secret is reset. */
  async impersonate(appKey: string, sn: string): Promise<void> {
    const params = { appKey, sn };
    await parts();
    const { packetName: name, packetVersion: version } = await api.device.read({ params });
    const { secret } = await api.device.resetSecret({ params });
    await run(appKey, sn, secret, version ? { name, version } : undefined);
  },

  /** Reconnects after `disconnect` or `vanish`; a refused device does not wait for its next attempt. */
  async reconnect({ appKey, sn }: RunningDevice): Promise<void> {
    const { secret = '' } = kept.get(keyOf(appKey, sn)) ?? {};
    await run(appKey, sn, secret);
  },

  async raise({ appKey, sn }: Pick<RunningDevice, 'appKey' | 'sn'>, name: string): Promise<void> {
    await kept.get(keyOf(appKey, sn))?.device?.raise(name, { ts: Date.now(), level: 'info', data: { confidence: 0.97, distanceMm: 1830 } });
  },

  async disconnect({ appKey, sn }: RunningDevice): Promise<void> {
    const one = kept.get(keyOf(appKey, sn));
    if (!one) return;
    change(one, { state: 'ended' });
    await one.device?.stop();
  },

  vanish({ appKey, sn }: RunningDevice): void {
    const one = kept.get(keyOf(appKey, sn));
    if (!one) return;
    change(one, { state: 'vanished' });
    one.device?.vanish();
  },

  /** Disconnects cleanly and removes it from the page; the device stays in the project. */
  stop({ appKey, sn }: RunningDevice): void {
    const key = keyOf(appKey, sn);
    void kept.get(key)?.device?.stop();
    kept.delete(key);
    tell();
  },
};

/** The code of a device, and the settings of where it connects. */
const parts = () => Promise.all([import('../../device-kit/device'), import('fflate'), api.settings.read()]);

/** Connected or retrying: closing the tab ends it. */
export const isRunning = ({ state }: RunningDevice): boolean => !['ended', 'vanished', 'removed'].includes(state);

/** Does it belong to the project, and does it get through? */
export const canReport = (appKey: string) => (one: RunningDevice) => one.appKey === appKey && isRunning(one) && one.state !== 'refused';

export const useVirtualDevices = (): readonly RunningDevice[] => useSyncExternalStore(subscribe, () => shown);

async function run(appKey: string, sn: string, secret: string, said?: Kept['packet']) {
  const [{ startDevice }, { deflateSync }, { mqttWsUrl }] = await parts();
  const key = keyOf(appKey, sn);
  const before = kept.get(key);
  before?.device?.vanish();

  const packet = said ?? before?.packet;
  const had = before?.config;
  const one: Kept = { secret, packet, config: had, shown: { said: [], sent: 0, ...before?.shown, appKey, sn, state: 'connecting' } };
  kept.set(key, one);
  tell();
  const depth = { deflate: (bytes: Uint8Array) => deflateSync(bytes, { level: 1 }) };
  const config: ConfigOptions = {
    kept: had,
    keep: (taken) => {
      one.config = taken;
    },
  };
  one.device = startDevice({ url: mqttWsUrl, appKey, sn, secret, packet, config, depth, onSaid: (said) => heard(one, said) });
}

function heard(one: Kept, said: Said) {
  // A refused connection also reports `closed`; ignored.
  if (said.kind === 'closed' && one.shown.state === 'refused') return;
  if (said.topic?.endsWith('/up/status')) one.packet = (said.payload as Pick<Kept, 'packet'>).packet ?? one.packet;
  lastId += 1;
  const { state, sent } = one.shown;
  change(one, {
    said: [{ ...said, id: lastId }, ...one.shown.said].slice(0, SHOWN_MESSAGES),
    sent: said.kind === 'published' ? sent + 1 : sent,
    state: isRunning(one.shown) ? (stateAfter(said) ?? state) : state,
  });
  if (said.returnCode) void lookFor(one);
}

function stateAfter({ kind, returnCode }: Said): RunningDevice['state'] | undefined {
  if (kind === 'connected') return 'online';
  if (kind === 'closed') return 'away';
  if (kind === 'refused') return returnCode ? 'refused' : 'away';
}

/** A refused device may have been deleted: then it stops trying. */
async function lookFor(one: Kept) {
  const { appKey, sn } = one.shown;
  if (!(await isThereNone(appKey, sn))) return;
  change(one, { state: 'removed' });
  one.device?.vanish();
}

/** Does the device not exist for the signed-in user? */
async function isThereNone(appKey: string, sn: string): Promise<boolean> {
  const failure = await api.device.read({ params: { appKey, sn } }, { skipErrorHandler: true }).catch((error) => error);
  return failure instanceof RequestFailure && failure.code === ErrorCode.notFound;
}

function change(one: Kept, changes: Partial<RunningDevice>) {
  one.shown = { ...one.shown, ...changes };
  if (kept.get(keyOf(one.shown.appKey, one.shown.sn)) === one) tell();
}

function tell() {
  shown = [...kept.values()].map((one) => one.shown);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const keyOf = (appKey: string, sn: string) => `${appKey}.${sn}`;

function stopAll() {
  interrupted = [];
  for (const { shown } of kept.values()) virtualDevices.stop(shown);
}

/** Devices stopped because the session expired. */
let interrupted: RunningDevice[] = [];

session.onClosed((end) => {
  if (end !== 'over') return stopAll();
  interrupted = [...interrupted, ...shown.filter(isRunning)];
  for (const one of interrupted) void virtualDevices.disconnect(one);
});

// Another user may have signed in: devices that are not theirs are removed.
session.onOpened(() => {
  const stopped = interrupted;
  interrupted = [];
  for (const { appKey, sn } of shown) void goOn(appKey, sn);

  async function goOn(appKey: string, sn: string) {
    const isGone = await isThereNone(appKey, sn);
    const one = kept.get(keyOf(appKey, sn));
    if (!one) return;
    if (isGone) virtualDevices.stop(one.shown);
    else if (stopped.some((other) => other.appKey === appKey && other.sn === sn)) await virtualDevices.reconnect(one.shown);
  }
});
window.addEventListener('pagehide', stopAll);
// Asks before the tab closes, which would end its devices.
window.addEventListener('beforeunload', (event) => {
  if (shown.some(isRunning)) event.preventDefault();
});
