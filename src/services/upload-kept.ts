import type { PacketUpload } from './upload';

const KEY = 'uploads';

/** The half uploads of before the page was loaded: their files have to be chosen again. */
export function keptUploads(keptMs: number): PacketUpload[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as PacketUpload[];
    return kept.filter(({ at }) => Date.now() - at < keptMs).map((upload) => ({ ...upload, state: 'left', speed: 0, message: undefined }));
  } catch {
    return [];
  }
}

let written = '';

/** Remembers those that the platform has a part of. */
export function keepUploads(uploads: readonly PacketUpload[]): void {
  const half = uploads.filter(({ url, state }) => url && state !== 'done');
  // Every progress is too often; to the nearest hundredth is enough to show.
  const text = JSON.stringify(half.map((upload) => ({ ...upload, speed: 0, read: undefined, progress: rounded(upload) })));
  if (text === written) return;
  written = text;
  localStorage.setItem(KEY, text);
}

const rounded = ({ progress, size }: PacketUpload) => Math.floor((progress / size) * 100) * Math.ceil(size / 100);
