import { ErrorCode } from '@contract/errors';
import { type Packet, UPLOAD_PATH } from '@contract/packet';
import type { Upload as Tus } from 'tus-js-client';
import { language } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { textsNow } from '@/locales/texts';
import { RequestFailure } from '@/utils/failure';
import { newId } from '@/utils/new-id';
import { API_BASE } from '../../config/defaults';
import { api, forgetReads } from './api';
import { sha256Of } from './hash';
import { session } from './token';
import { answerOf, mayPass, messageOf, statusOf, statusOfCode } from './upload-failure';
import { add, allUploads, change, find, isMoving, type PacketUpload, remove, type UploadDraft } from './upload-shown';
import { speedometer } from './upload-speed';

interface Work {
  file?: File;
  /** Set while it is sent in a single request. */
  whole?: AbortController;
  /** The single request failed. */
  isBroken?: boolean;
  tus?: Tus;
  /** Checking if the version exists meanwhile. */
  isAsking?: boolean;
  /** Creating the tus upload, whose URL is not known yet. */
  isBeginning?: boolean;
  reading?: AbortController;
  /** The SHA-256 is computed. */
  isRead?: boolean;
  /** Number of checks for existing content: only the latest answer counts. */
  question?: number;
  /** The check was answered. */
  isAsked?: boolean;
  /** Repeats a call to a platform that did not answer. */
  again?: ReturnType<typeof setTimeout>;
}

/** Up to this size a single request is used, since a restart costs little (spec §7). */
const WHOLE_BYTES = 256 << 10;
const CHUNK_BYTES = 32 << 20;
const ASK_AGAIN_MS = 3000;
/** Enough retries for a platform restart, or an outage of an hour. */
const RETRY_MS = [300, 1000, 2000, ...Array.from({ length: 2000 }, () => ASK_AGAIN_MS)];

const works = new Map<string, Work>();

/** Packet uploads: continue on other pages, after a lost connection, a reload (with the file chosen again) and a platform restart. */
export const uploads = {
  /** Hashes the file, checks if it has to be sent at all, and sends it. @param id of a failed upload that is restarted with this draft */
  start(draft: UploadDraft, file: File, id = newId()): void {
    works.set(id, { file });
    const { name: filename, size } = file;
    add({ ...draft, id, filename, size, state: 'reading', progress: 0, speed: 0, at: Date.now() });
    loadTus();
    void run(id);
  },

  /** Sends an upload although its content exists already. */
  sendAnyway: (id: string): void => void send(id),

  pause(id: string): void {
    stop(id);
    change(id, { state: 'paused', speed: 0 });
  },

  resume: (id: string): void => void goOn(id),

  /** Takes the file chosen again after a reload. @returns is its size the same? Its content is compared next */
  choose(id: string, file: File): boolean {
    if (file.size !== find(id)?.size) return false;
    works.set(id, { file });
    change(id, { state: 'reading', read: 0, message: undefined });
    loadTus();
    void run(id);
    return true;
  },

  /** The file of an upload, if this tab has it. */
  fileOf: (id: string): File | undefined => works.get(id)?.file,

  /** Restarts a failed upload. */
  retry(id: string): void {
    const { file } = works.get(id) ?? {};
    change(id, { state: file ? 'reading' : 'left', progress: 0, read: 0, message: undefined });
    if (!file) return;
    works.set(id, { file });
    void run(id);
  },

  /** Gives an upload up; its part on the platform is deleted. */
  cancel(id: string): void {
    const { url, state } = find(id) ?? {};
    works.get(id)?.reading?.abort();
    stop(id);
    if (url && state !== 'done') drop(url);
    works.delete(id);
    remove(id);
  },

  /** Removes all uploads in these states. */
  putAway(...ends: PacketUpload['state'][]): void {
    for (const { id, state } of allUploads()) if (ends.includes(state)) uploads.cancel(id);
  },
};

/** Loaded early, while the file is hashed: it could not be loaded once the platform is unreachable. */
const loadTus = () => void import('tus-js-client').catch(() => {});

/** Stops sending. A tus upload being created is stopped once its URL is known; aborted now, the platform would keep it unnoticed. */
function stop(id: string) {
  const work = works.get(id);
  work?.whole?.abort();
  if (!work?.isBeginning) void work?.tus?.abort();
}

const drop = (url: string) => void fetch(url, { method: 'DELETE', headers: { ...headers(), 'Tus-Resumable': '1.0.0' } }).catch(() => {});

/** Hashes, checks, and sends an upload. */
async function run(id: string) {
  const work = works.get(id);
  const upload = find(id);
  if (!work?.file || !upload) return;
  try {
    if (!work.isRead) {
      work.reading = new AbortController();
      const sha256 = await sha256Of(work.file, (read) => change(id, { read }), work.reading.signal);
      if (upload.sha256 && upload.sha256 !== sha256) return change(id, { state: 'left', message: textsNow(packetTexts).otherFile });
      work.isRead = true;
      change(id, { sha256 });
    }
    await begin(id, work);
  } catch (error) {
    if ((error as Error).name === 'AbortError') return;
    // The part on the platform is kept.
    if (find(id)?.url) change(id, { state: 'left', message: messageOf(error) });
    else fail(id, messageOf(error));
  }
}

/** Sends an upload, unless its content or version exists already. */
async function begin(id: string, work: Work) {
  const { name, version, sha256, url, state } = find(id) ?? {};
  work.question = (work.question ?? 0) + 1;
  const { question } = work;
  const asked = await api.packet
    .check({ query: { name, version, sha256 } }, { skipErrorHandler: true })
    .catch((error: unknown) => error as Error);
  // Paused, given up, or resumed meanwhile.
  if (works.get(id) !== work || work.question !== question || find(id)?.state !== state) return;
  if (isSignedOut(asked)) return interrupt(id);
  // An upload with a URL waits for the platform while sending.
  if (asked instanceof Error && !url) {
    if (!mayAnswerLater(asked)) throw asked;
    return askAgain(id, () => run(id));
  }
  work.isAsked = true;
  const { taken = null, same = null } = asked instanceof Error ? {} : asked;
  if (taken) return endAs(id, taken);
  if (same && !url) return change(id, { state: 'same', packet: same });
  await send(id);
}

/** Resumes as after a reload: a partial upload is not continued if its version exists by now. */
async function goOn(id: string) {
  const work = works.get(id);
  const { url, name, version } = find(id) ?? {};
  clearTimeout(work?.again);
  if (work?.file && !(work.isRead && (url || work.isAsked))) {
    change(id, { state: work.isRead ? 'sending' : 'reading' });
    return run(id);
  }
  if (!work || !url) return send(id);
  change(id, { state: 'sending' });
  if (work.isAsking) return;
  work.isAsking = true;
  forgetReads();
  // An unreachable platform is waited for while sending.
  const { taken } = await api.packet.check({ query: { name, version } }, { skipErrorHandler: true }).catch(() => ({ taken: null }));
  work.isAsking = false;
  if (find(id)?.state !== 'sending') return;
  if (taken) return endAs(id, taken);
  await send(id);
}

async function send(id: string): Promise<void> {
  const work = works.get(id);
  const upload = find(id);
  if (!work?.file || !upload?.sha256) return change(id, { state: 'left' });
  const { file } = work;
  const { name, version, description, filename, sha256, url } = upload;
  change(id, { state: 'sending', progress: url ? upload.progress : 0, resumedAt: undefined, packet: undefined });
  if (file.size <= WHOLE_BYTES && !url && !work.isBroken) return sendWhole(work, file, upload);
  const { Upload } = await import('tus-js-client').catch(() => ({ Upload: undefined }));
  // Paused or given up meanwhile; or its tus upload is still being created, and continues.
  if (works.get(id) !== work || find(id)?.state !== 'sending' || work.isBeginning) return;
  if (!Upload) return askAgain(id, () => send(id));
  const speed = speedometer();
  let isResumed = Boolean(url);
  work.isBeginning = !url;
  work.tus = new Upload(file, {
    // With a known URL there must be no endpoint: tus would start a new upload whenever a proxy answers for an unreachable platform.
    ...(url ? { uploadUrl: url } : { endpoint: `${API_BASE}${UPLOAD_PATH}` }),
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    metadata: { filename, name, version, sha256, ...(description && { description }) },
    // Set on every request: the session may have been renewed meanwhile.
    onBeforeRequest: (request) => {
      for (const [header, value] of Object.entries(headers())) request.setHeader(header, value);
    },
    onAfterResponse: (request, response) => {
      if (request.getMethod() !== 'HEAD' || response.getStatus() >= 300) return;
      isResumed = false;
      change(id, { resumedAt: Number(response.getHeader('upload-offset')) });
    },
    onUploadUrlAvailable: () => {
      const { tus } = work;
      if (!tus?.url) return;
      work.isBeginning = false;
      tus.options.endpoint = null;
      const isGivenUp = works.get(id) !== work;
      if (isGivenUp) drop(tus.url);
      else change(id, { url: tus.url });
      if (isGivenUp || find(id)?.state === 'paused') void tus.abort();
    },
    onProgress: (progress) => {
      if (find(id)?.state === 'paused') return;
      change(id, { state: progress < file.size ? 'sending' : 'checking', progress, speed: isResumed ? 0 : speed(progress) });
    },
    onShouldRetry: (error) => {
      const isWorthIt = works.get(id) === work && mayPass(statusOf(error), answerOf(error)?.code);
      if (isWorthIt && find(id)?.state !== 'paused') change(id, { state: 'lost', speed: 0 });
      return isWorthIt;
    },
    onError: (error) => {
      work.isBeginning = false;
      const isGone = [404, 410].includes(statusOf(error)) && find(id)?.url;
      if (!isGone) return void settle(id, messageOf(error));
      // The partial upload has expired: start again.
      change(id, { url: undefined });
      void send(id);
    },
    onSuccess: () => void settle(id),
  });
  work.tus.start();
}

/** Sends an upload in one request; if the connection or the platform fails, it continues as a resumable one. */
async function sendWhole(work: Work, file: File, { id, name, version, description, sha256 }: PacketUpload) {
  const whole = new AbortController();
  work.whole = whole;
  const speed = speedometer();

  function onUploadProgress({ loaded }: { loaded: number }) {
    if (whole.signal.aborted) return;
    // `loaded` includes the form around the file.
    const progress = Math.min(loaded, file.size);
    change(id, { state: progress < file.size ? 'sending' : 'checking', progress, speed: speed(progress) });
  }

  try {
    const sent = { body: { name, version, description, sha256 }, file };
    finish(id, await api.packet.upload(sent, { signal: whole.signal, timeout: 0, skipErrorHandler: true, onUploadProgress }));
  } catch (error) {
    // Paused, given up, or signed out meanwhile.
    if (whole.signal.aborted) return;
    if (error instanceof RequestFailure && error.kind === 'business' && !mayPass(statusOfCode(error.code), error.code)) {
      return settle(id, error.message);
    }
    work.isBroken = true;
    await send(id);
  }
}

/** Ends an upload: asks the platform if the packet exists, however sending ended. */
async function settle(id: string, message?: string) {
  const upload = find(id);
  if (!upload || upload.state === 'paused') return;
  try {
    forgetReads();
    const { taken } = await api.packet.check({ query: { name: upload.name, version: upload.version } }, { skipErrorHandler: true });
    if (taken?.sha256 === upload.sha256 && taken) return finish(id, taken);
    fail(id, message ?? textsNow(packetTexts).failed, taken !== null);
  } catch (error) {
    // Paused by the end of the session.
    if (find(id)?.state === 'paused') return;
    if (isSignedOut(error)) return interrupt(id);
    if (!mayAnswerLater(error)) return fail(id, message ?? messageOf(error));
    askAgain(id, () => settle(id, message));
  }
}

const isSignedOut = (error: unknown) => error instanceof RequestFailure && error.code === ErrorCode.notSignedIn;
const mayAnswerLater = (error: unknown) => error instanceof RequestFailure && mayPass(statusOfCode(error.code), error.code);

/** Repeats a call without an answer until there is one, unless the upload is paused or given up. */
function askAgain(id: string, ask: () => Promise<void>) {
  const work = works.get(id);
  if (!work || find(id)?.state === 'paused') return;
  change(id, { state: 'lost', speed: 0 });
  clearTimeout(work.again);
  work.again = setTimeout(() => works.get(id) === work && find(id)?.state === 'lost' && ask(), ASK_AGAIN_MS);
}

/** The version exists: with this content, or from somebody else, so that sending more would only end in a refusal. */
function endAs(id: string, taken: Packet) {
  const { url, sha256 } = find(id) ?? {};
  if (taken.sha256 === sha256) return finish(id, taken);
  if (url) drop(url);
  fail(id, textsNow(packetTexts).taken, true);
}

function finish(id: string, packet: Packet) {
  works.delete(id);
  change(id, { state: 'done', packet, progress: packet.size, speed: 0, url: undefined });
  forgetReads();
}

function fail(id: string, message: string, isTaken = false) {
  change(id, { state: 'failed', message, isTaken, speed: 0, url: undefined });
}

const headers = (): Record<string, string> => ({ Authorization: session.token, 'Accept-Language': language() });

/** If the session ended, did it expire (no sign-out)? */
let isOver = true;
/** Uploads paused because the session expired. */
const interrupted = new Set<string>();

/** Pauses an upload at the end of the session; after an expiry it resumes at the next sign-in. */
function interrupt(id: string) {
  works.get(id)?.reading?.abort();
  uploads.pause(id);
  if (isOver) interrupted.add(id);
}

// A sign-out stops uploads; sent parts stay on the platform until they expire.
session.onClosed((end) => {
  isOver = end === 'over';
  const stopped = ['sending', 'lost', 'checking', ...(isOver ? [] : ['reading'])];
  const moving = allUploads().filter(({ state }) => stopped.includes(state));
  if (!isOver) interrupted.clear();
  for (const { id } of moving) interrupt(id);
});

// Another user may have signed in who may not upload: then the uploads stay paused.
session.onOpened(async () => {
  const ids = [...interrupted].filter((id) => find(id)?.state === 'paused');
  interrupted.clear();
  if (ids.length === 0) return;
  await api.packet.check({ query: {} }, { skipErrorHandler: true });
  for (const id of ids) uploads.resume(id);
});

// Asks before the tab closes: its files would have to be chosen again.
addEventListener('beforeunload', (event) => {
  if (allUploads().some(isMoving)) event.preventDefault();
});
