import { screen } from '@testing-library/react';
import { comingPages } from '@/locales/coming';
import { menuTexts } from '@/locales/menu';
import { contract } from '../../contract';
import { openConsole } from '../support/console';
import { startPlatform } from '../support/platform';

jest.mock('@umijs/max', () => require('../support/console'));

const paths: Record<(typeof comingPages)[number], (appKey: string) => string> = {
  packet: () => '/packet',
};

test.each(comingPages)('the page %s is still to come, and says what it will be', async (page) => {
  const platform = await startPlatform();
  const { call, token } = await platform.signIn();
  const { data } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } });

  await openConsole(platform, paths[page](data.appKey), token);

  expect(await screen.findByText('即将推出')).toBeVisible();
  expect(screen.getByRole('heading', { name: menuTexts['zh-CN'][page] })).toBeVisible();
  await platform.close();
});
