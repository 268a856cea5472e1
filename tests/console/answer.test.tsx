import { act, renderHook, waitFor } from '@testing-library/react';
import { useAnswer } from '@/utils/useAnswer';

jest.mock('@umijs/max', () => require('../support/umi'));

test('an answer that is asked for twice at once is the later one, and no failure', async () => {
  let asked = 0;
  const { result } = renderHook(() => useAnswer(async () => ({ of: 'all', nth: ++asked }), 'all'));
  await waitFor(() => expect(result.current.data?.nth).toBe(1));

  await act(async () => {
    await Promise.all([result.current.refreshed(), result.current.refreshed()]);
  });

  expect(result.current.data?.nth).toBe(3);
});
