import { ErrorCode } from '@contract/errors';
import { useSyncExternalStore } from 'react';
import { RequestFailure } from '@/utils/failure';
import type { ConfigOptions } from '../../device-kit/configuration';
import type { Said, VirtualDevice } from '../../device-kit/device';
import { api } from './api';
import { session } from './token';

/** A device that runs in this tab of the browser. It is real in everything but its lens. */
export interface RunningDevice {
  appKey: string;
  sn: string;
  state: 'connecting' | 'online' | 'away' | 'refused' | 'ended' | 'vanished' | 'removed';
  /** How many messages it has sent. */
  sent: number;
  /** What it did last, the newest first. */
  said: (Said & { id: number })[];
}

interface Kept {
  shown: RunningDevice;
  secret: string;
  /** What it was upgraded to: as in flash, it is still there when it connects again. */
  packet?: { name: string; version: string };
  /** Its configuration, likewise. */
  config?: ConfigOptions['kept'];
  device?: VirtualDevice;
}

const SHOWN_MESSAGES = 50;
const kept = new Map<string, Kept>();
const listeners = new Set<() => void>();
let shown: readonly RunningDevice[] = [];
let lastId = 0;

/** The virtual devices of this tab. They stop when it closes, and when one signs out; where the session ends by itself, until one is back. */
export const virtualDevices = {
  /** Fetches what a virtual device is made of (mqtt.js, 100 KB), for the one who is about to start one. */
  prepare: (): void => void parts().catch(() => {}),

  /** Adds a device tagged `virtual` to a project and runs it. @returns its SN */
  async add(appKey: string, name: string): Promise<string> {
    const sn = `virtual-${Math.random().toString(36).slice(2, 7).padEnd(5, '0')}`;
    // First: without them a device would be left behind that nobody has the secret of.
    await parts();
    const { secret } = await api.device.create({ params: { appKey }, body: { sn, name, tags: ['virtual'] } });
    await run(appKey, sn, secret);
    return sn;
  },

  /** A device of this tab reports an event, one that is started for it if there is none: then, as soon as it is online. */
  async report(appKey: string, name: string, event: string): Promise<void> {
    const sn = shown.find(canReport(appKey))?.sn ?? (await virtualDevices.add(appKey, name));
    await virtualDevices.raise({ appKey, sn }, event);
  },

  /** Takes the place of a device that exists, with the version that it said last: its secret is reset. */
  async impersonate(appKey: string, sn: string): Promise<void> {
    const params = { appKey, sn };
    await parts();
    const { packetName: name, packetVersion: version } = await api.device.read({ params });
    const { secret } = await api.device.resetSecret({ params });
    await run(appKey, sn, secret, version ? { name, version } : undefined);
  },

  /** Connects again, after `disconnect` or `vanish`; who is refused does not wait for its next try. */
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

  /** Says goodbye and is gone from the page; the device stays in the project. */
  stop({ appKey, sn }: RunningDevice): void {
    const key = keyOf(appKey, sn);
    void kept.get(key)?.device?.stop();
    kept.delete(key);
    tell();
  },
};

/** What it is made of, and where it connects. */
const parts = () => Promise.all([import('../../device-kit/device'), import('fflate'), api.settings.read()]);

/** It is connected, or goes on trying: who leaves the tab ends it. */
export const isRunning = ({ state }: RunningDevice): boolean => !['ended', 'vanished', 'removed'].includes(state);

/** It belongs to the project, and gets through. */
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
  // Every refused connection is also closed.
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

/** Who is refused may have been deleted: then there is nothing left to try for. */
async function lookFor(one: Kept) {
  const { appKey, sn } = one.shown;
  if (!(await isThereNone(appKey, sn))) return;
  change(one, { state: 'removed' });
  one.device?.vanish();
}

/** For whoever is signed in. */
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

/** Stopped because the session ended by itself. */
let interrupted: RunningDevice[] = [];

session.onClosed((end) => {
  if (end !== 'over') return stopAll();
  interrupted = [...interrupted, ...shown.filter(isRunning)];
  for (const one of interrupted) void virtualDevices.disconnect(one);
});

// Whoever has signed in may be somebody else: what is not theirs is gone.
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
// A tab that is closed by mistake takes its devices along.
window.addEventListener('beforeunload', (event) => {
  if (shown.some(isRunning)) event.preventDefault();
});
