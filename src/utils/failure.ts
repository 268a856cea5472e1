import { ErrorCode, type Failure, ShowType } from '@contract/errors';

/** Request Timeout, Too Early, Too Many Requests. */
const LATER = [408, 425, 429];

type FailureKind = 'business' | 'timeout' | 'parse' | 'network';

/** A failed call. A business failure has the platform's answer. */
export class RequestFailure extends Error {
  name = 'RequestFailure';
  /** Shown to the user already, e.g. beside the fields of a form. */
  told = false;

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly answer: Partial<Omit<Failure, 'success'>> = {},
    readonly status = 0,
  ) {
    super(message);
  }

  get code(): number | undefined {
    return this.answer.errorCode ?? this.answer.code;
  }

  /** Did the platform report an internal error? */
  get isFault(): boolean {
    return Number(this.code) >= 50_000;
  }

  /** Is it unknown whether the call took effect? A 4xx says that it did not, except those that mean "later". */
  get isUnanswered(): boolean {
    const { kind, status } = this;
    if (kind === 'business') return this.code === ErrorCode.requestTimeout;
    return Math.floor(status / 100) !== 4 || LATER.includes(status);
  }

  /** How the failure is to be shown. */
  get showType(): ShowType {
    return this.answer.showType ?? ShowType.error;
  }
}

/** For errors without a handler: failed calls were reported by runtime/request.ts, others are bugs and reported as unhandled. */
export function tellSlip(failure: unknown): void {
  // A rejection instead of `throw`, which the caller of a callback may swallow.
  if (!(failure instanceof RequestFailure)) void Promise.reject(failure);
}

/** Did a script or its style sheet fail to load? */
export const isUnloaded = ({ name, message }: Error): boolean =>
  name === 'ChunkLoadError' || /dynamically imported module|module script failed|preload CSS/i.test(message);
