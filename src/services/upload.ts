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
  /** Sent in one piece. */
  whole?: AbortController;
  /** It did not get through in one piece. */
  isBroken?: boolean;
  tus?: Tus;
  /** The platform is asked whether its version is there by now. */
  isAsking?: boolean;
  /** The platform is asked where it is to be sent to. */
  isBeginning?: boolean;
  reading?: AbortController;
  /** Its SHA-256 is known. */
  isRead?: boolean;
  /** How often it was asked whether it is there already: only the last answer counts. */
  question?: number;
  /** That is known. */
  isAsked?: boolean;
  /** Asks the platform once more, which did not answer. */
  again?: ReturnType<typeof setTimeout>;
}

/** So little is soon begun again: it goes in one piece (spec §7). */
const WHOLE_BYTES = 256 << 10;
const CHUNK_BYTES = 32 << 20;
const ASK_AGAIN_MS = 3000;
/** A platform that restarts, or a line that is gone for an hour, is waited for. */
const RETRY_MS = [300, 1000, 2000, ...Array.from({ length: 2000 }, () => ASK_AGAIN_MS)];

const works = new Map<string, Work>();

/** Uploads of packets: they go on while one is on other pages, after a lost connection, after a reload (with the file chosen again) and after a restart of the platform. */
export const uploads = {
  /** Reads the file, asks whether it has to be sent at all, and sends it. @param id of one that failed, and begins anew as this */
  start(draft: UploadDraft, file: File, id = newId()): void {
    works.set(id, { file });
    const { name: filename, size } = file;
    add({ ...draft, id, filename, size, state: 'reading', progress: 0, speed: 0, at: Date.now() });
    loadTus();
    void run(id);
  },

  /** Sends it although the content is here already. */
  sendAnyway: (id: string): void => void send(id),

  pause(id: string): void {
    stop(id);
    change(id, { state: 'paused', speed: 0 });
  },

  resume: (id: string): void => void goOn(id),

  /** The file again, after a reload. @returns whether it is of the same size; its content is compared next */
  choose(id: string, file: File): boolean {
    if (file.size !== find(id)?.size) return false;
    works.set(id, { file });
    change(id, { state: 'reading', read: 0, message: undefined });
    loadTus();
    void run(id);
    return true;
  },

  /** The file of an upload, while this tab has it. */
  fileOf: (id: string): File | undefined => works.get(id)?.file,

  /** Begins again what failed. */
  retry(id: string): void {
    const { file } = works.get(id) ?? {};
    change(id, { state: file ? 'reading' : 'left', progress: 0, read: 0, message: undefined });
    if (!file) return;
    works.set(id, { file });
    void run(id);
  },

  /** Gives it up: what the platform has of it is deleted. */
  cancel(id: string): void {
    const { url, state } = find(id) ?? {};
    works.get(id)?.reading?.abort();
    stop(id);
    if (url && state !== 'done') drop(url);
    works.delete(id);
    remove(id);
  },

  /** Shows those no longer that ended so. */
  putAway(...ends: PacketUpload['state'][]): void {
    for (const { id, state } of allUploads()) if (ends.includes(state)) uploads.cancel(id);
  },
};

/** It cannot be loaded from a platform that is away: while the file is read it is there, most likely. */
const loadTus = () => void import('tus-js-client').catch(() => {});

/** What is being begun ends by itself, once it is known where: the platform would have kept it without anybody knowing. */
function stop(id: string) {
  const work = works.get(id);
  work?.whole?.abort();
  if (!work?.isBeginning) void work?.tus?.abort();
}

const drop = (url: string) => void fetch(url, { method: 'DELETE', headers: { ...headers(), 'Tus-Resumable': '1.0.0' } }).catch(() => {});

/** Read, then asked for, then sent. */
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
    // What the platform has of it stays there.
    if (find(id)?.url) change(id, { state: 'left', message: messageOf(error) });
    else fail(id, messageOf(error));
  }
}

/** Sends it, unless it is there already. */
async function begin(id: string, work: Work) {
  const { name, version, sha256, url, state } = find(id) ?? {};
  work.question = (work.question ?? 0) + 1;
  const { question } = work;
  const asked = await api.packet
    .check({ query: { name, version, sha256 } }, { skipErrorHandler: true })
    .catch((error: unknown) => error as Error);
  // Paused, given up, or gone on with meanwhile.
  if (works.get(id) !== work || work.question !== question || find(id)?.state !== state) return;
  if (isSignedOut(asked)) return interrupt(id);
  // Of what the platform has a part of, a platform that is away is waited for where it is sent.
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

/** As after a reload: of what the platform has a part of, no more is sent once its version is there. */
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
  // A platform that is away is waited for where it is sent.
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
  // Paused or given up meanwhile; or it is being begun still, and goes on.
  if (works.get(id) !== work || find(id)?.state !== 'sending' || work.isBeginning) return;
  if (!Upload) return askAgain(id, () => send(id));
  const speed = speedometer();
  let isResumed = Boolean(url);
  work.isBeginning = !url;
  work.tus = new Upload(file, {
    // Where it is known nothing else may be begun: tus would, whenever a proxy answers for a platform that is away.
    ...(url ? { uploadUrl: url } : { endpoint: `${API_BASE}${UPLOAD_PATH}` }),
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    metadata: { filename, name, version, sha256, ...(description && { description }) },
    // Asked for with every request: a session may have been renewed meanwhile.
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
      // Half of it was kept for a day, and no longer.
      change(id, { url: undefined });
      void send(id);
    },
    onSuccess: () => void settle(id),
  });
  work.tus.start();
}

/** In one request; when the line or the platform fails it, it goes on as one that can be resumed. */
async function sendWhole(work: Work, file: File, { id, name, version, description, sha256 }: PacketUpload) {
  const whole = new AbortController();
  work.whole = whole;
  const speed = speedometer();

  function onUploadProgress({ loaded }: { loaded: number }) {
    if (whole.signal.aborted) return;
    // The form around the file counts, too.
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

/** However it ended: the platform knows whether the packet is there. */
async function settle(id: string, message?: string) {
  const upload = find(id);
  if (!upload || upload.state === 'paused') return;
  try {
    forgetReads();
    const { taken } = await api.packet.check({ query: { name: upload.name, version: upload.version } }, { skipErrorHandler: true });
    if (taken?.sha256 === upload.sha256 && taken) return finish(id, taken);
    fail(id, message ?? textsNow(packetTexts).failed, taken !== null);
  } catch (error) {
    // A session that is over has paused it.
    if (find(id)?.state === 'paused') return;
    if (isSignedOut(error)) return interrupt(id);
    if (!mayAnswerLater(error)) return fail(id, message ?? messageOf(error));
    askAgain(id, () => settle(id, message));
  }
}

const isSignedOut = (error: unknown) => error instanceof RequestFailure && error.code === ErrorCode.notSignedIn;
const mayAnswerLater = (error: unknown) => error instanceof RequestFailure && mayPass(statusOfCode(error.code), error.code);

/** Nobody answered: it is asked again until somebody does, unless it is paused or given up. */
function askAgain(id: string, ask: () => Promise<void>) {
  const work = works.get(id);
  if (!work || find(id)?.state === 'paused') return;
  change(id, { state: 'lost', speed: 0 });
  clearTimeout(work.again);
  work.again = setTimeout(() => works.get(id) === work && find(id)?.state === 'lost' && ask(), ASK_AGAIN_MS);
}

/** Its version is there: as this very content, or somebody else was faster, and no more of it is sent to be refused at its end. */
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

/** The session ended by itself, if it ended. */
let isOver = true;
/** Paused because of that. */
const interrupted = new Set<string>();

/** Goes on once somebody has signed in, unless it was signed out by hand. */
function interrupt(id: string) {
  works.get(id)?.reading?.abort();
  uploads.pause(id);
  if (isOver) interrupted.add(id);
}

// Who signs out takes nothing along; what was sent stays on the platform until it expires.
session.onClosed((end) => {
  isOver = end === 'over';
  const stopped = ['sending', 'lost', 'checking', ...(isOver ? [] : ['reading'])];
  const moving = allUploads().filter(({ state }) => stopped.includes(state));
  if (!isOver) interrupted.clear();
  for (const { id } of moving) interrupt(id);
});

// Whoever has signed in may be somebody else, who may not upload: then they stay where they are.
session.onOpened(async () => {
  const ids = [...interrupted].filter((id) => find(id)?.state === 'paused');
  interrupted.clear();
  if (ids.length === 0) return;
  await api.packet.check({ query: {} }, { skipErrorHandler: true });
  for (const id of ids) uploads.resume(id);
});

// A tab that is closed by mistake takes its files along: they would have to be chosen again.
addEventListener('beforeunload', (event) => {
  if (allUploads().some(isMoving)) event.preventDefault();
});
