import { useEffect } from 'react';

interface Pages {
  current: number;
  pageSize: number;
  turn: (page: number, size: number, way?: { replace?: boolean }) => void;
}

/** Turns to the last page if the current one is past it: its last row was deleted, or the URL is old. */
export function useLastPage(answer: { list: unknown[]; total: number } | undefined, { current, pageSize, turn }: Pages) {
  const isPastIt = answer?.list.length === 0 && current > 1;
  useEffect(() => {
    if (isPastIt) turn(Math.max(1, Math.ceil(answer.total / pageSize)), pageSize, { replace: true });
  });
}
