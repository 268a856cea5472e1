import type { FastifyInstance, FastifyReply } from 'fastify';
import { config, type Twin } from '../../contract/config';
import { type JsonObject, mergePatch } from '../../contract/merge-patch';
import { downTopic } from '../../contract/topics';
import type { Caller } from '../access';
import { deviceBySn } from '../device/queries';
import { BusinessError, found, languageOf } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { changeEach, selected } from './batch';
import { checkPatch, checkSchema } from './check';
import { revisionsOf, schemaOf, setSchema } from './queries';
import { wholeOf } from './twin';

export function deviceConfigRoutes(app: FastifyInstance, { db, broker, configs, nudge, now }: Platform) {
  const listens = (appKey: string, sn: string) => broker.isHeard?.(downTopic(appKey, sn, 'config/desired'));

  route(app, config.read, async ({ params }, caller, reply) => {
    const device = await target(caller, params.sn);
    return tagged(reply, device, await configs.read(device));
  });

  route(app, config.change, async ({ params, headers, query, body }, caller, reply) => {
    const device = await target(caller, params.sn);
    const basedOn = headers['if-match'];
    if (basedOn === undefined) throw new BusinessError('versionRequired');
    const patch = body as JsonObject;
    const by = signed(caller);
    checkPatch(patch, by.language);
    const { twin } = await configs.change(device, { ...by, basedOn, note: query.note }, (whole) => mergePatch(whole, patch));
    return tagged(reply, device, twin);
  });

  route(app, config.revisions, async ({ params }, caller) => ({ list: await configs.revisions(await target(caller, params.sn)) }));

  route(app, config.rollback, async ({ params, headers, body }, caller, reply) => {
    const device = await target(caller, params.sn);
    const { state } = found((await revisionsOf(db, device.deviceId)).find(({ version }) => version === body.version));
    const change = { ...signed(caller), basedOn: headers['if-match'], note: body.note, restored: body.version };
    const { twin } = await configs.change(device, change, (_, secrets) => wholeOf(state as JsonObject, secrets));
    return tagged(reply, device, twin);
  });

  route(app, config.changeMany, async ({ body: { patch, note, ...selection } }, caller) => {
    const by = signed(caller);
    checkPatch(patch, by.language);
    const { id, appKey } = caller.project;
    return changeEach(await selected(db, id, selection), by.language, async (device) => {
      const { twin, isNew } = await configs.change({ ...device, appKey }, { ...by, note }, (whole) => mergePatch(whole, patch));
      return { version: twin.desired.version, isNew };
    });
  });

  route(app, config.readSync, async ({ body }, { project }) => {
    const devices = [...(await selected(db, project.id, body)).values()].filter((device) => device !== undefined);
    const each = await configs.readEach(project.id, devices);
    const list = each.map(({ twin, unread }, i) => {
      const { sn, state } = devices[i] as (typeof devices)[number];
      const { version } = twin.desired;
      return { sn, state, version, sync: twin.sync, reported: answerOf(twin), unread, listens: listens(project.appKey, sn) };
    });
    return { list };
  });

  route(app, config.readSchema, async (_, { project }) => schemaOf(db, project.id));

  route(app, config.changeSchema, async ({ body: { schema } }, { project, request }) => {
    checkSchema(schema, languageOf(request));
    return replaced(project.id, schema);
  });

  route(app, config.checkSchema, async ({ body: { schema } }, { project, request }) => {
    const language = languageOf(request);
    checkSchema(schema, language);
    return configs.fitting(project.id, schema, language);
  });

  route(app, config.resetSchema, async (_, { project }) => {
    return replaced(project.id, undefined);
  });

  async function replaced(applicationId: number, schema: JsonObject | undefined) {
    await setSchema(db, applicationId, schema, now());
    // A page that is open on one of its configurations checks by it from now on.
    await nudge.tell(db, [`schema ${applicationId}`]);
    return schemaOf(db, applicationId);
  }

  /** The version as entity tag (RFC 9110, 8.8.3): what If-Match of the next change names. */
  function tagged(reply: FastifyReply, { appKey, sn }: { appKey: string; sn: string }, twin: Twin): Twin {
    reply.header('etag', `"${twin.desired.version}"`);
    return { ...twin, listens: listens(appKey, sn) };
  }

  async function target({ project }: Caller, sn: string) {
    const { id: deviceId, applicationId, state } = found(await deviceBySn(db, project.id, sn));
    return { deviceId, applicationId, appKey: project.appKey, sn, state };
  }
}

const answerOf = ({ reported }: Twin) => reported && { version: reported.version, result: reported.result, errors: reported.errors };

/** Who makes a change, and the language they are answered in. */
const signed = ({ signedIn, request }: Caller) => ({
  by: signedIn ? signedIn.account.name || signedIn.account.email : null,
  language: languageOf(request),
});
