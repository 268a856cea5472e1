import { contract, endpoints } from '../../contract';
import type { Endpoint, Input } from '../../contract/endpoint';
import { ErrorCode } from '../../contract/errors';
import { UPLOAD_PATH } from '../../contract/packet';
import { startPlatform } from '../support/platform';
import { examples } from './examples';
import { type Stage, setStage, withBasic } from './stage';

type AnyExample = (stage: Stage) => Input<Endpoint> | Promise<Input<Endpoint>>;

const cases = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => {
    const ofFeature: Record<string, AnyExample | undefined> = examples[feature as keyof typeof examples] ?? {};
    return { name: `${feature}.${name}`, endpoint: endpoint as Endpoint, example: ofFeature[name] };
  }),
);

test('every endpoint has an example', () => {
  expect(cases.filter(({ example }) => !example).map(({ name }) => name)).toEqual([]);
});

// The tests of an endpoint run in order: the last one may delete what the others read.
describe.each(cases)('$name ($endpoint.method $endpoint.path)', ({ endpoint, example }) => {
  const { access, path } = endpoint;
  if (!example) return;
  const isSomebodys = path.includes('/:') && access !== 'admin';
  let stage: Stage;
  let input: Input<Endpoint>;

  beforeAll(async () => {
    stage = await setStage();
    input = await example(stage);
  });
  afterAll(() => stage.close());

  if (access !== 'public') {
    test('is refused to anonymous callers', async () => {
      const { status, failure } = await stage.anonymous(endpoint, input);

      expect({ status, code: failure.code }).toEqual({ status: 401, code: ErrorCode.notSignedIn });
    });

    test('is refused to wrong project secrets', async () => {
      const guessed = withBasic(stage.anonymous, stage.owner.appKey, 'a-secret-that-was-guessed');

      expect((await guessed(endpoint, input)).status).toBe(401);
    });

    test("is refused to another project's server", async () => {
      const { status } = await stage.stranger.serverCall(endpoint, input);

      expect(status).toBe(access === 'project' ? 404 : 401);
    });
  }

  if (access === 'admin') {
    test('is refused to everybody but the admin', async () => {
      const { status, failure } = await stage.owner.call(endpoint, input);

      expect({ status, code: failure.code }).toEqual({ status: 403, code: ErrorCode.adminOnly });
    });
  }

  if (isSomebodys) {
    test('does not exist for a signed-in stranger, nor for the admin', async () => {
      for (const { call } of [stage.stranger, stage.admin]) {
        const { status, failure } = await call(endpoint, input);
        expect({ status, code: failure.code }).toEqual({ status: 404, code: ErrorCode.notFound });
      }
    });
  }

  if (access === 'user' && !isSomebodys && endpoint.method === 'GET') {
    test('shows a signed-in stranger nothing of the owner', async () => {
      const { data } = await stage.stranger.call(endpoint, input);

      expect(JSON.stringify(data)).not.toMatch(/owner/i);
    });
  }

  test('answers whom it is for, and the answer fits its schema', async () => {
    const { call } = access === 'admin' ? stage.admin : access === 'public' ? { call: stage.anonymous } : stage.owner;
    await fits(await call(endpoint, input));
  });

  if (access === 'project') {
    test("answers the project's own server alike", async () => {
      const { stranger } = stage;
      await fits(await stranger.serverCall(endpoint, await example({ ...stage, owner: stranger })));
    });
  }

  async function fits({ status, headers, data }: Awaited<ReturnType<Stage['anonymous']>>) {
    expect(status).toBe(200);
    expect(headers['content-type']).toContain(endpoint.stream ?? 'application/json');
    if (!endpoint.stream) expect(endpoint.data.parse(data)).toEqual(data);
  }
});

test('nothing can be called that the contract does not know', async () => {
  const { app, close } = await startPlatform();
  const named = endpoints.map(({ method, path }) => `${method} ${path}`);
  const unnamed = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/docs/', '/docs/start.js', '/docs/*'].map(
    (path) => `GET ${path}`,
  );
  // The tus protocol, which is specified elsewhere.
  unnamed.push(`POST ${UPLOAD_PATH}`, `PATCH ${UPLOAD_PATH}/:id`, `DELETE ${UPLOAD_PATH}/:id`);

  // Request bins accept any request.
  unnamed.push('POST /bin/:token');

  await app.ready();
  expect(routesOf(app.printRoutes({ commonPrefix: false })).sort()).toEqual([...named, ...unnamed].sort());
  await close();
});

/** Parses Fastify's route tree, which is indented by four characters per level. */
function routesOf(drawing: string): string[] {
  const steps: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, branch = '', step = '', methods = ''] = /^(.*?[├└]── )(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (!step) return [];
    const depth = branch.length / 4 - 1;
    steps.splice(depth, steps.length, step);
    const path = steps.join('').replace(/([^/])\*$/, '$1/*');
    return methods
      .split(', ')
      .filter((method) => method && method !== 'HEAD')
      .map((method) => `${method} ${path}`);
  });
}
