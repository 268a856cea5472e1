import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CallbackType, callbackBody, callbackTypes, DEFAULT_TYPES } from '../../contract/callback-event';
import { verdictTexts } from '../../contract/callback-text';
import { DAY_MS } from '../../contract/duration';
import { SENT_BY_HAND, webhook } from '../../contract/webhook';
import { BusinessError, found, keepWithin, languageOf } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { asDetail, asRecords, asSent, asWebhook, lastAttempt } from './answer';
import { csvOfRecords } from './csv';
import { diagnose } from './diagnosis';
import { countResendable, pageOfRecords, walkRecords } from './list';
import { exampleBody } from './message';
import { idsOfMessages, recordByMessage, requeue, setWebhookStatus, webhookOf } from './queries';
import { rotate, save } from './settings';
import { statsOf } from './stats';
import { AddressRefused, checkTarget } from './target';
import { sendTest } from './test';

export function webhookRoutes(app: FastifyInstance, platform: Platform) {
  const { db, nudge, callbacks, config, now } = platform;
  const { sealer, delivery, bins, wake } = callbacks;
  const byHand = app.createRateLimit({
    max: SENT_BY_HAND.max,
    timeWindow: SENT_BY_HAND.windowMs,
    keyGenerator: ({ caller }) => `callback ${caller.project.id}`,
  });

  /** Other pages have it open, too. */
  const tell = (projectId: number) =>
    nudge
      .tell(db, [`callback ${projectId}`])
      .catch((error: unknown) => app.log.error({ err: error }, 'a change of a callback could not be told'));

  route(app, webhook.read, async (_, { project }) => {
    const row = await webhookOf(db, project.id);
    return row ? asWebhook(db, sealer, row, now()) : null;
  });

  route(app, webhook.save, async ({ body }, { project }) => {
    await allowed(project.id, body.url);
    const { row, secret } = await save(db, sealer, project.id, body, now());
    wake([project.id]);
    await tell(project.id);
    return { ...(await asWebhook(db, sealer, row, now())), ...(secret && { secret }) };
  });

  route(app, webhook.check, async ({ body }, { project }) => {
    await allowed(project.id, body.url);
    return null;
  });

  route(app, webhook.switch, async ({ body }, { project }) => {
    const row = set(await setWebhookStatus(db, project.id, body.status, now()));
    wake([project.id]);
    await tell(project.id);
    return asWebhook(db, sealer, row, now());
  });

  route(app, webhook.rotateSecret, async ({ body }, { project }) => {
    const secret = set(await rotate(db, sealer, project.id, body.overlapHours, now()));
    await tell(project.id);
    return { secret };
  });

  route(app, webhook.test, async ({ body: { type } }, { project, request }) => {
    const row = set(await webhookOf(db, project.id));
    keepWithin(await byHand(request));
    const sent = await sendTest({ db, delivery }, row, type, exampleBody(type, now(), project.appKey), now());
    await tell(project.id);
    return sent;
  });

  route(app, webhook.doctor, async ({ body }, { project, request }) => {
    const row = set(await webhookOf(db, project.id));
    const { verdict, facts } = await diagnose(db, sealer, row, body);
    return { verdict, facts, ...verdictTexts[verdict][languageOf(request)] };
  });

  route(app, webhook.eventTypes, async (_, { request }) =>
    CallbackType.options.map((type) => ({
      type,
      description: callbackTypes[type].description[languageOf(request)],
      default: (DEFAULT_TYPES as CallbackType[]).includes(type),
      schema: z.toJSONSchema(callbackBody(type)),
      example: JSON.parse(exampleBody(type, now(), request.caller.project.appKey)),
    })),
  );

  route(app, webhook.stats, async ({ query: { from, to, step } }, { project }) => {
    const until = to ? Date.parse(to) : now();
    const since = from === undefined ? until - DAY_MS : Date.parse(from);
    // Of the last day the steps are those of the clock, whenever one looks.
    const origin = from === undefined ? 0 : since;
    return statsOf(db, project.id, { from: since, to: until, step, origin }, now());
  });

  route(app, webhook.records, async ({ query }, { project }) => {
    const page = await pageOfRecords(db, project.id, query);
    return { ...page, list: await asRecords(db, page.list, now()) };
  });

  route(app, webhook.exportRecords, async ({ query }, { project }, reply) =>
    reply
      .header('content-disposition', `attachment; filename="callbacks-${project.appKey}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvOfRecords(db, walkRecords(db, project.id, query, 'desc'), now))),
  );

  route(app, webhook.resendable, async ({ query }, { project }) => {
    await mayResend(project);
    const { to = new Date(now()).toISOString() } = query;
    return { to, ...(await countResendable(db, project.id, { ...query, to })) };
  });

  route(app, webhook.resendRecords, async ({ body: { ids, filter } }, { project }) => {
    await mayResend(project);
    const dueAt = now();
    let queued = 0;
    if (ids) queued = await requeue(db, await idsOfMessages(db, project.id, ids), dueAt);
    else
      for await (const rows of walkRecords(db, project.id, filter ?? {}, 'asc'))
        queued += await requeue(db, rows.filter(({ test }) => test === 0).map(rowId), dueAt);
    wake([project.id]);
    return { queued };
  });

  route(app, webhook.record, async ({ params }, { project }) =>
    asDetail(db, found(await recordByMessage(db, project.id, params.id)), now()),
  );

  route(app, webhook.resend, async ({ params }, { project }) => {
    const { id } = found(await recordByMessage(db, project.id, params.id));
    await mayResend(project);
    await requeue(db, [id], now());
    wake([project.id]);
    return asDetail(db, found(await recordByMessage(db, project.id, params.id)), now());
  });

  route(app, webhook.replay, async ({ params, body: { url } }, { project, request }) => {
    const record = found(await recordByMessage(db, project.id, params.id));
    const row = set(await webhookOf(db, project.id));
    await allowed(project.id, url);
    keepWithin(await byHand(request));
    const [original, sent] = [await lastAttempt(db, record), await delivery.replay(row, record, url)];
    return { original, replay: asSent(record, sent) };
  });

  /** @throws BusinessError when the URL leads to an address that callbacks do not go to */
  async function allowed(applicationId: number, url: string) {
    if (await bins.isBinOf(applicationId, url)) return;
    await checkTarget(url, config.callbackAllowPrivate).catch((error) => {
      if (!(error instanceof AddressRefused)) throw error;
      const { host, address } = error;
      const target = host === address ? host : `${host} (${address})`;
      throw new BusinessError('callbackAddressRefused', { at: 'body.url', values: { target } });
    });
  }

  async function mayResend({ id, status }: { id: number; status: string }) {
    const row = set(await webhookOf(db, id));
    if (status === 'disabled') throw new BusinessError('projectDisabled');
    if (row.status === 'disabled') throw new BusinessError('callbackDisabled');
  }
}

const rowId = ({ id }: { id: number }) => id;

/** What there is once the settings have been saved. @throws BusinessError callbackNotSet */
function set<T>(value: T | undefined): T {
  if (value === undefined) throw new BusinessError('callbackNotSet');
  return value;
}
