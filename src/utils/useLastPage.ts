import { useEffect } from 'react';

interface Pages {
  current: number;
  pageSize: number;
  turn: (page: number, size: number, way?: { replace?: boolean }) => void;
}

/** Shows the last page in the place of one past it: its last row is gone, or its address is from long ago. */
export function useLastPage(answer: { list: unknown[]; total: number } | undefined, { current, pageSize, turn }: Pages) {
  const isPastIt = answer?.list.length === 0 && current > 1;
  useEffect(() => {
    if (isPastIt) turn(Math.max(1, Math.ceil(answer.total / pageSize)), pageSize, { replace: true });
  });
}
