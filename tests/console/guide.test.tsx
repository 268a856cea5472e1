import { render, screen } from '@testing-library/react';
import { Webhook } from 'standardwebhooks';
import Arrived from '@/components/guide/Arrived';
import Guide from '@/components/guide/Guide';
import { contract } from '../../contract';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

let platform: TestPlatform;
let mine: Awaited<ReturnType<TestPlatform['signIn']>>;
let params: { appKey: string };

beforeEach(async () => {
  platform = await startPlatform();
  mine = await platform.signIn();
  connectTo(platform, mine.token);
  const { data } = await mine.call(contract.application.create, { body: { name: '冷库', categoryId: 1 } });
  params = { appKey: data.appKey };
});
afterEach(() => platform.close());

test('the first callback that arrived is shown, whatever came before or after it', async () => {
  const { data: bin } = await mine.call(contract.bin.open, { params, body: {} });
  const { data: webhook } = await mine.call(contract.webhook.save, { params, body: { url: bin.url } });
  const deliver = (n: number, secret = webhook.secret as string) => {
    const body = JSON.stringify({ n });
    const at = new Date();
    const headers = {
      'webhook-id': `msg_${n}`,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(`msg_${n}`, at, body),
      'content-type': 'application/json',
    };
    return platform.app.inject({ method: 'POST', url: new URL(bin.url).pathname, headers, payload: body });
  };
  await deliver(1, `whsec_${Buffer.alloc(32, 'x').toString('base64')}`);
  await deliver(2);
  await deliver(3);
  render(
    <At path="/" route="/">
      <Arrived appKey={params.appKey} onFinished={() => {}} />
    </At>,
  );
  expect(await screen.findByText('msg_2')).toBeVisible();
  expect(screen.queryByText('msg_3')).toBeNull();
});

test('where no virtual device runs here, it is said that one is added', async () => {
  const progress = { device: true, callback: true, event: false, record: false };
  const guide = { progress, isMoving: false, moving: () => {}, dismiss: () => {} };
  render(
    <At path="/" route="/">
      <Guide appKey={params.appKey} guide={guide as unknown as Parameters<typeof Guide>[0]['guide']} />
    </At>,
  );
  expect(await screen.findByText(/会在项目中添加一台/)).toBeVisible();
});
