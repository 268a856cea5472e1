import { CloudDownloadOutlined, DownloadOutlined } from '@ant-design/icons';
import { ErrorCode } from '@contract/errors';
import type { ListedPacket } from '@contract/packet';
import { Link } from '@umijs/max';
import { Button, Drawer } from 'antd';
import { Suspense, useState } from 'react';
import { useBesideVirtual } from '@/components/beside-virtual';
import { CopyText } from '@/components/CopyText';
import { DropMenu } from '@/components/DropMenu';
import { Facts } from '@/components/Facts';
import { FailedRead } from '@/components/FailedRead';
import { lazyDialog, lazyPart } from '@/components/lazy-part';
import { RelativeTime } from '@/components/RelativeTime';
import { Snippet } from '@/components/Snippet';
import { StatusPage } from '@/components/StatusPage';
import { useLanguage } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { byteText } from '@/utils/bytes';
import type { RequestFailure } from '@/utils/failure';
import { useRead } from '@/utils/useRead';

// The Markdown parser and the sanitizer, 30 KB, are loaded only for a packet with a description.
const Markdown = lazyPart(() => import('./Markdown'));
const DescribePacket = lazyDialog(() => import('./DescribePacket'));

/** The numbers of devices and downloads are refreshed at this interval. */
const WATCH_EVERY_MS = 5000;

/** How many projects the upgrade menu offers, the newest first. */
const OFFERED = 50;

interface PacketDrawerProps {
  id: number;
  onRemove: (packet: ListedPacket) => void;
  onClosed: () => void;
}

/** A drawer with the details of one packet. */
export default function PacketDrawer({ id, onRemove, onClosed }: PacketDrawerProps) {
  const t = useTexts(packetTexts);
  const [open, setOpen] = useState(true);
  const [isDescribing, setDescribing] = useState(false);
  const { data, error, refresh } = useRead(() => api.packet.read({ params: { id } }, { skipErrorHandler: true }), {
    pollingInterval: WATCH_EVERY_MS,
    pollingWhenHidden: false,
  });
  const isGone = (error as RequestFailure | undefined)?.code === ErrorCode.notFound;
  const besideVirtual = useBesideVirtual(open);

  return (
    <Drawer
      title={<h2>{data ? `${data.name} ${data.version}` : t.details}</h2>}
      open={open}
      size={640}
      {...besideVirtual}
      extra={
        data &&
        !isGone && (
          <Button danger type="text" onClick={() => onRemove(data)}>
            {t.remove}
          </Button>
        )
      }
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      {isGone ? (
        <StatusPage scene="missing" title={t.missing} action={<Button onClick={() => setOpen(false)}>{t.close}</Button>}>
          {t.missingWhy}
        </StatusPage>
      ) : data ? (
        <Details packet={data} onDescribe={() => setDescribing(true)} />
      ) : error ? (
        <FailedRead error={error} onRetry={refresh} />
      ) : (
        <span className="bone packet-bone" />
      )}
      <Suspense>
        {isDescribing && data && <DescribePacket packet={data} onSaved={refresh} onClosed={() => setDescribing(false)} />}
      </Suspense>
    </Drawer>
  );
}

/** A menu of projects that opens the device list with the packet preselected for an upgrade; hidden without projects. */
function UpgradeIn({ packetId }: { packetId: number }) {
  const t = useTexts(packetTexts);
  const { data } = useRead(() => api.application.list({ query: { pageSize: OFFERED } }), { cacheKey: 'projects to upgrade in' });
  if (!data || data.list.length === 0) return null;
  const items = data.list.map(({ appKey, name }) => ({
    key: appKey,
    label: <Link to={`/dashboard/${appKey}/device?upgradeTo=${packetId}`}>{name}</Link>,
  }));
  return (
    <DropMenu menu={{ className: 'project-switcher-menu', items: [{ key: 'in', type: 'group', label: t.upgradeIn, children: items }] }}>
      <Button icon={<CloudDownloadOutlined aria-hidden />} aria-haspopup="menu">
        {t.upgrade}
      </Button>
    </DropMenu>
  );
}

function Details({ packet, onDescribe }: { packet: ListedPacket; onDescribe: () => void }) {
  const t = useTexts(packetTexts);
  const language = useLanguage();
  const { id, filename, size, sha256, devices, downloads, createdAt, createdBy, description, downloadUrl } = packet;
  return (
    <div className="packet-details">
      <div className="packet-file">
        <div>
          <strong>{filename}</strong>
          <span className="muted number">{byteText(size, language)}</span>
        </div>
        <span className="packet-file-acts">
          <UpgradeIn packetId={id} />
          {/* In a new tab, like the link in the list (see PacketMenu). */}
          <Button type="primary" href={downloadUrl} target="_blank" rel="noreferrer" icon={<DownloadOutlined aria-hidden />}>
            {t.download}
          </Button>
        </span>
      </div>
      <Facts
        of={[
          { name: t.devices, value: t.number(devices) },
          { name: t.downloads, value: t.number(downloads) },
          { name: t.created, value: <RelativeTime at={createdAt} /> },
          { name: t.createdBy, value: createdBy },
          { name: t.checksum, wide: true, value: <CopyText text={sha256} what={t.checksum} /> },
          {
            name: `${t.downloadLink} (${t.linkHint})`,
            wide: true,
            value: (
              <CopyText text={downloadUrl} what={t.downloadLink}>
                <span className="packet-link">{downloadUrl}</span>
              </CopyText>
            ),
          },
        ]}
      />
      <section>
        <header>
          <h2>{t.description}</h2>
          <Button size="small" aria-label={t.describe} onClick={onDescribe}>
            {t.edit}
          </Button>
        </header>
        {description ? (
          <Suspense fallback={<p className="packet-plain">{description}</p>}>
            <Markdown text={description} />
          </Suspense>
        ) : (
          <p className="muted">{t.noDescription}</p>
        )}
      </section>
      <section>
        <h2>{t.verify}</h2>
        <Snippet
          what={t.verify}
          code={`curl -C - -o ${shellWord(filename)} ${shellWord(downloadUrl)}\necho ${shellWord(`${sha256}  ${filename}`)} | sha256sum -c`}
        />
      </section>
    </div>
  );
}

const shellWord = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
