import type { DeliveryFailure } from '../../contract/webhook';
import { AddressRefused } from './target';

/** What an answer's status means; null: delivered. */
export function failureOfStatus(status: number): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 410) return 'gone';
  if (status === 429) return 'tooManyRequests';
  if (status >= 400 && status < 500) return 'clientError';
  return status >= 500 && status < 600 ? 'serverError' : 'invalidResponse';
}

/** What the network's or the HTTP client's error means. */
export function failureOfError(error: unknown): DeliveryFailure {
  if (error instanceof AddressRefused) return 'addressRefused';
  const { errors, code = '', name = '', cause } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  // Of several addresses that were tried, the first tells.
  if (errors?.length) return failureOfError(errors[0]);
  for (const [failure, pattern] of patterns) if (pattern.test(code) || pattern.test(name)) return failure;
  return cause ? failureOfError(cause) : 'unreachable';
}

const patterns: [DeliveryFailure, RegExp][] = [
  ['dnsFailed', /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|ETIMEOUT|EREFUSED|EBADRESP|EBADNAME)$/],
  ['connectionRefused', /^ECONNREFUSED$/],
  ['unreachable', /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/],
  ['timeout', /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/],
  ['connectionClosed', /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED)$/],
  ['invalidResponse', /^(HPE_\w+|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES\w+|UND_ERR_INVALID\w*)$/],
  ['tlsFailed', /^(EPROTO|ERR_TLS\w*|ERR_SSL\w*|CERT_\w+|\w*SELF_SIGNED\w*|UNABLE_TO_\w+|HOSTNAME_MISMATCH|INVALID_\w+|DEPTH_ZERO\w*)$/],
];
