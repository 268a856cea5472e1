import type { ListedPacket } from '@contract/packet';
import { useEffect } from 'react';
import { api } from '@/services/api';
import { useUploads } from '@/services/upload';
import { useScrollList } from '@/utils/useScrollList';

export interface Packets {
  /** Undefined while the first ones are on their way. */
  list?: ListedPacket[];
  total: number;
  loadingMore: boolean;
  loadMore: () => void;
  refresh: () => Promise<void>;
  error?: Error;
  reload: () => void;
}

/** The packets that match; what has been uploaded meanwhile is among them. */
export function usePackets(keyword: string): Packets {
  const { data, ...rest } = useScrollList((page, options) => api.packet.list({ query: { ...page, keyword } }, options), [keyword]);
  const done = useUploads().filter(({ state }) => state === 'done').length;
  const { refresh } = rest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a finished upload asks again
  useEffect(() => {
    if (done > 0) void refresh();
  }, [done]);
  return { list: data?.list as ListedPacket[] | undefined, total: data?.total ?? 0, ...rest };
}
