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
 * `reading`: the SHA-256 is being computed; `same`: the content exists already, and the user has to decide; `lost`: retrying by itself;
 * `checking`: all is sent, the platform verifies it; `left`: the tab is gone or was reloaded, and the file has to be chosen again;
 * `elsewhere`: another tab holds it.
 */
type UploadState = 'reading' | 'same' | 'sending' | 'paused' | 'lost' | 'checking' | 'left' | 'elsewhere' | 'failed' | 'done';

export interface PacketUpload extends UploadDraft {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
  state: UploadState;
  /** Paused by another tab, which holds it. */
  isPausedThere?: boolean;
  /** Bytes sent. */
  progress: number;
  /** Bytes read so far for the SHA-256. */
  read?: number;
  /** Bytes a second; 0: not known yet. */
  speed: number;
  /** Bytes at which it last resumed after an interruption. */
  resumedAt?: number;
  /** Reason of the failure. */
  message?: string;
  /** Failed because another packet has its name and version: it must be renamed. */
  isTaken?: boolean;
  /** The packet that already has this content, or that the upload has become. */
  packet?: Packet;
  sha256?: string;
  url?: string;
  at: number;
}

const listeners = new Set<() => void>();
let shown: readonly PacketUpload[] = [];

/** Progresses by itself; in other states it has ended, or waits for the user. */
export const isMoving = ({ state }: PacketUpload) => ['reading', 'sending', 'lost', 'checking'].includes(state);

/** Has not ended: it may still become a packet. */
export const isUnderWay = ({ state }: PacketUpload) => state !== 'done' && state !== 'failed';

/** All known uploads: of this tab, of other tabs, and abandoned ones. */
export const useUploads = (): readonly PacketUpload[] => useSyncExternalStore(subscribe, allUploads);

export const allUploads = (): readonly PacketUpload[] => shown;

export const find = (id: string) => shown.find((upload) => upload.id === id);

/** Adds an upload, or replaces it when it restarts. */
export function add(upload: PacketUpload): void {
  replace(find(upload.id) ? shown.map((other) => (other.id === upload.id ? upload : other)) : [upload, ...shown]);
}

export function change(id: string, changes: Partial<PacketUpload>): void {
  replace(shown.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

/** Removes an upload, also in other tabs. */
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

/** Shows an upload as held by another tab, until that lets go of it. */
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
  // Cached reads may lack the packet that it has become.
  forgetReads();
  replace(shown.filter((other) => other.id !== id));
});

onHeld((id) => {
  if (find(id)?.state !== 'left') return;
  change(id, { state: 'elsewhere' });
  leaveWhenFree(id);
});

for (const upload of keptUploads(UPLOAD_KEPT_MS)) showElsewhere(upload);
