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

/** Prepares every request of the console, judges its response and reports failures to the user. */
export const request: RequestConfig = {
  baseURL: API_BASE,
  timeout: REQUEST_TIMEOUT_MS,
  requestInterceptors: [prepare],
  responseInterceptors: [[judge, (error: Error) => Promise.reject(translate(error as AnswerError))]],
  errorConfig: { errorHandler: tellUnlessShown },
};

/** How long a page may take to show a failed read in its place (its code may still be loading) before a toast reports it. */
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

// Filters that are not set are left out instead of sent as empty strings.
function withoutEmpty(params: object = {}) {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
}

/** A response is successful if `success` is true or `code` is 0; either one is enough (spec §8). */
function judge<T extends object>(response: T): T {
  const { data, headers, config, status } = response as unknown as Answer;
  setClock(headers?.date, config.sentAt);
  if (config.responseType === 'blob' || status === 204) return response;
  const { success, code } = envelopeOf(data);
  if (success === true || (success === undefined && code === 0)) return response;
  throw failureOf(response as unknown as Answer);
}

/** Turns any error into a RequestFailure, except cancelled calls. */
function translate(error: AnswerError): Error {
  if (error instanceof RequestFailure || error.code === 'ERR_CANCELED') return error;
  // Without a response, axios 0.27 sets the request as `response`: its status is 0.
  if (error.response?.status) return failureOf(error.response);
  const isTimeout = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
  const { fallback, noNetwork } = textsNow(requestTexts);
  return new RequestFailure(isTimeout ? 'timeout' : 'network', navigator.onLine ? fallback : noNetwork);
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

// The first of several failed calls ends the session, and the guard goes to sign-in once. Late responses to an older session end nothing.
// On a page that stayed open, an attempt to save asks for the sign-in again.
function endSession(failure: RequestFailure, { headers, method, isToSave, asksOnly }: RequestOptions) {
  failure.told = true;
  if (session.token ? headers?.Authorization === session.token : isToSave || (method?.toUpperCase() !== 'GET' && !asksOnly))
    session.close('over');
}

function tellUnlessShown(error: Error, options?: RequestOptions) {
  if (options?.skipErrorHandler || !(error instanceof RequestFailure)) return;
  const isRead = options?.method === 'GET' && !options.isToSave;
  if (isRead && isSaidByPage(error)) error.told = true;
  // Deferred, so that the caller can handle the failure first: a form beside its fields, a page in place of the missing content.
  setTimeout(() => error.told || (isRead && isReadInPlace(error)) || tell(error), isRead ? IN_PLACE_FIRST_MS : 0);
}

/** A project's page itself shows that what it reads does not exist, or belongs to somebody else. */
const isSaidByPage = ({ code }: RequestFailure) => code === ErrorCode.notFound && appKeyOf(pathOfPage(history.location)) !== undefined;

/** The page shows this error in place of its content; other reads that fail alike need not repeat it. */
const isReadInPlace = (failure: RequestFailure) => failure.showType === ShowType.error && isSaidInPlace(failure.message);

/** Reports a failure as its `showType` demands (spec §8); as an error message by default. */
function tell(failure: RequestFailure) {
  // Shown for the operator if the platform is at fault.
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

/** Reports unhandled rejections, except failed calls, which are reported above. */
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
