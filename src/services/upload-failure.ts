import { ErrorCode, type Failure } from '@contract/errors';
import type { DetailedError } from 'tus-js-client';
import { packetTexts } from '@/locales/packet';
import { textsNow } from '@/locales/texts';
import { RequestFailure } from '@/utils/failure';

/** A line that broke, a platform that restarts or is busy: yes. A refusal, or a fault of the platform's: no. */
export function mayPass(status: number, code?: number): boolean {
  if (code === ErrorCode.storageFull) return false;
  return status < 400 || status > 500 || [408, 423, 429].includes(status) || (status === 409 && code !== ErrorCode.packetTaken);
}

/** Codes are the HTTP status × 100 + n. */
export const statusOfCode = (code = 0): number => Math.floor(code / 100);

/** 0: nobody answered. */
export const statusOf = (error: DetailedError | Error): number =>
  'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;

/** Why it failed, in the reader's language. */
export function messageOf(error: unknown): string {
  if (error instanceof RequestFailure) return error.message;
  return answerOf(error)?.message ?? textsNow(packetTexts).failed;
}

/** What the platform said of it; undefined when it was not the platform that answered. */
export function answerOf(error: unknown): Failure | undefined {
  try {
    return JSON.parse((error as DetailedError).originalResponse?.getBody() ?? '') as Failure;
  } catch {
    return undefined;
  }
}
