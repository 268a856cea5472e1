import { type Packet, UPLOAD_KEPT_MS } from '@contract/packet';
import { useSyncExternalStore } from 'react';
import { forgetReads } from './api';
import { hold, onHeld, whenFree } from './upload-held';
import { forgetUpload, isOwn, keepUploads, keptUploads, onKeptElsewhere } from './upload-kept';

export interface UploadDraft {
  name: string;
  version: string;
  description: string;
}

/**
 * `reading`: its SHA-256 is computed; `same`: the content is here already, and it waits for a word; `lost`: it tries again by itself;
 * `checking`: all is sent, the platform compares; `left`: its tab is gone or was reloaded, and the file has to be chosen again;
 * `elsewhere`: another tab has it.
 */
type UploadState = 'reading' | 'same' | 'sending' | 'paused' | 'lost' | 'checking' | 'left' | 'elsewhere' | 'failed' | 'done';

export interface PacketUpload extends UploadDraft {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
  state: UploadState;
  /** Another tab has it, and has paused it. */
  isPausedThere?: boolean;
  /** Bytes sent. */
  progress: number;
  /** Bytes read so far for the SHA-256. */
  read?: number;
  /** Bytes a second; 0: not known yet. */
  speed: number;
  /** Where it went on, the last time it was interrupted. */
  resumedAt?: number;
  /** Why it failed. */
  message?: string;
  /** It failed because somebody else's has its name and version: it can only go as another. */
  isTaken?: boolean;
  /** What has this content already, or what it has become. */
  packet?: Packet;
  sha256?: string;
  url?: string;
  at: number;
}

const listeners = new Set<() => void>();
let shown: readonly PacketUpload[] = [];

/** It goes on by itself; of every other there is an end, or a person is waited for. */
export const isMoving = ({ state }: PacketUpload) => ['reading', 'sending', 'lost', 'checking'].includes(state);

/** It has not come to an end: it may become a version yet. */
export const isUnderWay = ({ state }: PacketUpload) => state !== 'done' && state !== 'failed';

/** All uploads that are known of: this tab's, those of other tabs, and those that were left. */
export const useUploads = (): readonly PacketUpload[] => useSyncExternalStore(subscribe, allUploads);

export const allUploads = (): readonly PacketUpload[] => shown;

export const find = (id: string) => shown.find((upload) => upload.id === id);

/** Shows one more, or the same one begun anew. */
export function add(upload: PacketUpload): void {
  replace(find(upload.id) ? shown.map((other) => (other.id === upload.id ? upload : other)) : [upload, ...shown]);
}

export function change(id: string, changes: Partial<PacketUpload>): void {
  replace(shown.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

/** Shows it no longer, here or in other tabs. */
export function remove(id: string): void {
  forgetUpload(id);
  replace(shown.filter((upload) => upload.id !== id));
}

function replace(uploads: readonly PacketUpload[]) {
  shown = uploads;
  hold(shown.filter(isOwn).map(({ id }) => id));
  keepUploads(shown);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another tab has it, until it lets go of it. */
function showElsewhere(upload: PacketUpload) {
  add({ ...upload, state: 'elsewhere', isPausedThere: upload.state === 'paused' });
  leaveWhenFree(upload.id);
}

function leaveWhenFree(id: string) {
  whenFree(id, () => find(id)?.state === 'elsewhere' && change(id, { state: 'left' }));
}

onKeptElsewhere((id, upload) => {
  const known = find(id);
  if (known && isOwn(known)) return;
  if (upload) return showElsewhere(upload);
  // It may have become a packet.
  forgetReads();
  replace(shown.filter((other) => other.id !== id));
});

onHeld((id) => {
  if (find(id)?.state !== 'left') return;
  change(id, { state: 'elsewhere' });
  leaveWhenFree(id);
});

for (const upload of keptUploads(UPLOAD_KEPT_MS)) showElsewhere(upload);
