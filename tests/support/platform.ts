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
/** The platform's hash of PASSWORD. */
const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$6B9GB2iBLsieTJ3kmZ66WA$Or5CKZaV6nmGn9eI/fMoiNGyEpeCm2CJdcFE/WiX5g8';

type Answered<E extends Endpoint> = { status: number; headers: LightMyRequestResponse['headers']; data: Data<E>; failure: Failure };
/** The input of an endpoint, with a file if the endpoint takes an upload. */
export type Sent<E extends Endpoint> = Input<E> & (E extends { upload: string } ? { file: File } : unknown);
export type Call = <E extends Endpoint>(endpoint: E, input?: Sent<E>, headers?: Record<string, string>) => Promise<Answered<E>>;

export interface TestPlatform {
  app: FastifyInstance;
  platform: Platform;
  /** Advances the platform's clock, in milliseconds. */
  pass: (ms: number) => void;
  /** Freezes the clock, so that only `pass` advances it. A slow machine would otherwise reach deadlines of a few seconds. */
  stopClock: () => void;
  /** Calls the API without a session, unless `headers` has a token. */
  call: Call;
  /** Creates an account with a session, and a `call` for it. The first account is the admin. */
  signIn: (email?: string) => Promise<{ call: Call; token: string; id: number; email: string; password: string }>;
  close: () => Promise<void>;
}

/**
 * A whole platform for one test, with its own database: in memory, or on the PostgreSQL of TEST_DATABASE_URL. Must be closed.
 * @param arrivalMs timeout of an upload that receives no data
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
      // Server-sent events never end; to read them, a test needs a real connection.
      if (type.startsWith('text/event-stream')) reply.stream().destroy();
      const answer = type.startsWith('application/json') ? JSON.parse(await text(reply.stream())) : {};
      return { status: reply.statusCode, headers: reply.headers, data: answer.data, failure: answer };
    };
  const call = caller({});

  // Writes to the database directly, because hashing and verifying passwords is slow. Tests of accounts use the API.
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
