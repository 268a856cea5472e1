import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { stripped } from '../../contract/text';
import type { Verdict } from '../../contract/webhook';
import { sign } from './signature';

/** What a receiver got, and the secret it verifies with. */
export interface Received {
  headers?: string | Record<string, string>;
  body?: string;
  secret?: string;
  /** The receiver's clock on receipt, milliseconds since the epoch. */
  receivedAt?: number;
}

/** The message as it was sent, if known. */
export interface Truth {
  id: string;
  body: string;
  attempts: {
    at: number;
    signature: string;
    /** The receiver's clock, from the `Date` header of its answer. */
    receiverAt?: number;
  }[];
}

export interface Finding {
  verdict: Verdict;
  facts: Record<string, string | number>;
}

const NEEDED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
/** Clock skew that the receivers' libraries tolerate. */
const TOLERANCE_MS = 300_000;

type Check = () => Finding | false | undefined;

/** Finds out why a signature does not verify: the first fault, in the order in which a receiver would meet it. */
export function examine(received: Received, truth: Truth | undefined, secrets: { current: string; old?: string }): Finding {
  const headers = typeof received.headers === 'string' ? parseHeaders(received.headers) : lowerCased(received.headers ?? {});
  const isPasted = received.headers !== undefined;
  const id = headers['webhook-id'] ?? truth?.id ?? '';
  const seconds = Number(headers['webhook-timestamp'] ?? Math.floor((truth?.attempts.at(-1)?.at ?? 0) / 1000));
  const attempt = truth?.attempts.findLast(({ at }) => Math.floor(at / 1000) === seconds);
  /** False: it waits for its first try, or it is unknown what became of that. */
  const isSent = (truth?.attempts.length ?? 0) > 0;
  const signature = headers['webhook-signature'] ?? attempt?.signature ?? '';
  const given = received.body || bodyIn(received.headers) || received.body;
  const body = given ?? truth?.body;
  const signs = (secret: string | undefined, text = body) =>
    secret !== undefined && text !== undefined && verifies(signature, secret, id, seconds, text);

  // A secret that is neither of the two is reported by an earlier check.
  const isOld = !isOf(received.secret, secrets.current);

  const checks: Check[] = [
    () => isPasted && missingHeader(headers),
    () => isPasted && truth && id !== truth.id && found('otherRecord', { received: id, sent: truth.id }),
    () => !Number.isInteger(seconds) && found('wrongTimestamp', { received: headers['webhook-timestamp'] ?? '' }),
    () => isSent && truth && !attempt && found('wrongTimestamp', { received: seconds, sent: sentTimes(truth) }),
    () => !isOf(received.secret, secrets.current) && !isOf(received.secret, secrets.old) && found('wrongSecret', formOf(received.secret)),
    () => given === '' && found('emptyBody'),
    () => truth && given !== undefined && compareBodies(given, truth.body),
    () => !isPasted && !isSent && found('notSent'),
    () =>
      !truth &&
      body !== undefined &&
      !signs(secrets.current) &&
      !signs(secrets.old) &&
      guessBody(body, (text) => signs(secrets.current, text) || signs(secrets.old, text)),
    () => isOld && !signs(secrets.old) && found('oldSecret', { given: 'old' }),
    () => !isOld && !signs(secrets.current) && signs(secrets.old) && found('signedWithOld'),
    () => !truth && !isOld && !signs(secrets.current) && found('wrongId', { received: id }),
    () =>
      !isOld && !signs(secrets.current) && found('wrongSignature', { received: signature, ...(attempt && { sent: attempt.signature }) }),
    () => skew(received.receivedAt, attempt?.receiverAt, attempt?.at ?? seconds * 1000),
    // It works now, but not for much longer.
    () => isOld && found('okWithOld', { given: 'old' }),
  ];
  for (const check of checks) {
    const finding = check();
    if (finding) return finding;
  }
  const isCompared = isPasted || given !== undefined || received.secret !== undefined;
  return found(isCompared ? 'ok' : 'nothingReceived');
}

const found = (verdict: Verdict, facts: Finding['facts'] = {}): Finding => ({ verdict, facts });

function missingHeader(headers: Record<string, string>) {
  const missing = NEEDED.filter((name) => !headers[name]);
  return missing.length > 0 && found('missingHeader', { missing: missing.join(', ') });
}

const sentTimes = ({ attempts }: Truth) => attempts.map(({ at }) => Math.floor(at / 1000)).join(', ');

/** Is this the given secret, if one was given? Compared as bytes, because libraries take it with and without `whsec_`. */
const isOf = (given: string | undefined, secret: string | undefined) =>
  given === undefined || (secret !== undefined && keyOf(given).equals(keyOf(secret)));

const formOf = (given = '') => ({
  form: /^(whsec_)?[A-Za-z0-9+/]{42,44}={0,2}$/.test(given.trim()) ? 'another secret' : 'not a callback secret',
});

const keyOf = (secret: string) => Buffer.from(secret.trim().replace(/^whsec_/, ''), 'base64');

function compareBodies(given: string, sent: string): Finding | undefined {
  if (given === sent) return undefined;
  const facts = { receivedBytes: Buffer.byteLength(given), sentBytes: Buffer.byteLength(sent) };
  if (sent.startsWith(given)) return found('truncatedBody', facts);
  const parsed = parse(given);
  if (parsed !== undefined && isDeepStrictEqual(parsed, parse(sent))) return found('reserialisedBody', facts);
  return found('differentBody', facts);
}

/** For when the sent body is unknown: ours are JSON without spaces, so a reformatted one can be turned back. */
function guessBody(given: string, signs: (text: string) => boolean): Finding | undefined {
  const parsed = parse(given);
  if (parsed === undefined)
    return given.trimStart().startsWith('{') ? found('truncatedBody', { receivedBytes: Buffer.byteLength(given) }) : undefined;
  return signs(JSON.stringify(parsed)) ? found('reserialisedBody') : undefined;
}

function skew(receivedAt: number | undefined, receiverAt: number | undefined, sentAt: number): Finding | undefined {
  const clock = receivedAt ?? receiverAt;
  if (clock === undefined || Math.abs(clock - sentAt) <= TOLERANCE_MS) return undefined;
  return found('clockSkew', { secondsApart: Math.round((clock - sentAt) / 1000) });
}

/** Does any of the signatures in the header match? */
function verifies(signature: string, secret: string, id: string, seconds: number, body: string): boolean {
  const expected = Buffer.from(sign([secret], id, seconds * 1000, body));
  return signature.split(' ').some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), expected));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Lines of `Name: value`, as a terminal, a log or a curl command shows them, or an object as JSON, Python or `console.log` prints it.
 * Signature headers not found that way are searched for in other forms: names and values on separate lines, in lists, as CGI variables.
 */
export function parseHeaders(text: string): Record<string, string> {
  const lines = text.trimStart().startsWith('{') ? text.split(IN_OBJECT) : text.split(AT_LINES);
  const pairs = lines.flatMap((line) => {
    const [, , option] = CURL_OPTION.exec(line) ?? [];
    const [, name, rest] = /^([\w-]+)["']?\s*[:=](.*)$/s.exec(option ?? stripped(line, AROUND)) ?? [];
    const value = stripped(rest ?? '', AROUND);
    return name && value ? [[name, value] as const] : [];
  });
  return { ...lowerCased(Object.fromEntries(signatureIn(text))), ...lowerCased(Object.fromEntries(pairs)) };
}

const AT_LINES = /\r\n|[\r\n]|\s(?=(?:-H|--header)\s)/;
/** `-H 'Name: value'`, whatever comes after it. */
const CURL_OPTION = /^\s*(?:-H|--header)\s*(["'])(.*?)\1/;
/** The body in a command of curl, as a shell reads it. */
function bodyIn(headers: Received['headers']): string | undefined {
  const [, body] = (typeof headers === 'string' && /\s(?:-d|--data(?:-raw|-binary)?)\s+'((?:[^']|'\\'')*)'/.exec(headers)) || [];
  return body?.replaceAll("'\\''", "'");
}

/** Characters that tools print around names and values. */
const AROUND = /[\s<>*"'{}[\],\\]/;

/** The signature headers, with patterns of their values. A header name right after another one is not its value. */
const SIGNED = {
  'webhook-id': '(?!http_webhook|webhook)[^\\s"\',\\])}]+',
  'webhook-timestamp': '\\d+(?![\\w.])',
  'webhook-signature': 'v1,[\\w+/=]+(?: v1,[\\w+/=]+)*(?![\\w+/=,])',
};

function signatureIn(text: string): [name: string, value: string][] {
  return Object.entries(SIGNED).flatMap(([name, value]) => {
    const named = `(?<![\\w-])(?:http_)?${name.replace('-', '[-_]')}["']?`;
    const [, found] = new RegExp(`${named}(?:\\s{0,8}[:=：,]\\s{0,8}|\\s{1,8})[["'(]*(${value})`, 'i').exec(text) ?? [];
    return found ? [[name, found]] : [];
  });
}

/** A comma between two headers: one that a name follows, quoted or not. Signatures contain commas, too. */
const IN_OBJECT = /,\s*(?=["']?[\w-]+["']?\s*:\s*["'\d[])/;

export const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
