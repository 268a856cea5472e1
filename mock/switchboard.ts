import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppKey } from '../contract/application';
import { type ErrorName, errors, errorText, type Failure, type Language } from '../contract/errors';
import { type Fail, readSwitches, type Switches } from '../contract/mock';
import { settings } from '../contract/settings';
import { MAX_COUNTED } from '../contract/webhook';
import { preferredLanguage } from '../server/language';
import type { Platform } from '../server/platform';
import { brokerSwitch } from './broker-away';

const MILLION = 1_000_000;
/** Tells a repeated page from the real one that it repeats. */
const ROUND = 'mock-round';
/** Requests at the start of a session, and streams, which fail only if a switch names them. */
const SPARED = /\/(currentUser|settings|stream)(\?|$)/;
/** The URL of a page's module on the dev server. */
const PAGE_SCRIPT = /^\/src\/pages\/.+\.tsx(\?|$)/;

export interface Switchboard {
  /** Applies the switches to a request before it is handled. @returns whether it is already answered */
  intercepts(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** Implements QA's switches (contract/mock.ts) between the dev server and the platform. */
export function openSwitchboard(app: FastifyInstance, platform: Platform): Switchboard {
  const { db } = platform;
  const setBrokerAway = brokerSwitch(platform);
  const calls = new Map<string, number>();
  let failsNext: Fail | undefined;
  let failsNextPage = false;
  let deployments = 0;

  /**
   * Applies switches with effects beyond a single request.
   * @param isOpening the page is being opened: `deployed` is ignored, because the page's panel sends it again when it can be noticed
   */
  async function change({ expired, broker: isAway, chunk, deployed, fail }: Switches, isOpening: boolean) {
    setBrokerAway(isAway === true);
    if (expired) await db.deleteFrom('session').execute();
    if (chunk) failsNextPage = true;
    if (deployed && !isOpening) deployments++;
    if (fail?.when === 'next') failsNext = fail;
  }

  function reset() {
    failsNext = undefined;
    failsNextPage = false;
    calls.clear();
  }

  async function intercepts(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { url = '', method, headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://mock');
    const said = searchParams.get('mock') ?? '';
    if (pathname === '/mock' && method === 'POST') {
      if (said === '') reset();
      await change(readSwitches(said), false);
      response.writeHead(204).end();
      return true;
    }
    if (headers['sec-fetch-dest'] === 'document') await change(readSwitches(said), true);
    if (failsNextPage && headers['sec-fetch-dest'] === 'script' && PAGE_SCRIPT.test(url)) {
      failsNextPage = false;
      response.writeHead(503).end();
      return true;
    }
    if (!pathname.startsWith('/v1/')) return false;

    const switches = switchesOf(headers);
    if (switches.slow) await sleep(switches.slow);
    const failure = failureFor(`${method} ${url}`, switches.fail);
    if (failure) return refuse(request, response, failure);
    if (switches.million) request.url = toRealRow(await wrapped(request));
    if (switches.million || switches.empty) leaveOutCounts(response);
    return false;
  }

  function failureFor(call: string, fail: Fail | undefined): Fail | undefined {
    if (failsNext && isMeant(call, failsNext)) {
      const next = failsNext;
      failsNext = undefined;
      return next;
    }
    if (!fail || fail.when === 'next' || !isMeant(call, fail)) return undefined;
    const key = JSON.stringify(fail);
    const count = (calls.get(key) ?? 0) + 1;
    calls.set(key, count);
    return count % fail.when === 0 ? fail : undefined;
  }

  // With a million rows, pages after the last real one repeat the real ones, under other ids: lists that grow know their rows by them.
  async function wrapped({ url = '', headers }: IncomingMessage): Promise<string> {
    const asked = new URL(url, 'http://mock');
    const current = Number(asked.searchParams.get('current'));
    const pageSize = Number(asked.searchParams.get('pageSize') ?? 10);
    if (!(current > 1)) return url;
    const { referer: _, ...alike } = headers;
    asked.searchParams.set('current', '1');
    const { data } = (await app.inject({ url: asked.pathname + asked.search, headers: alike })).json();
    const pages = Math.max(1, Math.floor((data?.total ?? 0) / pageSize));
    headers[ROUND] = String(Math.floor((current - 1) / pages));
    asked.searchParams.set('current', String(((current - 1) % pages) + 1));
    return asked.pathname + asked.search;
  }

  // The switch of a project has its id in the body, too.
  app.addHook('preValidation', async ({ headers, body }) => {
    const given = body as { id?: unknown } | undefined;
    if (given && switchesOf(headers).million && Number(given.id) > MILLION) given.id = realId(given.id);
  });

  app.addHook('preSerialization', async (request, _, payload) => {
    const { empty, million } = switchesOf(request.headers);
    const answer = payload as { data?: object };
    if (!answer?.data) return payload;
    if (isSettings(request)) return deployments ? { ...answer, data: { ...answer.data, version: `development-${deployments}` } } : payload;
    if (!isList(answer.data) || isLookup(request)) return payload;
    if (empty) return { ...answer, data: emptied(answer.data) };
    if (million) return { ...answer, data: multiplied(answer.data, Number(request.headers[ROUND] ?? 0)) };
    return payload;
  });

  return { intercepts };
}

// The switches are in the page's URL, which browsers send as a full `Referer` to the same origin.
const switchesOf = ({ referer }: { referer?: string }): Switches =>
  referer && URL.canParse(referer) ? readSwitches(new URL(referer).searchParams.get('mock') ?? '') : {};

/** What is done to a repeated row is done to the real one. */
const realId = (id: unknown) => Number(id) % MILLION;

/** Serial numbers may be as long, but are no ids. */
const toRealRow = (url: string) => url.replace(/(?<!\/device)\/(\d{7,})(?=[/?]|$)/, (_, id) => `/${realId(id)}`);

const isMeant = (call: string, { only }: Fail) => (only ? call.includes(only) : !SPARED.test(call));
const isSettings = ({ routeOptions }: FastifyRequest) => routeOptions.url === settings.read.path;

// Pages find their project by its appKey, in a list that therefore has to stay unchanged.
const isLookup = ({ query }: FastifyRequest) => AppKey.safeParse((query as { keyword?: string }).keyword).success;

/** Removes counts from event streams, because they would replace the switched ones on the page. */
function leaveOutCounts(response: ServerResponse) {
  const write = response.write.bind(response) as (chunk: unknown) => boolean;
  response.write = (chunk: unknown) => (typeof chunk === 'string' && chunk.includes('"type":"counts"') ? true : write(chunk));
}

interface List {
  list: unknown[];
  total?: number;
  more?: boolean;
  counts?: Record<string, number>;
  totals?: { projects: number };
  nextCursor?: unknown;
}

const isList = (data: object): data is List => Array.isArray((data as Partial<List>).list);

function emptied(data: List): List {
  return {
    ...data,
    list: [],
    ...('total' in data && { total: 0 }),
    ...('more' in data && { more: false }),
    ...('nextCursor' in data && { nextCursor: null }),
    ...(data.counts && { counts: scaled(data.counts, 0) }),
    ...(data.totals && { totals: { ...data.totals, projects: 0 } }),
  };
}

/** @param round how often the real rows have been repeated already */
function multiplied(data: List, round: number): List {
  if (!data.total || !data.list.length) return data;
  // Some lists are counted only up to `MAX_COUNTED`, and have `more` instead.
  const isCounted = data.more === undefined || data.counts !== undefined;
  return {
    ...data,
    list: data.list.map((row) => (hasId(row) ? { ...row, id: row.id + round * MILLION } : row)),
    total: isCounted ? MILLION : MAX_COUNTED,
    ...(!isCounted && { more: true }),
    ...(data.counts && { counts: scaled(data.counts, MILLION / (data.counts.all || MILLION)) }),
    ...(data.totals && { totals: { ...data.totals, projects: MILLION } }),
  };
}

const hasId = (row: unknown): row is { id: number } => typeof (row as { id?: unknown } | null)?.id === 'number';

const scaled = (counts: Record<string, number>, by: number) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.round(count * by)]));

function refuse({ headers }: IncomingMessage, response: ServerResponse, { code, showType }: Fail): true {
  const message = messageOf(code, preferredLanguage(headers['accept-language']));
  const failure: Failure = { success: false, code, message, errorCode: code, errorMessage: message, showType, requestId: randomUUID() };
  const status = Math.floor(code / 100);
  response.writeHead(status >= 400 && status < 600 ? status : 200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(failure));
  return true;
}

/** Values for the placeholders in error texts. */
const SAID = { wait: 30, max: 10_000, count: 3, version: 2, name: 'QA', host: 'example.com', address: '192.0.2.1' };

/** The platform's text for an error code; unknown codes get that of `serverFault`. */
function messageOf(code: number, language: Language): string {
  const known = (Object.keys(errors) as ErrorName[]).find((name) => errors[name].code === code);
  return errorText(known ?? 'serverFault', language, SAID);
}
