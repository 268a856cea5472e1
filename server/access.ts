import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ADMIN_ID } from '../contract/account';
import { AppKey, application } from '../contract/application';
import { broker } from '../contract/broker';
import { MINUTE_MS } from '../contract/duration';
import type { ErrorName } from '../contract/errors';
import { Id } from '../contract/id';
import { parseClientId } from '../contract/topics';
import { type Account, accountByToken } from './account/queries';
import { isDueForRenewal, renewSession } from './account/session-queries';
import { applicationByKey, applicationBySecret, applicationOfOwner } from './application/queries';
import type { ApplicationRow } from './db/tables';
import { BusinessError, found, retryIn } from './errors';
import type { Platform } from './platform';
import { hashOf } from './secrets';

/** Tokens and secrets that do not exist, of one address. */
export const UNKNOWN_CREDENTIALS = { max: 300, timeWindow: MINUTE_MS };

/** Who makes a call, and the project it is about. Asking for what the endpoint's access does not promise is a fault of ours. */
export class Caller {
  signedIn?: { account: Account; sessionId: number };
  ownProject?: ApplicationRow;

  constructor(
    readonly request: FastifyRequest,
    readonly enter: (caller: Caller) => Promise<void>,
  ) {}

  /** For an answer that lasts: may the caller still have it, now that some time has passed? */
  mayGoOn(): Promise<boolean> {
    return this.enter(this).then(
      () => true,
      () => false,
    );
  }

  get account(): Account {
    return this.#promised(this.signedIn).account;
  }

  get sessionId(): number {
    return this.#promised(this.signedIn).sessionId;
  }

  /** The project named by `:appKey`, by an application's `:id` or by a client's; the caller may use it. */
  get project(): ApplicationRow {
    return this.#promised(this.ownProject);
  }

  #promised<T>(value: T | undefined): T {
    if (value === undefined) throw new Error(`${this.request.routeOptions.url} is open to callers without this`);
    return value;
  }
}

/** Decides for every route, by the access its endpoint declares, who may pass, before a body is read. What is somebody else's does not exist: 404. */
export function guard(app: FastifyInstance, { db, log, now }: Platform) {
  const failures = app.createRateLimit(UNKNOWN_CREDENTIALS);
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    request.caller = new Caller(request, enter);
    await enter(request.caller);
  });

  async function enter(caller: Caller) {
    const { request } = caller;
    const { access = 'public' } = request.routeOptions.config;
    if (access === 'public') return;

    if (access === 'project' && isBasic(request.headers.authorization)) {
      const basic = basicCredentials(request.headers.authorization);
      const bySecret = async () => basic && applicationBySecret(db, basic.appKey, hashOf(basic.appSecret), now());
      const project = await known(request, bySecret, 'wrongAppSecret');
      caller.ownProject = project.appKey === namesOf(request).appKey ? project : found(undefined);
      return;
    }

    caller.signedIn = await signedIn(request);
    if (access === 'admin' && caller.account.id !== ADMIN_ID) throw new BusinessError('adminOnly');
    caller.ownProject = await projectOf(request, caller.account.id);
  }

  /** The project an address is about, when it is about one: then it has to be the owner's. */
  async function projectOf(request: FastifyRequest, ownerId: number) {
    const { url = '' } = request.routeOptions;
    const { appKey, id = '' } = namesOf(request);
    if (appKey !== undefined) return found(await applicationByKey(db, appKey, ownerId));
    if (url.startsWith(application.read.path)) {
      const { data } = Id.safeParse(id);
      return found(data ? await applicationOfOwner(db, data, ownerId) : undefined);
    }
    if (url.startsWith(broker.client.path)) {
      const client = parseClientId(id);
      return found(client && (await applicationByKey(db, client.appKey, ownerId)));
    }
  }

  async function signedIn(request: FastifyRequest) {
    const [, token] = /^Bearer +([\w-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token) throw new BusinessError('notSignedIn');
    const session = await known(request, () => accountByToken(db, hashOf(token), now()), 'notSignedIn');
    if (isDueForRenewal(session.lastSeenAt, now())) await renew(session.sessionId);
    return session;
  }

  // Right ones pass whatever else comes from their address: one server with an old secret must not shut an office out.
  async function known<T>(request: FastifyRequest, find: () => Promise<T | undefined>, otherwise: ErrorName): Promise<T> {
    const row = await find();
    if (row) return row;
    const failed = await failures(request);
    if (!failed.isAllowed && failed.isExceeded) throw new BusinessError('tooManyRequests', retryIn(failed.ttl / 1000));
    throw new BusinessError(otherwise);
  }

  // A full disk must not keep people from reading.
  async function renew(sessionId: number) {
    await renewSession(db, sessionId, now()).catch((error: unknown) => log.warn({ err: error }, 'a session could not be renewed'));
  }
}

const namesOf = ({ params }: FastifyRequest) => params as { appKey?: string; id?: string };

const isBasic = (authorization = '') => /^Basic /i.test(authorization);

/** The appKey and appSecret of HTTP Basic (RFC 7617), if there are any. */
export function basicCredentials(authorization = '') {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  if (!encoded) return undefined;
  const [appKey = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  return AppKey.safeParse(appKey).success ? { appKey, appSecret: secret.join(':') } : undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
