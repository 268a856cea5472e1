import { ErrorCode, type Failure, ShowType } from '@contract/errors';
import { history, type RequestConfig, type RequestOptions } from '@umijs/max';
import { frameTexts } from '@/locales/frame';
import { language } from '@/locales/language';
import { requestTexts } from '@/locales/request';
import { textsNow } from '@/locales/texts';
import { session } from '@/services/token';
import { appKeyOf, pathOfPage } from '@/utils/address';
import { isUnloaded, RequestFailure } from '@/utils/failure';
import { setClock } from '@/utils/platform-clock';
import { isSaidInPlace, toast } from '@/utils/toast';
import { API_BASE, REQUEST_TIMEOUT_MS } from '../../config/defaults';

/** Every request of the console is prepared, judged and, when it fails, told to the user here. */
export const request: RequestConfig = {
  baseURL: API_BASE,
  timeout: REQUEST_TIMEOUT_MS,
  requestInterceptors: [prepare],
  responseInterceptors: [[judge, (error: Error) => Promise.reject(translate(error as AnswerError))]],
  errorConfig: { errorHandler: tellUnlessShown },
};

/** Until a page that could not read what it shows stands there and says so; its code may be on its way. */
const IN_PLACE_FIRST_MS = 500;

interface Answer {
  status: number;
  data: unknown;
  headers?: { date?: string };
  config: RequestOptions;
}

interface AnswerError extends Error {
  code?: string;
  response?: Answer;
}

function prepare(config: RequestOptions): RequestOptions {
  return {
    ...config,
    sentAt: Date.now(),
    params: withoutEmpty(config.params),
    headers: { 'Accept-Language': language(), ...(session.token && { Authorization: session.token }), ...config.headers },
  };
}

// A filter that is not set travels as nothing, not as an empty string.
function withoutEmpty(params: object = {}) {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
}

/** An answer is a success when `success` is true or `code` is 0: either half alone is enough (spec §8). */
function judge<T extends object>(response: T): T {
  const { data, headers, config, status } = response as unknown as Answer;
  setClock(headers?.date, config.sentAt);
  if (config.responseType === 'blob' || status === 204) return response;
  const { success, code } = envelopeOf(data);
  if (success === true || (success === undefined && code === 0)) return response;
  throw failureOf(response as unknown as Answer);
}

/** Whatever went wrong on the way, as a RequestFailure; a call that was given up is none. */
function translate(error: AnswerError): Error {
  if (error instanceof RequestFailure || error.code === 'ERR_CANCELED') return error;
  // Where nobody answered, axios 0.27 gives the request in place of the answer: its status is 0.
  if (error.response?.status) return failureOf(error.response);
  const isTimeout = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
  return new RequestFailure(isTimeout ? 'timeout' : 'network', textsNow(requestTexts).fallback);
}

function failureOf({ data, config, status }: Answer): RequestFailure {
  const answer = envelopeOf(data);
  const isEnvelope = answer.success !== undefined || answer.code !== undefined;
  const message = answer.errorMessage || answer.message || textsNow(requestTexts).fallback;
  const failure = new RequestFailure(isEnvelope ? 'business' : 'parse', message, answer, status);
  if (failure.code === ErrorCode.notSignedIn) endSession(failure, config);
  return failure;
}

function envelopeOf(data: unknown): Partial<Omit<Failure, 'success'>> & { success?: boolean } {
  return typeof data === 'object' && data !== null && !(data instanceof Blob) ? data : {};
}

// Of many calls in flight the first ends the session; the guard then goes to sign-in, once. A late answer to an older session ends nothing.
// On a page that stayed, who wants to save is told again.
function endSession(failure: RequestFailure, { headers, method, isToSave, asksOnly }: RequestOptions) {
  failure.told = true;
  if (session.token ? headers?.Authorization === session.token : isToSave || (method?.toUpperCase() !== 'GET' && !asksOnly))
    session.close('over');
}

function tellUnlessShown(error: Error, options?: RequestOptions) {
  if (options?.skipErrorHandler || !(error instanceof RequestFailure)) return;
  const isRead = options?.method === 'GET' && !options.isToSave;
  if (isRead && isSaidByPage(error)) error.told = true;
  // Who sent the call takes the failure first: a form may show it beside its fields, a page in the place of what it could not read.
  setTimeout(() => error.told || (isRead && isReadInPlace(error)) || tell(error), isRead ? IN_PLACE_FIRST_MS : 0);
}

/** What a page of a project reads and is not there, or is somebody else's: the page says so in its place. */
const isSaidByPage = ({ code }: RequestFailure) => code === ErrorCode.notFound && appKeyOf(pathOfPage(history.location)) !== undefined;

/** The page says it in the place of what it could not read; what else it reads and fails alike need not say it again. */
const isReadInPlace = (failure: RequestFailure) => failure.showType === ShowType.error && isSaidInPlace(failure.message);

/** Tells a failure the way it wants to be told (spec §8); an error message when it does not say. */
function tell(failure: RequestFailure) {
  // For the operator, when the platform is at fault.
  const toldId = failure.isFault ? failure.answer.requestId : undefined;
  const code = String(failure.code ?? '');
  failure.told = true;
  switch (failure.showType) {
    case ShowType.silent:
      return;
    case ShowType.warning:
      return toast.warning(failure.message);
    case ShowType.notification:
      return toast.notify(textsNow(requestTexts).failed(code), failure.message, toldId);
    case ShowType.redirect:
      return history.push(`/exception?${new URLSearchParams({ errorCode: code, errorMessage: failure.message })}`);
    default:
      return toast.error(failure.message, toldId);
  }
}

/** A rejection nobody received: a failed call has been told above, anything else is told now. */
export function tellUnhandled(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (reason?.code === 'ERR_CANCELED' || reason?.errorFields) return event.preventDefault();
    const { unexpected } = textsNow(requestTexts);
    if (!(reason instanceof RequestFailure))
      return void toast.error(reason instanceof Error && isUnloaded(reason) ? textsNow(frameTexts).unopened : unexpected);
    event.preventDefault();
  });
}
