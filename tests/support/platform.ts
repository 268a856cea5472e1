import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Data, type Endpoint, type Input, pathOf } from '../../contract/endpoint';
import type { Failure } from '../../contract/errors';
import { nameOf } from '../../server/account/admin';
import { insertAccount } from '../../server/account/queries';
import { insertSession } from '../../server/account/session-queries';
import { createApp } from '../../server/app';
import { type Config, inMemory } from '../../server/config';
import { openPlatform, type Platform } from '../../server/platform';
import { hashOf, newSecret } from '../../server/secrets';
import { ownDatabase } from './database';

const PASSWORD = 'blue-contour-42';
/** As the platform hashes it. */
const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$6B9GB2iBLsieTJ3kmZ66WA$Or5CKZaV6nmGn9eI/fMoiNGyEpeCm2CJdcFE/WiX5g8';

type Answered<E extends Endpoint> = { status: number; headers: LightMyRequestResponse['headers']; data: Data<E>; failure: Failure };
/** What a caller sends, a file beside the fields where the endpoint takes one. */
export type Sent<E extends Endpoint> = Input<E> & (E extends { upload: string } ? { file: File } : unknown);
export type Call = <E extends Endpoint>(endpoint: E, input?: Sent<E>, headers?: Record<string, string>) => Promise<Answered<E>>;

export interface TestPlatform {
  app: FastifyInstance;
  platform: Platform;
  /** Moves the platform's clock, in milliseconds. */
  pass: (ms: number) => void;
  /** From here on only `pass` moves it: for what becomes due within seconds, which a busy machine may take. */
  stopClock: () => void;
  /** Calls as nobody; give headers to be somebody. */
  call: Call;
  /** Makes an account, signs it in, and calls as it. The first one is the admin. */
  signIn: (email?: string) => Promise<{ call: Call; token: string; id: number; email: string; password: string }>;
  close: () => Promise<void>;
}

/**
 * A whole platform for one test, on a database of its own: in memory, or on the PostgreSQL of TEST_DATABASE_URL. Close it.
 * @param arrivalMs how long an upload may stand still
 */
export async function startPlatform(changes: Partial<Config> = {}, arrivalMs?: number): Promise<TestPlatform> {
  let skew = 0;
  let stoppedAt: number | undefined;
  const database = await ownDatabase();
  const platform = await openPlatform(inMemory({ ...(database && { database: database.url }), ...changes }), {
    now: () => (stoppedAt ?? Date.now()) + skew,
  });
  const app = await createApp(platform, undefined, arrivalMs);

  const caller =
    (own: Record<string, string>): Call =>
    async (endpoint, input = {} as never, headers = {}) => {
      const { params, query, headers: sent, body, file } = input as AnyInput;
      const reply = await app.inject({
        method: endpoint.method,
        url: pathOf(endpoint, params),
        query,
        payload: file && endpoint.upload ? form({ ...body, [endpoint.upload]: file }) : body,
        headers: { ...own, ...sent, ...headers },
        payloadAsStream: true,
      });
      const type = String(reply.headers['content-type']);
      // Server-sent events have no end: whoever wants to hear them has to listen.
      if (type.startsWith('text/event-stream')) reply.stream().destroy();
      const answer = type.startsWith('application/json') ? JSON.parse(await text(reply.stream())) : {};
      return { status: reply.statusCode, headers: reply.headers, data: answer.data, failure: answer };
    };
  const call = caller({});

  // Not by the calls that people use, which the tests of accounts use: to hash and verify a password takes its time.
  async function signIn(email = `${randomBytes(6).toString('hex')}@example.com`) {
    const { db, now } = platform;
    const user = await insertAccount(db, { email, name: nameOf(email), passwordHash: PASSWORD_HASH, createdAt: now() });
    if (!user) throw new Error(`somebody is ${email} already`);
    const token = newSecret();
    const opened = { accountId: user.id, tokenHash: hashOf(token), userAgent: '', address: '127.0.0.1', createdAt: now() };
    await insertSession(db, opened, PASSWORD_HASH);
    return { call: caller({ authorization: `Bearer ${token}` }), token, id: user.id, email, password: PASSWORD };
  }

  async function close() {
    await app.close();
    await platform.close();
    await database?.drop();
  }

  const pass = (ms: number) => {
    skew += ms;
  };
  const stopClock = () => {
    stoppedAt = Date.now();
  };
  return { app, platform, pass, stopClock, call, signIn, close };
}

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
  file?: File;
}

function form(fields: object) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data as unknown as InjectOptions['payload'];
}
