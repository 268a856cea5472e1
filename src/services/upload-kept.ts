import type { PacketUpload } from './upload-shown';

/** One entry each: tabs write beside each other. */
const KEY = 'upload ';
const keyOf = (id: string) => `${KEY}${id}`;

/** What of this tab's own uploads was written last, by their ids. */
const written = new Map<string, string>();

/** The half uploads of other tabs, and of before the page was loaded: whose tab is gone, their files have to be chosen again. */
export function keptUploads(keptMs: number): PacketUpload[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  return keys.flatMap((key) => {
    const upload = parsed(localStorage.getItem(key));
    if (upload && Date.now() - upload.at < keptMs) return [upload];
    localStorage.removeItem(key);
    return [];
  });
}

/** Remembers those of this tab that have not come to an end, with what was typed for them, and forgets the others. */
export function keepUploads(shown: readonly PacketUpload[]): void {
  // Of one that failed the platform may still have a part.
  const half = shown.filter(({ url, state }) => state !== 'done' && (url || state !== 'failed'));
  for (const upload of half.filter(isOwn)) {
    // Every progress is too often; to the nearest hundredth is enough to show.
    const text = JSON.stringify({ ...upload, speed: 0, read: undefined, message: undefined, progress: rounded(upload) });
    if (written.get(upload.id) === text) continue;
    written.set(upload.id, text);
    localStorage.setItem(keyOf(upload.id), text);
  }
  for (const id of [...written.keys()]) if (!half.some((upload) => upload.id === id)) forgetUpload(id);
}

/** This tab has its file, and no other one. */
export const isOwn = ({ state }: PacketUpload): boolean => state !== 'left' && state !== 'elsewhere';

/** It has come to its end, or was given up. */
export function forgetUpload(id: string): void {
  written.delete(id);
  localStorage.removeItem(keyOf(id));
}

/** Tells what another tab remembers of an upload; undefined: it has come to its end. */
export function onKeptElsewhere(listener: (id: string, upload: PacketUpload | undefined) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(KEY)) listener(key.slice(KEY.length), parsed(newValue));
  });
}

function parsed(text: string | null): PacketUpload | undefined {
  try {
    return JSON.parse(text ?? '') as PacketUpload;
  } catch {
    return undefined;
  }
}

const rounded = ({ progress, size }: PacketUpload) => Math.floor((progress / size) * 100) * Math.ceil(size / 100);
