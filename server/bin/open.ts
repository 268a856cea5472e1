import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BIN_BODY_BYTES, BIN_TOKEN, binAnswers } from '../../contract/bin';
import { MINUTE_MS } from '../../contract/duration';
import { HIDDEN } from '../../contract/webhook';
import { Throttle } from '../broker/throttle';
import type { Config } from '../config';
import type { Database } from '../db/database';
import type { BinRow } from '../db/tables';
import type { Sealer } from '../seal';
import { failureOfStatus } from '../webhook/failure';
import type { Answered, Outgoing } from '../webhook/post';
import { webhookOf } from '../webhook/queries';
import { extraHeaders, signingSecrets } from '../webhook/secrets';
import { binByToken, insertRequest } from './queries';
import { worthOf } from './verify';

/** Of one bin: what it takes, and how many may wait for a slow answer. */
const TAKEN = { max: 600, windowMs: MINUTE_MS };
const MOST_WAITING = 32;
/** Nobody needs to see what opens doors. */
const CREDENTIALS = ['authorization', 'proxy-authorization', 'cookie'];

export const newToken = (): string => randomBytes(24).toString('base64url');

interface BinReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The receivers inside the platform, one a project. */
export interface Bins {
  /** Is this the address of the project's own bin, letter for letter? */
  isBinOf(applicationId: number, url: string): Promise<boolean>;
  /**
   * Delivers to a project's own bin, without the network: no address is looked up or dialled, so the guard against private ones
   * has nothing to make an exception for, and any instance can do it. Never rejects.
   * @returns undefined for every other URL: that is for the network
   */
  deliver(applicationId: number, outgoing: Outgoing): Promise<Answered | undefined>;
  /** Takes one request, whoever sent it. @param headers by their names in lower case */
  take(bin: BinRow, headers: Record<string, string>, body: Buffer): Promise<BinReply>;
}

export function openBins({ db, sealer, config, now }: { db: Database; sealer: Sealer; config: Config; now: () => number }): Bins {
  const taken = new Throttle(TAKEN);
  const waiting = new Map<string, number>();

  /** A setting that changed leaves the address that was given before as good as it was. */
  async function ownBin(applicationId: number, url: string): Promise<BinRow | undefined> {
    const [, token] = BIN_TOKEN.exec(url) ?? [];
    const bin = token === undefined ? undefined : await binByToken(db, token);
    return bin?.applicationId === applicationId && [bin.url, urlOf(config, bin)].includes(url) ? bin : undefined;
  }

  /** @returns undefined when the URL is not that of the project's own bin */
  async function takeOwn(applicationId: number, { url, headers, body }: Outgoing): Promise<BinReply | undefined> {
    const bin = await ownBin(applicationId, url);
    if (!bin) return undefined;
    const bytes = Buffer.from(body);
    return take(bin, { host: new URL(url).host, ...lowerCased(headers), 'content-length': String(bytes.length) }, bytes);
  }

  async function take(bin: BinRow, headers: Record<string, string>, body: Buffer): Promise<BinReply> {
    const { token, answer } = bin;
    const { delayMs } = binAnswers[answer];
    const ahead = waiting.get(token) ?? 0;
    if (!taken.take(token, now()) || ahead >= MOST_WAITING) return reply(429, 'too many requests for this bin');
    if (delayMs === 0) return keep(bin, headers, body);

    waiting.set(token, ahead + 1);
    try {
      const kept = await keep(bin, headers, body);
      await sleep(delayMs);
      return kept;
    } finally {
      waiting.set(token, (waiting.get(token) ?? 1) - 1);
      if (waiting.get(token) === 0) waiting.delete(token);
    }
  }

  async function keep({ applicationId, answer }: BinRow, headers: Record<string, string>, body: Buffer): Promise<BinReply> {
    const at = now();
    const { status } = binAnswers[answer];
    const { secrets, hidden } = await secretsOf(applicationId);
    await insertRequest(db, {
      applicationId,
      at,
      headers: JSON.stringify(shownHeaders(headers, [...CREDENTIALS, ...hidden])),
      body: storable(body),
      bytes: body.length,
      verified: worthOf(headers, body, secrets, at),
      status,
    });
    return reply(status, answer);
  }

  async function secretsOf(applicationId: number) {
    const webhook = await webhookOf(db, applicationId);
    if (!webhook) return { secrets: [], hidden: [] };
    return {
      secrets: signingSecrets(sealer, webhook, now()),
      hidden: Object.keys(extraHeaders(sealer, webhook)).map((name) => name.toLowerCase()),
    };
  }

  return {
    isBinOf: async (applicationId, url) => (await ownBin(applicationId, url)) !== undefined,
    take,
    async deliver(applicationId, outgoing) {
      const startedAt = performance.now();
      // Over the network a fault of ours would be an answer, too.
      const answer = await takeOwn(applicationId, outgoing).catch((error: Error) => reply(500, error.message));
      if (!answer) return undefined;
      return {
        response: { ...answer, truncated: false },
        durationMs: Math.round(performance.now() - startedAt),
        error: failureOfStatus(answer.status),
        errorDetail: '',
      };
    },
  };
}

/** The path of a bin, or of every one: `pathOf(":token")`. */
export const pathOf = (token: string): `/bin/${string}` => `/bin/${token}`;

/** Where a bin is reached: with PUBLIC_URL there, else where its maker reached the platform. */
export const urlOf = ({ publicUrl }: Config, { url, token }: BinRow): string => (publicUrl ? publicUrl + pathOf(token) : url);

const reply = (status: number, body: string): BinReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...(status === 429 && { 'retry-after': '30' }) },
  body,
});

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const shownHeaders = (headers: Record<string, string>, hidden: string[]) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name === '__proto__' ? [] : [[name, hidden.includes(name) ? HIDDEN : value.replaceAll('\u0000', '\ufffd')]],
    ),
  );

// PostgreSQL keeps no U+0000.
const storable = (body: Buffer) => body.subarray(0, BIN_BODY_BYTES).toString().replaceAll('\u0000', '\ufffd');
