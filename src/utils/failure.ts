import { ErrorCode, type Failure, ShowType } from '@contract/errors';

/** Request Timeout, Too Early, Too Many Requests. */
const LATER = [408, 425, 429];

type FailureKind = 'business' | 'timeout' | 'parse' | 'network';

/** A call that did not succeed. A business failure carries what the platform answered. */
export class RequestFailure extends Error {
  name = 'RequestFailure';
  /** Somebody has shown it to the user: a form beside its fields. Nobody else needs to. */
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

  /** The platform broke and said so. */
  get isFault(): boolean {
    return Number(this.code) >= 50_000;
  }

  /** Nobody answered who could say whether it was done; a refusal on the way (4xx) says that it was not, unless it says: later. */
  get isUnanswered(): boolean {
    const { kind, status } = this;
    if (kind === 'business') return this.code === ErrorCode.requestTimeout;
    return Math.floor(status / 100) !== 4 || LATER.includes(status);
  }

  /** How it wants to be told. */
  get showType(): ShowType {
    return this.answer.showType ?? ShowType.error;
  }
}

/** For what failed and nobody receives: a call that did was told by runtime/request.ts; anything else is a slip of ours, and told as such. */
export function tellSlip(failure: unknown): void {
  // Whoever calls back would swallow what is thrown; a rejection that nobody receives is told.
  if (!(failure instanceof RequestFailure)) void Promise.reject(failure);
}

/** Could a script, or its style, not be loaded? */
export const isUnloaded = ({ name, message }: Error): boolean =>
  name === 'ChunkLoadError' || /dynamically imported module|module script failed|preload CSS/i.test(message);
