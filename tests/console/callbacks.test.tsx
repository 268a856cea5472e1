import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { curlOf } from '@/pages/dashboard/call-record/curl';
import ConsumerPage from '@/pages/dashboard/consumer';
import { contract } from '../../contract';
import { startPlatform } from '../support/platform';
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

test('an address that the platform does not call is refused beside the field, and stays there to be mended', async () => {
  const user = userEvent.setup();
  const platform = await startPlatform({ callbackAllowPrivate: false });
  const me = await platform.signIn();
  connectTo(platform, me.token);
  const { data: project } = await me.call(contract.application.create, { body: { name: '仓储', categoryId: 1 } });
  render(
    <At path={`/dashboard/${project.appKey}/consumer`} route="/dashboard/:appKey/consumer">
      <ConsumerPage />
    </At>,
  );

  const url = await screen.findByLabelText('URL');
  await user.type(url, 'http://169.254.169.254/latest');
  await user.click(screen.getByRole('button', { name: '开始接收回调' }));

  expect(await screen.findByText(/169\.254\.169\.254 指向内网或保留地址/)).toBeVisible();
  expect(url).toHaveValue('http://169.254.169.254/latest');
  await platform.close();
});
