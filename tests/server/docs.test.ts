import { type Schema, Validator } from '@cfworker/json-schema';
import { contract } from '../../contract';
import { CallbackType, callbackTypes } from '../../contract/callback-event';
import { HEADER_BYTES, readHeader } from '../../contract/depth-frame';
import type { Endpoint } from '../../contract/endpoint';
import { errors, type Language, languages } from '../../contract/errors';
import { clientIdOf, type DownName, type UpName } from '../../contract/topics';
import { documentText } from '../../server/docs/text';
import { type FeatureWording, reference } from '../../server/docs/wording';
import { parseStrictly } from '../../server/strict';
import { newMessageId } from '../../server/webhook/message';
import { deliveryHeaders } from '../../server/webhook/signature';
import { startPlatform, type TestPlatform } from '../support/platform';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ productName: 'Acme <IoT>' });
});
afterAll(() => platform.close());

const get = (url: string, headers = {}) => platform.app.inject({ url, headers });

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  example?: string;
  schema: object;
}

interface Operation {
  summary: string;
  description?: string;
  operationId: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: Record<string, unknown> }> };
  responses: Record<string, unknown>;
  security: object[];
}

interface Document {
  openapi: string;
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}

const read = async (language: Language) => (await get(`/openapi.json?lang=${language}`)).json<Document>();
const HAN = /\p{Script=Han}/u;
const calls = Object.entries<Record<string, Endpoint>>(contract).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature).map(([name, endpoint]) => [feature, name, endpoint] as const),
);

describe.each(languages)('/openapi.json in %s', (language) => {
  const isChinese = language === 'zh-CN';
  let document: Document;
  beforeAll(async () => {
    document = await read(language);
  });

  test('is OpenAPI 3.1 under the name of the product', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info.title).toBe(isChinese ? 'Acme <IoT> 接口文档' : 'Acme <IoT> API');
  });

  test('what a call is refused without is required, and examples can be sent as they are', () => {
    const call = document.paths['/v1/platform/{appKey}/device/{sn}/config']?.patch;
    expect(call?.parameters.find(({ name }) => name === 'if-match')).toMatchObject({ required: true, schema: { examples: ['"3"'] } });
    expect(call?.requestBody?.content['application/json']?.schema).toMatchObject({ examples: [{ depth: { fps: 15 } }] });
    const times = JSON.stringify(document).match(/"format":"date-time"(?!,"pattern":"[^"]*","examples":\["20\d\d-)/g);
    expect(times).toBeNull();
  });

  test.each(calls)('describes %s.%s', (feature, name, { method, path, body, access, upload }) => {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;
    const { name: tag, calls: words } = (reference as Record<string, FeatureWording>)[feature] as FeatureWording;

    expect(operation).toMatchObject({ operationId: `${feature}.${name}`, summary: words[name]?.[language], tags: [tag[language]] });
    // Tools do not render Markdown in summaries.
    expect(operation.summary).not.toContain('`');
    for (const text of [operation.summary, operation.description ?? operation.summary, tag[language]])
      expect(HAN.test(text)).toBe(isChinese);
    expect(operation.responses).toMatchObject({
      200: { description: documentText[language].success },
      default: { $ref: '#/components/responses/Failure' },
    });
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
    expect(inPath).toEqual([...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter));
    for (const { name, description } of operation.parameters) expect([name, HAN.test(description ?? '')]).toEqual([name, isChinese]);
    expect(operation.parameters.filter(({ description }) => !description)).toEqual([]);
    expect(!!operation.requestBody).toBe(!!body);
    const tried = operation.requestBody?.content['application/json'];
    if (body && tried) expect(parseStrictly(body, tried.example ?? tried.schema.examples?.[0]).error).toBeUndefined();
    if (upload) expect(operation.requestBody?.content['multipart/form-data']?.schema.required).toContain(upload);
    expect(operation.security.length === 0).toBe(access === 'public');
    expect(operation.description?.includes(documentText[language].adminOnly) ?? false).toBe(access === 'admin');
  });

  test('describes every feature, and nothing by the same name', () => {
    const names = document.tags.map((tag) => tag.name);
    expect(names).toHaveLength(Object.keys(contract).length);
    expect(new Set(names).size).toBe(names.length);
    for (const { description } of document.tags) expect(HAN.test(description)).toBe(isChinese);
  });

  test('has every reference it points to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    const resolved = references.map((path) =>
      path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document),
    );

    expect(references.length).toBeGreaterThan(0);
    expect(resolved).not.toContain(undefined);
  });

  test('has no limits that are only those of JavaScript', () => {
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test('names every error there is, in the order of their codes', () => {
    for (const [name, error] of Object.entries(errors)) {
      expect(document.info.description).toContain(`\`${error.code}\` ${name}: ${error[language]}`);
    }
    const codes = [...document.info.description.matchAll(/^- `(\d{5})`/gm)].map(([, code]) => Number(code));
    expect(codes).toHaveLength(Object.keys(errors).length);
    expect(codes).toEqual([...codes].sort((one, other) => one - other));
  });

  test('says how often, and when, a callback is tried', () => {
    const waits = isChinese
      ? '5 秒、5 分钟、30 分钟、2 小时、5 小时、10 小时、14 小时、20 小时、24 小时'
      : '5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h';
    const numbers = isChinese
      ? ['15 秒内', '约 3 天', '共 10 次', '最多 15%', '连续 5 天', '最多保留 7 天']
      : ['within 15 s', 'about 3 days and 10 tries', 'up to 15%', '5 days of', 'up to 7 days'];

    for (const said of [waits, ...numbers]) expect(document.info.description).toContain(said);
  });

  test('names every topic for those who make devices, and how they sign in', () => {
    const topics: Record<UpName | DownName, true> = {
      status: true,
      telemetry: true,
      event: true,
      'config/get': true,
      'config/reported': true,
      'depth/state': true,
      'depth/frame': true,
      'upgrade/progress': true,
      'config/desired': true,
      'depth/ctl': true,
      'upgrade/notice': true,
    };
    for (const name of Object.keys(topics)) expect(document.info.description).toMatch(new RegExp(`\`((up|down)/)?${name}\\b`));
    for (const said of [`\`${clientIdOf('{appKey}', '{sn}')}\``, 'mqttUrl', '64 KB', '2 MB'])
      expect(document.info.description).toContain(said);
  });

  test('has the header of a depth frame, as the platform reads it', () => {
    const [, hex = ''] = /```\n(44505448[\s\S]+?)\n```/.exec(document.info.description) ?? [];
    const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex');
    expect(bytes).toHaveLength(HEADER_BYTES);
    expect(readHeader(Buffer.concat([bytes, Buffer.alloc(4)]))).toMatchObject({
      ...{ width: 640, height: 480, encoding: 'zdelta', seq: 7, session: 3, payloadLength: 4, isDecimated: false },
      intrinsics: { fx: expect.closeTo(465.6), fy: expect.closeTo(465.6), cx: 319.5, cy: 239.5 },
    });
  });

  test('has a webhook for everything that is sent to callbacks', () => {
    expect(Object.keys(document.webhooks)).toEqual(CallbackType.options);
  });

  test.each(CallbackType.options)('describes what is sent for %s', (type) => {
    const { post } = document.webhooks[type] as { post: Operation };
    const { summary, description = '', parameters, requestBody, responses, security } = post;
    const { schema, example = {} } = requestBody?.content['application/json'] ?? {};
    const headers = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.example]));
    const { 'content-type': _, ...sent } = deliveryHeaders(
      headers['webhook-id'] ?? '',
      1_790_000_000_123,
      headers['webhook-signature'] ?? '',
    );

    for (const text of [summary, description]) expect(HAN.test(text)).toBe(isChinese);
    expect(new Validator(schema ?? false, '2020-12').validate(example)).toMatchObject({ valid: true });
    expect(new Validator(schema ?? false, '2020-12').validate({ ...example, data: {} }).valid).toBe(false);
    expect(example).toMatchObject({ type, data: callbackTypes[type].example });
    expect(headers).toEqual(sent);
    expect(headers['webhook-id']).toHaveLength(newMessageId(0).length);
    for (const parameter of parameters) {
      expect(parameter).toMatchObject({ in: 'header', required: true });
      expect(HAN.test(parameter.description ?? '') === isChinese && !!parameter.description).toBe(true);
    }
    expect(Object.keys(responses).sort()).toEqual(['200', '2XX', '410', '429', '503', 'default']);
    expect(security).toEqual([]);
  });
});

describe.each(['/openapi.json', '/docs'])('the language of %s', (path) => {
  test.each([
    ['', undefined, 'zh-CN'],
    ['', 'en-GB,en;q=0.9', 'en-US'],
    ['', 'fr', 'zh-CN'],
    ['?lang=en-US', 'zh-CN', 'en-US'],
    ['?lang=zh-CN', 'en', 'zh-CN'],
    ['?lang=en', 'zh-CN', 'en-US'],
    ['?lang=zh', 'en', 'zh-CN'],
    ['?lang=fr', 'en', 'en-US'],
    ['?lang=zh-CN&lang=en-US', 'en', 'en-US'],
  ])('%s, asked for by somebody who accepts %s, is %s', async (query, accepted, language) => {
    const { statusCode, headers, body } = await get(path + query, accepted ? { 'accept-language': accepted } : {});

    expect({ statusCode, language: headers['content-language'], vary: headers.vary }).toEqual({
      statusCode: 200,
      language,
      vary: 'accept-language',
    });
    expect(body).toContain(language === 'zh-CN' ? '接口文档' : ' API');
  });
});

test.each([
  ['/docs/', '/docs'],
  ['/docs/?lang=en-US', '/docs?lang=en-US'],
  ['/%64ocs/', '/docs'],
])('%s leads to %s', async (url, location) => {
  const { statusCode, headers } = await get(url);

  expect({ statusCode, location: headers.location }).toEqual({ statusCode: 302, location });
});

test('both languages have the same calls in the same order', async () => {
  const shape = ({ paths, tags, webhooks }: Document) => [Object.keys(paths), tags.length, Object.keys(webhooks)];

  expect(shape(await read('zh-CN'))).toEqual(shape(await read('en-US')));
});

test.each(languages)('/docs in %s and all it loads come from here', async (language) => {
  const { body, headers } = await get(`/docs?lang=${language}`);
  const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url).filter((url) => url.startsWith('/docs'));

  expect(loaded.length).toBeGreaterThanOrEqual(4);
  expect(loaded).toContain(`/docs?lang=${languages.find((other) => other !== language)}`);
  for (const url of loaded) expect((await get(url)).statusCode).toBe(200);
  expect(body).toContain(`<html lang="${language}">`);
  expect(body).toContain('Acme &#60;IoT&#62;');
  expect(body).not.toMatch(/<script>|<IoT>|https?:/);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
});
