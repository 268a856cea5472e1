import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ADMIN_ID } from '../contract/account';
import { type Account, accountByToken } from './account/queries';
import { isDueForRenewal, renewSession } from './account/session-queries';
import { applicationByKey, applicationBySecret, applicationOfOwner } from './application/queries';
import type { ApplicationRow } from './db/tables';
import { BusinessError, found } from './errors';
import type { Platform } from './platform';
import { hashOf } from './secrets';

/** Who makes a call, and the project it is about. Asking for what the endpoint's access does not promise is a fault of ours. */
export class Caller {
  signedIn?: { account: Account; sessionId: number };
  ownProject?: ApplicationRow;

  constructor(readonly request: FastifyRequest) {}

  get account(): Account {
    return this.#promised(this.signedIn).account;
  }

  get sessionId(): number {
    return this.#promised(this.signedIn).sessionId;
  }

  /** The project named by `:appKey` or by an application's `:id`; the caller may use it. */
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
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    const caller = new Caller(request);
    request.caller = caller;
    const { access = 'public' } = request.routeOptions.config;
    if (access === 'public') return;

    const { appKey, id } = request.params as { appKey?: string; id?: string };
    const basic = access === 'project' ? basicCredentials(request) : undefined;
    if (basic) {
      const project = await applicationBySecret(db, basic.appKey, hashOf(basic.appSecret), now());
      if (!project) throw new BusinessError('notSignedIn');
      caller.ownProject = project.appKey === appKey ? project : found(undefined);
      return;
    }

    caller.signedIn = await signedIn(request);
    const ownerId = caller.account.id;
    if (access === 'admin' && ownerId !== ADMIN_ID) throw new BusinessError('adminOnly');
    if (appKey !== undefined) caller.ownProject = found(await applicationByKey(db, appKey, ownerId));
    else if (request.routeOptions.url?.startsWith('/v1/platform/application/:id')) {
      caller.ownProject = found(Number.isSafeInteger(Number(id)) ? await applicationOfOwner(db, Number(id), ownerId) : undefined);
    }
  });

  async function signedIn(request: FastifyRequest) {
    const [, token] = /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const session = token && (await accountByToken(db, hashOf(token), now()));
    if (!session) throw new BusinessError('notSignedIn');
    if (isDueForRenewal(session.lastSeenAt, now())) await renew(session.sessionId);
    return session;
  }

  // A full disk must not keep people from reading.
  async function renew(sessionId: number) {
    await renewSession(db, sessionId, now()).catch((error: unknown) => log.warn({ err: error }, 'a session could not be renewed'));
  }
}

/** The appKey and appSecret of HTTP Basic (RFC 7617), if there are any. */
function basicCredentials({ headers }: FastifyRequest) {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(headers.authorization ?? '') ?? [];
  if (!encoded) return undefined;
  const [appKey = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  return { appKey, appSecret: secret.join(':') };
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
