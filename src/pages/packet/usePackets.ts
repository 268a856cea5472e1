import type { ListedPacket } from '@contract/packet';
import { useEffect, useRef } from 'react';
import { api } from '@/services/api';
import { useUploads } from '@/services/upload-shown';
import { useScrollList } from '@/utils/useScrollList';

export interface Packets {
  /** Undefined until the first page is loaded. */
  list?: ListedPacket[];
  total: number;
  /** The list is the result of the previous search. */
  isOld: boolean;
  /** The time since which the platform does not answer; the list is from before. */
  lostSince?: number;
  loadingMore: boolean;
  loadMore: () => void;
  refresh: () => Promise<void>;
  error?: Error;
  reload: () => void;
}

/** The packets that match a keyword; read again when an upload finishes. */
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
