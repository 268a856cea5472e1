import { endpoints } from '../../contract';
import { errors } from '../../contract/errors';
import { startPlatform, type TestPlatform } from '../support/platform';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ productName: 'Acme IoT' });
});
afterAll(() => platform.close());

const get = (url: string) => platform.app.inject({ url });

interface Operation {
  summary: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, unknown>;
  security: object[];
}

describe('/openapi.json', () => {
  let document: { openapi: string; info: { title: string }; paths: Record<string, Record<string, Operation>>; components: object };
  beforeAll(async () => {
    document = (await get('/openapi.json')).json();
  });

  test('is OpenAPI 3.1 under the name of the product', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info.title).toBe('Acme IoT API');
  });

  test.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    'describes %s %s',
    (method, path, endpoint) => {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

      expect(operation?.summary).toBe(endpoint.summary);
      expect(operation?.tags[0]).toMatch(/^\w+/);
      expect(operation?.responses).toMatchObject({ 200: { description: 'Success' }, default: { $ref: '#/components/responses/Failure' } });
      const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
      expect(!!operation?.requestBody).toBe(!!endpoint.body);
      expect(operation?.security.length === 0).toBe(endpoint.access === 'public');
    },
  );

  test('has every reference it points to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    const resolved = references.map((path) =>
      path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document),
    );

    expect(resolved).not.toContain(undefined);
  });

  test('names every error there is', () => {
    for (const name of Object.keys(errors)) expect(JSON.stringify(document)).toContain(name);
  });
});

test('/docs and all it loads come from here', async () => {
  const { body, headers } = await get('/docs');
  const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url).filter((url) => url.startsWith('/docs'));

  expect(loaded.length).toBeGreaterThanOrEqual(3);
  for (const url of loaded) expect((await get(url)).statusCode).toBe(200);
  expect(body).not.toMatch(/<script>|https?:/);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
});
