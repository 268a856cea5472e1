import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UploadList } from '@/components/UploadList';
import { packetTexts } from '@/locales/packet';
import UploadDrawer from '@/pages/packet/UploadDrawer';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { uploads } from '@/services/upload';
import { keptUploads } from '@/services/upload-kept';
import { type PacketUpload, useUploads } from '@/services/upload-shown';
import { RequestFailure } from '@/utils/failure';
import { ErrorCode } from '../../contract/errors';
import type { Packet } from '../../contract/packet';
import { startPlatform } from '../support/platform';
import { At, connectTo } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));
// Uploads that never make progress.
jest.mock('tus-js-client', () => ({
  Upload: class {
    start() {}
    abort() {}
  },
}));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const t = packetTexts['zh-CN'];

const Shown = () => <UploadList of={useUploads()} className="" />;
const rowOf = (version: string) => within(screen.getByText(`camera ${version}`).closest('li') as HTMLElement);

test('an upload belongs to another tab while that tab holds it, and can be cancelled here afterwards', async () => {
  const { hold } = await otherTab();
  hold(['1']);
  render(<Shown />);
  for (const id of ['1', '2']) write({ id, version: `2.0.${id}` });

  expect(await rowOf('2.0.2').findByText(t.left)).toBeVisible();
  expect(rowOf('2.0.1').getByText(t.elsewhere)).toBeVisible();
  expect(rowOf('2.0.1').queryByRole('button')).toBeNull();

  hold([]);
  expect(await rowOf('2.0.1').findByText(t.left)).toBeVisible();
  expect(rowOf('2.0.1').getByRole('button', { name: t.actOn(t.cancelUpload, 'camera 2.0.1') })).toBeVisible();
});

test('a tab that answers late still holds its upload', async () => {
  const { hold } = await otherTab();
  render(<Shown />);
  write({ id: '3', version: '2.0.3' });
  expect(await rowOf('2.0.3').findByText(t.left)).toBeVisible();

  hold(['3']);
  // The answer to one tab is received by all tabs.
  const { whenFree } = await otherTab();
  whenFree('3', () => {});
  expect(await rowOf('2.0.3').findByText(t.elsewhere)).toBeVisible();
  expect(rowOf('2.0.3').queryByRole('button')).toBeNull();
});

test('a version with an unfinished upload cannot be uploaded a second time', async () => {
  const stage = await startPlatform();
  connectTo(stage, (await stage.signIn()).token);
  write({ id: '4', version: '2.0.4' });
  render(<UploadDrawer dropped={new File(['firmware'], 'camera-2.0.4.bin')} onClosed={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: t.start }));
  expect(await screen.findByText(t.coming)).toBeVisible();
  await stage.close();
});

test.each(['after a reload', 'after a pause'])(
  'an upload resumed %s is dropped and deleted if its version was published by somebody else',
  async (when) => {
    const stage = await startPlatform();
    const me = await stage.signIn();
    connectTo(stage, me.token);
    const isPaused = when === 'after a pause';
    const [id, version] = isPaused ? ['6', '2.0.6'] : ['5', '2.0.5'];
    const words = { name: 'camera', version, description: '', search: `camera ${version}`, filename: 'theirs.bin' };
    const theirs = { ...words, size: 1, sha256: 'b'.repeat(64), key: 'theirs', createdAt: 0, createdBy: me.id };
    const publish = () => stage.platform.db.insertInto('packet').values(theirs).execute();
    Object.assign(window, { Worker: HashWorker });
    const fetched = jest.spyOn(window, 'fetch').mockResolvedValue(new Response());
    render(
      <At path="/" route="/">
        <Shown />
      </At>,
    );
    write({ id, version });
    await rowOf(version).findByText(t.left);

    if (!isPaused) await publish();
    act(() => void uploads.choose(id, new File([new Uint8Array(1000)], 'camera.bin')));
    if (isPaused) {
      await userEvent.click(await rowOf(version).findByRole('button', { name: t.actOn(t.pause, `camera ${version}`) }));
      await publish();
      await userEvent.click(rowOf(version).getByRole('button', { name: t.actOn(t.resume, `camera ${version}`) }));
    }
    expect(await rowOf(version).findByText(t.taken)).toBeVisible();
    expect(rowOf(version).getByRole('link', { name: t.asAnother })).toBeVisible();
    expect(fetched.mock.calls).toEqual([[`http://localhost/uploads/${id}`, expect.objectContaining({ method: 'DELETE' })]]);
    fetched.mockRestore();
    await stage.close();
  },
);

test('an upload waits for an unreachable platform; one paused meanwhile sends nothing', async () => {
  jest.useFakeTimers();
  Object.assign(window, { Worker: HashWorker });
  const away = new RequestFailure('network', 'nobody there');
  const check = jest.spyOn(api.packet, 'check').mockRejectedValue(away);
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  render(
    <At path="/" route="/">
      <Shown />
    </At>,
  );
  for (const version of ['2.0.7', '2.0.8']) {
    act(() => uploads.start({ name: 'camera', version, description: '' }, new File([new Uint8Array(1_000_000)], 'camera.bin'), version));
  }
  await pass(0);
  expect(rowOf('2.0.7').getByText(t.lost)).toBeVisible();
  await pass(3000);
  expect(check).toHaveBeenCalledTimes(4);

  act(() => uploads.pause('2.0.8'));
  check.mockResolvedValue({ taken: null, same: null, maxSize: 1 });
  await pass(3000);
  expect(rowOf('2.0.7').getByText(t.sending)).toBeVisible();
  expect(rowOf('2.0.8').getByText(t.paused)).toBeVisible();
  expect(check).toHaveBeenCalledTimes(5);

  // Nothing is sent until the check has shown that the platform does not have the file.
  check.mockResolvedValue({ taken: null, same: { id: 1, name: 'camera', version: '2.0.6' } as Packet, maxSize: 1 });
  act(() => uploads.resume('2.0.8'));
  await pass(0);
  expect(rowOf('2.0.8').getByText(t.same('camera 2.0.6'))).toBeVisible();

  // All uploads survive a reload, even if nothing was sent yet.
  const kept = () => keptUploads(60_000).map(({ id }) => id);
  expect(kept()).toEqual(expect.arrayContaining(['2.0.7', '2.0.8']));
  act(() => uploads.cancel('2.0.8'));
  expect(kept()).not.toContain('2.0.8');
});

test('the answer to a check does not change an upload paused meanwhile', async () => {
  jest.useFakeTimers();
  Object.assign(window, { Worker: HashWorker });
  const away = new RequestFailure('network', 'nobody there');
  const check = jest.spyOn(api.packet, 'check').mockRejectedValue(away);
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  render(
    <At path="/" route="/">
      <Shown />
    </At>,
  );
  act(() => uploads.start({ name: 'camera', version: '2.0.9', description: '' }, new File([new Uint8Array(1_000_000)], 'camera.bin'), '9'));
  await pass(0);
  let answer = (_: Error) => {};
  check.mockReturnValue(
    new Promise((_, refuse) => {
      answer = refuse;
    }),
  );
  await pass(3000);
  act(() => uploads.pause('9'));
  answer(new RequestFailure('business', 'not signed in', { code: 40100 }, 401));
  await pass(0);
  expect(rowOf('2.0.9').getByText(t.paused)).toBeVisible();
});

test('an upload whose session has expired waits for a new sign-in, and keeps what was sent', async () => {
  Object.assign(window, { Worker: HashWorker });
  const over = new RequestFailure('business', 'please sign in', { code: ErrorCode.notSignedIn }, 401);
  const check = jest.spyOn(api.packet, 'check').mockRejectedValue(over);
  const fetched = jest.spyOn(window, 'fetch').mockResolvedValue(new Response());
  render(
    <At path="/" route="/">
      <Shown />
    </At>,
  );
  act(() =>
    uploads.start({ name: 'camera', version: '2.1.0', description: '' }, new File([new Uint8Array(1_000_000)], 'camera.bin'), '10'),
  );
  expect(await rowOf('2.1.0').findByText(t.paused)).toBeVisible();
  write({ id: '11', version: '2.1.1' });
  await rowOf('2.1.1').findByText(t.left);
  act(() => void uploads.choose('11', new File([new Uint8Array(1000)], 'camera.bin')));
  expect(await rowOf('2.1.1').findByText(t.paused)).toBeVisible();

  check.mockResolvedValue({ taken: null, same: { id: 1, name: 'camera', version: '2.0.6' } as Packet, maxSize: 1 });
  act(() => session.open('token', 'tester'));
  expect(await rowOf('2.1.0').findByText(t.same('camera 2.0.6'))).toBeVisible();
  expect(await rowOf('2.1.1').findByText(t.sending)).toBeVisible();
  expect(fetched).not.toHaveBeenCalled();
});

test('an upload of a signed-out user is not continued for the next user', async () => {
  Object.assign(window, { Worker: HashWorker });
  const over = new RequestFailure('business', 'please sign in', { code: ErrorCode.notSignedIn }, 401);
  jest.spyOn(api.packet, 'check').mockRejectedValue(over);
  render(
    <At path="/" route="/">
      <Shown />
    </At>,
  );
  act(() => {
    uploads.start({ name: 'camera', version: '2.1.2', description: '' }, new File([new Uint8Array(1_000_000)], 'camera.bin'), '12');
    session.close('here');
  });
  expect(await rowOf('2.1.2').findByText(t.paused)).toBeVisible();
  jest.spyOn(api.packet, 'check').mockResolvedValue({ taken: null, same: null, maxSize: 1 });
  await act(async () => session.open('token', 'somebody else'));
  expect(rowOf('2.1.2').getByText(t.paused)).toBeVisible();
});

/** Replaces the web worker that computes hashes, because jsdom has none. */
class HashWorker {
  onmessage = (_: { data: object }) => {};
  postMessage = () => this.onmessage({ data: { read: 1000, sha256: 'a'.repeat(64) } });
  terminate() {}
}

/** A second instance of the module by which tabs share their uploads. */
async function otherTab() {
  let tab: typeof import('@/services/upload-held') | undefined;
  await jest.isolateModulesAsync(async () => {
    tab = await import('@/services/upload-held');
  });
  return tab as NonNullable<typeof tab>;
}

/** Stores the progress of an upload, as another tab does. */
function write(about: Pick<PacketUpload, 'id' | 'version'>) {
  const rest = { name: 'camera', description: '', filename: 'camera.bin', size: 1000, state: 'sending', progress: 100, speed: 0 };
  const newValue = JSON.stringify({ ...about, ...rest, url: `http://localhost/uploads/${about.id}`, at: Date.now() });
  act(() => void dispatchEvent(new StorageEvent('storage', { key: `upload ${about.id}`, newValue })));
}

test.each<[string, PacketUpload['state'][]]>([
  [t.uploads, ['sending', 'done', 'paused']],
  [t.uploadsDone, ['done', 'done']],
  [t.uploadsLeft, ['left', 'failed']],
  [t.uploadsAll, ['done', 'left']],
])('the heading of the list is %s for uploads in the states %j', (heading, states) => {
  const of = { filename: 'camera.bin', name: 'camera', version: '3.0.0', description: '', size: 8, progress: 0, speed: 0, at: 0 };
  render(<UploadList of={states.map((state, at) => ({ ...of, id: String(at), state }))} className="" />);
  expect(screen.getByRole('heading', { name: heading })).toBeVisible();
});
