import { PlusOutlined } from '@ant-design/icons';
import { Id } from '@contract/id';
import { type ListedPacket, PacketFilter } from '@contract/packet';
import { Button } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { LastAnswer } from '@/components/LastAnswer';
import { LostIndicator } from '@/components/LiveIndicator';
import { lazyDialog, lazyPart } from '@/components/lazy-part';
import { NothingFound } from '@/components/NothingFound';
import { SearchInput } from '@/components/SearchInput';
import { StatusPage } from '@/components/StatusPage';
import { UploadList } from '@/components/UploadList';
import { frameTexts } from '@/locales/frame';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { uploads } from '@/services/upload';
import { useUploads } from '@/services/upload-shown';
import { TABLE_NEEDS, useNarrow } from '@/utils/useNarrow';
import { filterOf, useUrlQuery } from '@/utils/useUrlQuery';
import { PacketCards } from './PacketCards';
import '@/components/parts.css';
import './packet.css';
import { useFileDrop } from './useFileDrop';
import { usePackets } from './usePackets';

// Drawers, dialogs and the table are loaded on demand.
const PacketTable = lazyPart(() => import('./PacketTable'));
const PacketDrawer = lazyDialog(() => import('./PacketDrawer'));
const UploadDrawer = lazyDialog(() => import('./UploadDrawer'));
const RemovePacket = lazyDialog(() => import('./RemovePacket'));

/** The actions of a packet in the list. */
export interface PacketActions {
  open: (packet: ListedPacket) => void;
  remove: (packet: ListedPacket) => void;
}

export default function PacketPage() {
  const t = useTexts(packetTexts);
  const { query, change, close } = useUrlQuery();
  const { data: shownId } = Id.safeParse(query.packet);
  const { upload: againId } = query;
  const { keyword = '' } = filterOf(PacketFilter, query);
  const isNarrow = useNarrow(TABLE_NEEDS);
  const inTab = useUploads();
  const again = inTab.find(({ id }) => id === againId);
  const packets = usePackets(keyword);
  const [uploading, setUploading] = useState<{ file?: File }>();
  const [removing, setRemoving] = useState<ListedPacket>();
  const { list, isOld, error, reload, refresh } = packets;
  const isEmpty = list?.length === 0;
  const actions: PacketActions = { open: ({ id }) => change({ packet: id }), remove: setRemoving };

  // Finished uploads were shown on this page, so they are removed when it is left.
  useEffect(() => () => uploads.putAway('done'), []);
  useFileDrop((file) => setUploading({ file }), !uploading && !again);

  const upload = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setUploading({})}>
      {t.upload}
    </Button>
  );

  return (
    <div className="packet-page">
      <h1 className="sr-only">{t.title}</h1>
      {isEmpty && !keyword ? (
        <LostIndicator since={packets.lostSince} />
      ) : (
        <div className="page-tools">
          <SearchInput value={keyword} label={t.search} onSearch={(typed) => change({ keyword: typed }, { replace: keyword !== '' })} />
          <LostIndicator since={packets.lostSince} />
          <span className="spring" />
          {upload}
        </div>
      )}
      {inTab.length > 0 && <UploadList of={inTab} className="packet-uploads" />}

      <LastAnswer isAwaited={isOld}>
        {!list && error ? (
          <FailedRead error={error} onRetry={reload} />
        ) : isEmpty && keyword ? (
          <NothingFound texts={t} onClear={() => change({ keyword: '' })} />
        ) : isEmpty ? (
          <StatusPage scene="packet" title={t.emptyTitle} action={upload}>
            {t.emptyWhy}
          </StatusPage>
        ) : !list ? (
          <Bones />
        ) : isNarrow ? (
          <PacketCards {...packets} actions={actions} />
        ) : (
          <Suspense fallback={<Bones />}>
            <PacketTable {...packets} actions={actions} />
          </Suspense>
        )}
      </LastAnswer>

      <Suspense>
        {uploading && <UploadDrawer dropped={uploading.file} onClosed={() => setUploading(undefined)} />}
        {again && <UploadDrawer key={again.id} again={again} onClosed={() => close({ upload: '' })} />}
        {shownId && <PacketDrawer key={shownId} id={shownId} onRemove={setRemoving} onClosed={() => close({ packet: '' })} />}
        {removing && (
          <RemovePacket
            packet={removing}
            onRemoved={() => {
              close({ packet: '' });
              // Removes its finished upload from the list of uploads.
              for (const { id, state, packet } of inTab) if (state === 'done' && packet?.id === removing.id) uploads.cancel(id);
              void refresh();
            }}
            onClosed={() => setRemoving(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Placeholders while the list is loading. */
function Bones() {
  const { loading } = useTexts(frameTexts);
  return (
    <div className="packet-bones" role="status" aria-label={loading}>
      {Array.from({ length: 6 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
        <i key={n} className="bone" />
      ))}
    </div>
  );
}
