import { contract } from '../../../contract';
import { packetTexts } from '../../../src/locales/packet';
import type { SignedIn } from '../../support/served';
import { stage } from '../../support/stage';
import { fieldsOfForms, uploadVersion } from '../../support/upload';

const { story, server } = stage();
const packet = packetTexts['zh-CN'];
let admin: SignedIn;

beforeAll(async () => {
  admin = await server().signUp('Admin');
});

story('5.1 an upload without a description has the empty one', async ({ open }) => {
  const page = await open('/packet', { as: admin });
  const fields = await fieldsOfForms(page);
  await uploadVersion(page, 'camera', '1.0.0');
  await page.getByText(packet.done).waitFor();
  expect(await fields()).toMatchObject({ description: '', file: '8 bytes' });

  const { list } = await server().call(contract.packet.list, { query: {} }, admin.token);
  expect(list).toMatchObject([{ name: 'camera', version: '1.0.0', description: '' }]);
});

story('5.2 a filter that is empty is not sent', async ({ open }) => {
  const { appKey } = await server().call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }, admin.token);
  await server().call(contract.device.create, { params: { appKey }, body: { sn: 'WS-1' } }, admin.token);
  const asked: URL[] = [];
  const page = await open(`/dashboard/${appKey}/device?keyword=&state=`, {
    as: admin,
    before: async (page) => void page.on('request', (one) => asked.push(new URL(one.url()))),
  });
  await page.getByText('WS-1').first().waitFor();

  const values = asked.filter(({ pathname }) => pathname.startsWith('/v1/')).flatMap(({ searchParams }) => [...searchParams.values()]);
  expect(values).toContain('10');
  expect(values).not.toContain('');
});
