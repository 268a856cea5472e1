import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { curlOf } from '@/pages/dashboard/call-record/curl';
import ConsumerPage from '@/pages/dashboard/consumer';
import { contract } from '../../contract';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

test('a request as curl is one command, whatever is in its headers and its body', () => {
  const curl = curlOf({
    url: 'https://example.com/hook?a=1&b=2',
    headers: { 'content-type': 'application/json', 'x-note': "it's" },
    body: `{"text":"it's \\"$HOME\\""}`,
  });

  expect(curl).toBe(
    [
      'curl -i',
      "-H 'content-type: application/json'",
      "-H 'x-note: it'\\''s'",
      `--data-binary '{"text":"it'\\''s \\"$HOME\\""}'`,
      "'https://example.com/hook?a=1&b=2'",
    ].join(' \\\n  '),
  );
});

let platform: TestPlatform;
afterEach(() => platform?.close());

/** The settings of a project that has no callback yet. */
async function openSettings(changes: Parameters<typeof startPlatform>[0]) {
  platform = await startPlatform(changes);
  const me = await platform.signIn();
  connectTo(platform, me.token);
  const { data: project } = await me.call(contract.application.create, { body: { name: '仓储', categoryId: 1 } });
  render(
    <At path={`/dashboard/${project.appKey}/consumer`} route="/dashboard/:appKey/consumer">
      <ConsumerPage />
    </At>,
  );

  return { user: userEvent.setup(), url: await screen.findByLabelText('URL') };
}

test('an address that the platform does not call is refused as it is typed, and again when it is saved', async () => {
  const { user, url } = await openSettings({ callbackAllowPrivate: false });
  for (const host of ['169.254.169.254', 'localhost']) {
    await user.clear(url);
    await user.type(url, `http://${host}/latest`);
    expect(await screen.findByText(new RegExp(`${host} 指向内网或保留地址`))).toBeVisible();
  }
  await user.click(screen.getByRole('button', { name: '开始接收回调' }));
  expect(await screen.findByText(/localhost 指向内网或保留地址/)).toBeVisible();
  expect(url).toHaveValue('http://localhost/latest');
});

test('a header that is not allowed is told of as it is typed, and forgotten once it is mended', async () => {
  const { user } = await openSettings({});
  await user.click(screen.getByRole('button', { name: '添加请求头' }));
  const name = screen.getByLabelText('名称');
  for (const [typed, why] of [
    ['x team', '请求头名称不合法'],
    ['webhook-id', '签名与 HTTP 自身使用的请求头不能自定义'],
  ] as const) {
    await user.clear(name);
    await user.type(name, typed);
    expect(await screen.findByText(why)).toBeVisible();
  }
  await user.clear(name);
  await user.type(name, 'x-team');
  await waitFor(() => expect(screen.queryByText('签名与 HTTP 自身使用的请求头不能自定义')).toBeNull());
});
