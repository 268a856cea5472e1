import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { application } from '../../contract/application';
import { HOUR_MS } from '../../contract/duration';
import { rule } from '../../contract/field-text';
import { countsOf } from '../device/counts';
import { found, InvalidInput, orTaken } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { hashOf, newAppKey, newSecret } from '../secrets';
import { answerApplication, answerApplications, totalsOfOwner } from './answer';
import { insertApplication, pageOfApplications, rotateSecret, setApplicationStatus, updateApplication } from './queries';
import { openRemoval } from './removal';

/** So long an answer waits for connections that are ending, looking so often. */
const ENDING_MS = 1000;
const LOOK_EVERY_MS = 50;

export function applicationRoutes(app: FastifyInstance, { db, log, now, enforce }: Platform) {
  const removal = openRemoval(db, log);
  app.addHook('onClose', () => removal.close());

  route(app, application.list, async ({ query }, { account }) => {
    const { list, total } = await pageOfApplications(db, account.id, query);
    return { list: await answerApplications(db, list, now()), total, totals: await totalsOfOwner(db, account.id, now()) };
  });

  route(app, application.create, async ({ body }, { account }) => {
    const appSecret = newSecret();
    const draft = { ...body, ownerId: account.id, appKey: newAppKey(), createdAt: now() };
    const row = await insertApplication(db, draft, hashOf(appSecret)).catch(orTaken('nameTaken', 'body.name'));
    return { ...(await answerApplication(db, row, now())), appSecret };
  });

  route(app, application.read, (_, { project }) => answerApplication(db, project, now()));

  route(app, application.update, async ({ body }, { project }) => {
    const row = await updateApplication(db, project, body, now()).catch(orTaken('nameTaken', 'body.name'));
    return answerApplication(db, found(row), now());
  });

  route(app, application.switch, async ({ body: { id, status } }, { project }) => {
    if (id !== project.id) throw differs('id', id);
    const row = found(await setApplicationStatus(db, project.id, status, now()));
    if (status === 'disabled' && (await enforce(project.appKey)) > 0) await untilNoneOnline(project.id);
    return answerApplication(db, row, now());
  });

  route(app, application.rotateSecret, async ({ body }, { project }) => {
    const appSecret = newSecret();
    await rotateSecret(db, project.id, hashOf(appSecret), now(), now() + body.overlapHours * HOUR_MS);
    return { appSecret };
  });

  route(app, application.remove, async (_, { project }) => {
    await removal.remove(project.id);
    await enforce(project.appKey);
    return null;
  });

  /** A connection that was told to end does so a moment later: who asks then how many are online is told none, or those that take longer. */
  async function untilNoneOnline(id: number) {
    for (const begun = performance.now(); performance.now() - begun < ENDING_MS; await sleep(LOOK_EVERY_MS)) {
      if ((await countsOf(db, id)).online === 0) return;
    }
  }
}

const differs = (field: string, input: unknown) =>
  new InvalidInput('body', new z.ZodError([{ code: 'custom', path: [field], message: rule('sameId'), input }]));
