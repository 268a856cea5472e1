import { ErrorCode, type Failure } from '@contract/errors';
import type { DetailedError } from 'tus-js-client';
import { packetTexts } from '@/locales/packet';
import { textsNow } from '@/locales/texts';
import { RequestFailure } from '@/utils/failure';

/** May a retry succeed? Yes after a lost connection, or if the platform restarts or is busy; not after a refusal, or a platform fault. */
export function mayPass(status: number, code?: number): boolean {
  if (code === ErrorCode.storageFull) return false;
  return status < 400 || status > 500 || [408, 423, 429].includes(status) || (status === 409 && code !== ErrorCode.packetTaken);
}

/** Codes are the HTTP status × 100 + n. */
export const statusOfCode = (code = 0): number => Math.floor(code / 100);

/** The HTTP status of an error; 0: no response. */
export const statusOf = (error: DetailedError | Error): number =>
  'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;

/** The reason of a failure, in the user's language. */
export function messageOf(error: unknown): string {
  if (error instanceof RequestFailure) return error.message;
  return answerOf(error)?.message ?? textsNow(packetTexts).failed;
}

/** The platform's error; undefined if something else answered. */
export function answerOf(error: unknown): Failure | undefined {
  try {
    return JSON.parse((error as DetailedError).originalResponse?.getBody() ?? '') as Failure;
  } catch {
    return undefined;
  }
}
