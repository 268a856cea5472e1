import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { UpgradeNotice, type UpgradeProgress } from '../contract/topics';

export interface Version {
  name: string;
  version: string;
}

export interface UpgradeOptions {
  /** Returns the running version. */
  running: () => Version;
  /** Publishes the birth message with the running version. */
  bear: () => void;
  /** Publishes the progress; resolves when it is acknowledged. */
  report: (progress: UpgradeProgress) => Promise<void>;
  /** Restarts the device with another version. */
  reboot: (version: Version) => Promise<void>;
  /** The share of upgrades that fail, 0 to 1, or a function that decides for each. */
  fails?: number | (() => boolean);
  /** How long the installation takes. */
  installMs?: number;
}

interface Upgrader {
  /**
   * Handles the payload of `down/upgrade/notice`. A repeated notice only updates the URL; one for another packet cancels the current
   * upgrade. If the version is already running, the birth message is published instead of an upgrade.
   */
  noticed(payload: unknown): void;
  /** Cancels the current upgrade and ignores further notices. */
  stop(): void;
}

/** A download fails after this many consecutive attempts without progress. */
const TRIES = 10;
const PAUSE_MS = 250;
const MOST_PAUSE_MS = 5000;
const REPORT_EVERY_MS = 500;
const REASONS = ['not enough flash', 'signature refused', 'battery too low', 'flash write error at 0x0801f000'];

/** The device's part of an upgrade (device-protocol.md): downloads with resume, verifies, installs and restarts. */
export function openUpgrader({ running, bear, report, reboot, fails = 0, installMs = 1500 }: UpgradeOptions): Upgrader {
  let current: { notice: UpgradeNotice; abort: AbortController } | undefined;
  let isStopped = false;

  async function upgrade(notice: UpgradeNotice, signal: AbortSignal) {
    const { packetId, name, version } = notice;
    const tell = (stage: UpgradeProgress['stage'], percent: number, error?: string) =>
      signal.aborted ? Promise.resolve() : report({ packetId, stage, percent, ...(error && { error }) });
    try {
      const isDoomed = typeof fails === 'number' ? Math.random() < fails : fails();
      await download(notice, signal, (percent) => tell('downloading', percent));
      await tell('installing', 0);
      await pause(installMs, signal);
      if (isDoomed) throw new Error(REASONS[Math.floor(Math.random() * REASONS.length)]);
      await tell('succeeded', 100);
      if (!signal.aborted) await reboot({ name, version });
    } catch (error) {
      await tell('failed', 0, (error as Error).message).catch(() => {});
    }
  }

  return {
    noticed: (payload) => {
      const { data: notice } = UpgradeNotice.safeParse(payload);
      const { name, version } = running();
      // Notices may still arrive while the device disconnects.
      if (!notice || isStopped) return;
      if (current?.notice.packetId === notice.packetId) {
        // The new URL expires later.
        current.notice.url = notice.url;
        return;
      }
      current?.abort.abort();
      // What is cancelled may still await an acknowledgement, while its packet is announced again.
      current = undefined;
      if (notice.name === name && notice.version === version) return bear();
      const mine = { notice, abort: new AbortController() };
      current = mine;
      void upgrade(notice, mine.abort.signal).finally(() => {
        if (current === mine) current = undefined;
      });
    },
    stop: () => {
      isStopped = true;
      current?.abort.abort();
    },
  };
}

/** Downloads and verifies a packet without storing it. @throws Error with a short reason */
async function download(notice: UpgradeNotice, signal: AbortSignal, told: (percent: number) => Promise<void>) {
  const { size, sha256: expected } = notice;
  let hash = newHash();
  let received = 0;
  let etag = '';
  let toldAt = 0;

  for (let tries = 0; received < size; ) {
    const before = received;
    try {
      await fetchRest();
      if (received < size) throw new Error('the answer ended early');
    } catch (error) {
      if (signal.aborted || error instanceof Refused) throw error;
      tries = received > before ? 1 : tries + 1;
      if (tries >= TRIES) throw new Error(`download failed: ${(error as Error).message}`);
      await pause(Math.min(MOST_PAUSE_MS, PAUSE_MS * 2 ** tries), signal);
    }
  }
  if (received !== size) throw new Error(`size mismatch: ${received} of ${size} bytes`);
  if (hash.hex() !== expected) throw new Error('checksum mismatch');
  await told(100);

  async function fetchRest() {
    // With `If-Range`, the server sends a changed file from its beginning.
    const headers: Record<string, string> = received > 0 ? { range: `bytes=${received}-`, ...(etag && { 'if-range': etag }) } : {};
    const response = await fetch(notice.url, { headers, signal, cache: 'no-store' });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      throw new Refused(`the download host answered ${response.status}`);
    }
    if (!response.ok || !response.body) throw new Error(`the download host answered ${response.status}`);
    if (response.status !== 206 && received > 0) {
      hash = newHash();
      received = 0;
    }
    etag = response.headers.get('etag') ?? '';
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      hash.update(value);
      received += value.length;
      if (received > size) throw new Refused(`size mismatch: more than ${size} bytes`);
      if (Date.now() - toldAt < REPORT_EVERY_MS) continue;
      toldAt = Date.now();
      // Not awaited, so that reporting does not slow the download down.
      void told(Math.floor((received / size) * 100)).catch(() => {});
    }
  }
}

/** An incremental SHA-256: Node's own if available, because Web Crypto in browsers only hashes complete data. */
function newHash(): { update: (bytes: Uint8Array) => void; hex: () => string } {
  const node = globalThis.process?.getBuiltinModule?.('node:crypto')?.createHash('sha256');
  if (node) return { update: (bytes) => void node.update(bytes), hex: () => node.digest('hex') };
  const hash = sha256.create();
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) };
}

/** An error that is not retried. */
class Refused extends Error {}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('aborted'));
    });
  });
}
