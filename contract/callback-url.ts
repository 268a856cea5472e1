import { z } from 'zod';
import { rule } from './field-text';

/** Ports of mail, remote shells and the like, which a browser does not call either (WHATWG Fetch, "bad port"). */
const BLOCKED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export const isBlockedPort = (port: number): boolean => BLOCKED_PORTS.has(port);

/** Scheme, authority and the rest of a URL as it was typed. */
const PARTS = /^(https?):\/\/([^/?#\\\s]+)([/?#][^\s\\]*)?$/i;
const authorityOf = (url: string) => PARTS.exec(url)?.[2] ?? '';
const portOf = (url: string) => Number(/^(?:\[[^\]]*\]|[^:[\]]*):(\d+)$/.exec(authorityOf(url))?.[1] ?? '80');

/** Where callbacks go. Whether its host may be called is for the server to find out. */
export const CallbackUrl = z
  .string()
  .trim()
  .max(2048)
  .regex(PARTS, { error: rule('callbackUrl'), abort: true })
  .refine((url) => !authorityOf(url).includes('@'), { error: rule('callbackCredentials'), abort: true })
  .refine((url) => !url.includes('#'), { error: rule('callbackFragment'), abort: true })
  .refine((url) => portOf(url) <= 65_535, { error: rule('callbackPortRange'), abort: true })
  .refine((url) => !isBlockedPort(portOf(url)), { error: rule('callbackPort'), abort: true })
  .pipe(z.url({ protocol: /^https?$/, error: rule('callbackUrl') }));

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
/** What the platform, HTTP itself or the signature says. */
const RESERVED =
  /^(webhook-.*|host|content-(type|length|encoding)|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|date|proxy-.*|user-agent|accept-encoding)$/i;

export const MAX_HEADERS = 20;

/** Extra headers of every callback, by name. Their values are kept encrypted, and never shown in records. */
export const CallbackHeaders = z
  .record(
    z.string().regex(HEADER_NAME, rule('headerName')),
    z
      .string()
      .trim()
      .max(1024)
      .regex(/^[\x20-\x7e]*$/, rule('headerValue')),
  )
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, rule('headerCount'))
  .refine((headers) => !Object.keys(headers).some((name) => RESERVED.test(name)), rule('headerReserved'))
  .refine(
    (headers) => new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length,
    rule('headerTwice'),
  );
