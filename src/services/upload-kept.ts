import type { PacketUpload } from './upload-shown';

/** One storage entry per upload, since several tabs write. */
const KEY = 'upload ';
const keyOf = (id: string) => `${KEY}${id}`;

/** The last stored text of this tab's uploads, by id. */
const written = new Map<string, string>();

/** Unfinished uploads of other tabs, and of this one before a reload: without their tab, the files have to be chosen again. */
export function keptUploads(keptMs: number): PacketUpload[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  return keys.flatMap((key) => {
    const upload = parsed(localStorage.getItem(key));
    if (upload && Date.now() - upload.at < keptMs) return [upload];
    localStorage.removeItem(key);
    return [];
  });
}

/** Stores this tab's unfinished uploads, with their form input, and forgets the others. */
export function keepUploads(shown: readonly PacketUpload[]): void {
  // The platform may still have a part of a failed upload.
  const half = shown.filter(({ url, state }) => state !== 'done' && (url || state !== 'failed'));
  for (const upload of half.filter(isOwn)) {
    // Rounded to hundredths, so that not every progress event is stored.
    const text = JSON.stringify({ ...upload, speed: 0, read: undefined, message: undefined, progress: rounded(upload) });
    if (written.get(upload.id) === text) continue;
    written.set(upload.id, text);
    localStorage.setItem(keyOf(upload.id), text);
  }
  for (const id of [...written.keys()]) if (!half.some((upload) => upload.id === id)) forgetUpload(id);
}

/** Does this tab have the file? */
export const isOwn = ({ state }: PacketUpload): boolean => state !== 'left' && state !== 'elsewhere';

/** For an upload that was finished or given up. */
export function forgetUpload(id: string): void {
  written.delete(id);
  localStorage.removeItem(keyOf(id));
}

/** Calls back when another tab stores an upload; undefined: it was finished or given up. */
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
