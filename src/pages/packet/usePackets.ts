import type { ListedPacket } from '@contract/packet';
import { useEffect, useRef } from 'react';
import { api } from '@/services/api';
import { useUploads } from '@/services/upload-shown';
import { useScrollList } from '@/utils/useScrollList';

export interface Packets {
  /** Undefined while the first ones are on their way. */
  list?: ListedPacket[];
  total: number;
  /** They answer what was asked before. */
  isOld: boolean;
  /** Since when the platform has not answered; they are as they were then. */
  lostSince?: number;
  loadingMore: boolean;
  loadMore: () => void;
  refresh: () => Promise<void>;
  error?: Error;
  reload: () => void;
}

/** The packets that match; what has been uploaded meanwhile is among them. */
export function usePackets(keyword: string): Packets {
  const { data, ...rest } = useScrollList((page, options) => api.packet.list({ query: { ...page, keyword } }, options), [keyword]);
  const uploads = useUploads();
  const done = uploads.filter(({ state }) => state === 'done').length;
  const elsewhere = uploads.filter(({ state }) => state === 'elsewhere').length;
  const wereElsewhere = useRef(0);
  const { refresh } = rest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again only after a finished upload, in this tab or another one
  useEffect(() => {
    if (done > 0 || elsewhere < wereElsewhere.current) void refresh();
    wereElsewhere.current = elsewhere;
  }, [done, elsewhere]);
  return { list: data?.list as ListedPacket[] | undefined, total: data?.total ?? 0, ...rest };
}
