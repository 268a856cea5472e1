import { fireEvent, render, screen } from '@testing-library/react';
import { useUrlQuery } from '@/utils/useUrlQuery';
import { At, where } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

test('two changes of the same moment are both in the URL', () => {
  render(
    <At path="/devices?device=CAM-1" route="/devices">
      <Page />
    </At>,
  );
  fireEvent.click(screen.getByRole('button'));

  expect(where()).toBe('/devices?keyword=cam');
  expect(screen.getByRole('button')).toHaveTextContent('cam,');
});

function Page() {
  const { query, change, close } = useUrlQuery();
  const both = () => {
    change({ keyword: 'cam' });
    close({ device: undefined });
  };
  return (
    <button type="button" onClick={both}>
      {query.keyword}, {query.device}
    </button>
  );
}
