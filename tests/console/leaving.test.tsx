import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { SecretDialog } from '@/components/SecretDialog';
import { beforeLeaving, useLeaving } from '@/components/useLeaving';
import { useQuestion } from '@/components/useQuestion';
import { At } from '../support/umi';

jest.mock('@umijs/max', () => {
  const goneOn = require('@/runtime/typed-address').numberTypedAddresses();
  const history = require('history').createHashHistory();
  history.listen(goneOn);
  return { ...require('../support/umi'), history };
});

const { history } = require('@umijs/max');

/** A page with unsaved input that can open a dialog with a secret. */
function Page() {
  const [leaving] = useLeaving(true, { title: '离开此页？', why: '未保存', leave: '离开页面', stay: '留在页面' });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {leaving}
      <button type="button" onClick={() => setOpen(true)}>
        创建密钥
      </button>
      {isOpen && (
        <SecretDialog title="密钥" kept="我已保存" onClosed={() => setOpen(false)}>
          s3cret
        </SecretDialog>
      )}
    </>
  );
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('over a page with something typed, a dialog asks first, then the page, then one goes', async () => {
  const { unmount } = render(
    <At path="/" route="/">
      <Page />
    </At>,
  );
  await press('创建密钥');
  await screen.findByText('s3cret');

  act(() => history.push('/elsewhere'));
  await press('仍然离开');
  await press('留在页面');
  expect(history.location.pathname).toBe('/');
  expect(screen.getByText('s3cret')).toBeVisible();

  const signOut = jest.fn();
  act(() => beforeLeaving(signOut));
  await press('仍然离开');
  expect(signOut).not.toHaveBeenCalled();
  await press('离开页面');
  expect(signOut).toHaveBeenCalledTimes(1);

  act(() => history.push('/elsewhere'));
  await press('仍然离开');
  await press('离开页面');
  expect(history.location.pathname).toBe('/elsewhere');
  unmount();
});

test('what the page does with its query while it is asked is no second question', async () => {
  const { pathname } = history.location;
  const { unmount } = render(
    <At path="/" route="/">
      <Page />
    </At>,
  );
  act(() => history.push('/further'));
  await screen.findByRole('button', { name: '离开页面' });
  act(() => history.replace(`${pathname}?current=1`));
  expect([history.location.pathname, history.location.search]).toEqual([pathname, '?current=1']);
  await press('离开页面');
  expect(history.location.pathname).toBe('/further');
  unmount();
});

test('an address that was typed is asked about, and so is the step back after one has stayed', async () => {
  act(() => history.push('/before'));
  act(() => history.push('/here'));
  const { unmount } = render(
    <At path="/" route="/">
      <Page />
    </At>,
  );
  const isAt = (path: string) => waitFor(() => expect([history.location.pathname, window.location.hash]).toEqual([path, `#${path}`]));
  window.location.hash = '/typed';
  await press('留在页面');
  await isAt('/here');
  window.history.back();
  await press('留在页面');
  await isAt('/here');
  window.location.hash = '/typed';
  await press('离开页面');
  await isAt('/typed');
  unmount();

  // Going back is guarded on a page that was opened by its URL, too.
  window.location.hash = '/typed/too';
  await isAt('/typed/too');
  const { unmount: leave } = render(
    <At path="/" route="/">
      <Page />
    </At>,
  );
  window.history.back();
  await press('留在页面');
  await isAt('/typed/too');
  leave();

  window.history.back();
  await isAt('/typed');
  window.history.back();
  await isAt('/here');
  window.history.back();
  await isAt('/before');
});

test('whoever leaves for another query of the page, and so does not leave it, is asked again the next time', async () => {
  act(() => history.push('/here'));
  act(() => history.push('/here?drawer=history'));
  render(
    <At path="/" route="/">
      <Page />
    </At>,
  );
  window.history.back();
  const timers = jest.spyOn(window, 'setTimeout');
  await press('离开页面');
  await waitFor(() => expect(history.location.search).toBe(''));
  const looks = timers.mock.calls.filter(([, ms]) => ms === 1000);
  timers.mockRestore();
  for (const [look] of looks) if (typeof look === 'function') look();

  act(() => history.push('/elsewhere'));
  expect(history.location.pathname).toBe('/here');
  await press('离开页面');
  await waitFor(() => expect(history.location.pathname).toBe('/elsewhere'));
});

/** A dialog with unsaved input, over the page. */
function Dialog({ isTyped, onClosed }: { isTyped: boolean; onClosed: () => void }) {
  const [leaving, askBefore] = useLeaving(isTyped, { title: '放弃？', why: '未应用', leave: '放弃', stay: '继续填写' });
  return (
    <>
      <Page />
      {leaving}
      <button type="button" onClick={() => askBefore(onClosed)}>
        关闭
      </button>
    </>
  );
}

test('a dialog that closes asks about what is in it, and not about the page below', async () => {
  const closed = jest.fn();
  const over = (isTyped: boolean) => (
    <At path="/" route="/">
      <Dialog isTyped={isTyped} onClosed={closed} />
    </At>
  );
  const { rerender } = render(over(true));
  await press('关闭');
  await press('继续填写');
  expect(closed).not.toHaveBeenCalled();
  await press('关闭');
  await press('放弃');
  expect(closed).toHaveBeenCalledTimes(1);

  rerender(over(false));
  await press('关闭');
  expect(closed).toHaveBeenCalledTimes(2);
});

let asking = {} as ReturnType<typeof useQuestion>;
function Asking() {
  asking = useQuestion({ title: '放弃？', why: '未应用', leave: '放弃', stay: '继续填写' });
  return <>{asking.question}</>;
}

test('a question asked in the moment the one before goes is a new one, which that one cannot close', async () => {
  render(
    <At path="/" route="/">
      <Asking />
    </At>,
  );
  const leave = jest.fn();
  act(() => asking.ask(leave));
  const before = await screen.findByText('未应用');
  act(() => {
    asking.withdraw();
    asking.ask(leave);
  });
  expect(before).not.toBeInTheDocument();
  await press('放弃');
  expect(leave).toHaveBeenCalledTimes(1);
});
