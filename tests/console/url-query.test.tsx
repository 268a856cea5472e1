import { act, fireEvent, render, screen } from '@testing-library/react';
import { useUnsaved } from '@/utils/unsaved';
import { useUrlQuery } from '@/utils/useUrlQuery';
import { At, history, where } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const back = () => act(() => history.go(-1));

test('two changes of the same moment are both in the URL', () => {
  show('?device=CAM-1');
  press('search and close');
  expect(where()).toBe('/devices?keyword=cam');
  expect(screen.getByText('keyword=cam')).toBeInTheDocument();
});

describe('what opens over a page', () => {
  test('leaves no entry behind when it is closed', () => {
    show();
    press('search');
    press('open a device');
    expect(where()).toBe('/devices?keyword=cam&device=CAM-1');
    press('close');
    expect(where()).toBe('/devices?keyword=cam');
    back();
    expect(where()).toBe('/devices');
  });

  test('is closed at once with what was opened from it, which the back button leads through', () => {
    show();
    press('search');
    press('open a device');
    press('filter its events');
    press('open an upgrade');
    back();
    expect(where()).toBe('/devices?keyword=cam&device=CAM-1&events=problems');
    press('open an upgrade');
    press('close');
    expect(where()).toBe('/devices?keyword=cam');
    back();
    expect(where()).toBe('/devices');
  });

  test('keeps what was looked for meanwhile', () => {
    show();
    press('open a device');
    press('search');
    press('close');
    expect(where()).toBe('/devices?keyword=cam');
    press('open a device');
    press('search and close');
    expect(where()).toBe('/devices?keyword=cam');
  });

  test('is closed where an address led to it', () => {
    show('?device=CAM-1');
    press('close');
    expect(where()).toBe('/devices');
  });

  test('asks nothing about unsaved input when it is closed', () => {
    show('', true);
    press('search');
    press('open a device');
    press('close');
    expect(where()).toBe('/devices?keyword=cam');
    // Going back would have asked, so the entry stays.
    back();
    expect(where()).toBe('/devices?keyword=cam');
  });
});

function show(query = '', isTyped = false) {
  render(
    <At path={`/devices${query}`} route="/devices">
      <Page isTyped={isTyped} />
    </At>,
  );
}

const NOTHING = { device: undefined, events: undefined, upgrade: undefined };

function Page({ isTyped }: { isTyped: boolean }) {
  const { query, change, close } = useUrlQuery();
  useUnsaved(() => isTyped);
  const acts = {
    search: () => change({ keyword: 'cam' }),
    'open a device': () => change({ ...NOTHING, device: 'CAM-1' }, { opens: true }),
    'filter its events': () => change({ events: 'problems' }, { replace: true }),
    'open an upgrade': () => change({ ...NOTHING, upgrade: 1 }, { opens: true }),
    close: () => close(NOTHING),
    'search and close': () => {
      change({ keyword: 'cam' });
      close(NOTHING);
    },
  };
  return (
    <>
      <p>{new URLSearchParams(query).toString()}</p>
      {Object.entries(acts).map(([name, act]) => (
        <button key={name} type="button" onClick={act}>
          {name}
        </button>
      ))}
    </>
  );
}
