import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ConfigPage, configPage, pick } from '../support/config-page';

jest.mock('@umijs/max', () => require('../support/umi'));

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let page: ConfigPage;

beforeEach(async () => {
  page = await configPage();
});
afterEach(() => page.close());

async function save() {
  await user.click(await screen.findByRole('button', { name: '保存…' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '保存' }));
  await screen.findByRole('region', { name: '保存结果' });
  return (await page.desired()).state;
}

const text = (title: string) => ({ title, type: 'string' });
const kind = (name: string, title: string, properties: object) => ({
  title,
  properties: { kind: { const: name }, name: text('名称'), ...properties },
  required: ['kind'],
});

test('what was typed in one alternative comes back with it, but for what they share', async () => {
  await page.useSchema({
    output: {
      title: '输出',
      type: 'object',
      oneOf: [kind('mqtt', '消息', { topic: text('主题') }), kind('http', '推送', { url: text('地址') })],
    },
  });
  page.show();
  const choose = async (name: string) => pick(await screen.findByRole('combobox', { name: '输出' }), name);
  await choose('推送');
  await user.type(await screen.findByRole('textbox', { name: '地址' }), 'a');
  await user.type(screen.getByRole('textbox', { name: '名称' }), 'one');
  await choose('消息');
  await user.type(screen.getByRole('textbox', { name: '名称' }), ' more');
  await choose('推送');
  expect(screen.getByRole('textbox', { name: '地址' })).toHaveValue('a');
  expect(await save()).toEqual({ output: { kind: 'http', url: 'a', name: 'one more' } });
});
