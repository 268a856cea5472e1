import { Button } from 'antd';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { CopyText } from '@/components/CopyText';
import { Facts } from '@/components/Facts';
import { lazyDialog, lazyPart } from '@/components/lazy-part';
import { RelativeTime } from '@/components/RelativeTime';
import { deviceTexts } from '@/locales/device';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { virtualTexts } from '@/locales/virtual';
import { api } from '@/services/api';
import { useLive } from '@/services/live';
import { useProject } from '@/services/useProject';
import { useVirtualDevices, virtualDevices } from '@/services/virtual-device';
import { useRead } from '@/utils/useRead';
import type { RowAct } from '../DeviceMenu';
import { Tags } from '../Tags';
import { useDeviceQuery } from '../useDevices';
import { BrokerFacts, FactBones } from './BrokerFacts';
import { Checklist, Unsteady } from './Checklist';
import './details.css';
import { StateSentence } from './StateSentence';
import { EventBones, Timeline } from './Timeline';
import type { DeviceStory } from './useDevice';
import { useTimeline } from './useTimeline';

const Confirm = lazyDialog(() => import('@/components/Confirm'));
const DeviceUpgrade = lazyPart(() => import('./DeviceUpgrade'));
const ConnectCode = lazyPart(async () => ({ default: (await import('../ConnectCode')).ConnectCode }));
const ConnectCodeDialog = lazyDialog(async () => ({ default: (await import('../ConnectCode')).ConnectCodeDialog }));

interface DeviceDetailsProps {
  appKey: string;
  sn: string;
  story: DeviceStory;
  act: RowAct;
  /** The scrolling element: near its end, older events are loaded. */
  scroller: RefObject<HTMLElement | null>;
}

/** Details of a device: state, diagnosis, connection, and history. */
export function DeviceDetails({ appKey, sn, story, act, scroller }: DeviceDetailsProps) {
  const t = useTexts(deviceTexts);
  const words = useTexts(eventTexts);
  const virtual = useTexts(virtualTexts);
  const { project, refresh: refreshProject } = useProject(appKey);
  const isHere = useVirtualDevices().some((one) => one.appKey === appKey && one.sn === sn);
  const [asked, setAsked] = useState<'snippets' | 'virtual'>();
  const [isBrokerAway, setBrokerAway] = useState(false);
  const { openUpgrade } = useDeviceQuery();
  const top = useRef<HTMLElement>(null);
  // Read in parallel with the device: after it, the device may be deleted already.
  const { data: upgrades, refresh: refreshUpgrades } = useRead(() =>
    api.upgrade.ofDevice({ params: { appKey, sn } }, { skipErrorHandler: true }),
  );
  const timeline = useTimeline(appKey, sn, scroller, top);
  const live = useLive({
    appKey,
    sn,
    after: timeline.after,
    ready: timeline.after !== undefined,
    onMessage: (message) => {
      if (message.type === 'event') timeline.hear(message.event);
      if (message.type === 'reset') timeline.again();
      if (message.type === 'upgrade' || message.type === 'reset') refreshUpgrades();
      if (message.type === 'broker') setBrokerAway(!message.reachable);
      story.hear(message);
    },
  });
  const { device, client, isClientUnread, diagnosis } = story;
  if (!device) return <DetailsBones />;

  const remedies = {
    enableProject,
    enableDevice: () => act('enable', device),
    resetSecret: () => act('reset', device),
    showSnippets: () => setAsked('snippets'),
    startVirtual: () => setAsked('virtual'),
  };
  const none = <span className="muted">{t.none}</span>;

  async function enableProject() {
    if (!project) return;
    await api.application.switch({ params: { id: project.id }, body: { id: project.id, status: 'enabled' } });
    refreshProject();
    story.diagnose();
  }

  return (
    <>
      <StateSentence device={device} client={client} diagnosis={diagnosis} />
      {device.state === 'online' ? (
        <>
          <BrokerFacts appKey={appKey} sn={sn} client={client} isUnread={isClientUnread} />
          <Unsteady diagnosis={diagnosis} remedies={remedies} />
        </>
      ) : (
        <Checklist device={device} diagnosis={diagnosis} isHere={isHere} remedies={remedies} />
      )}
      <section className="details-section" aria-label={t.facts}>
        <header>
          <h3>{t.facts}</h3>
          <span className="spring" />
          <Button size="small" onClick={() => act('edit', device)}>
            {t.edit}
          </Button>
        </header>
        <Facts
          of={[
            { name: t.sn, value: <CopyText text={sn} what={t.sn} /> },
            { name: t.name, value: device.name || none },
            { name: t.version, value: [device.packetName, device.packetVersion].filter(Boolean).join(' ') || none },
            { name: t.lastSeen, value: <RelativeTime at={device.lastSeenAt} /> },
            { name: t.created, value: <RelativeTime at={device.createdAt} /> },
            { name: t.tags, value: device.tags.length > 0 ? <Tags tags={device.tags} /> : none, wide: device.tags.length > 2 },
            device.remark !== '' && { name: t.remark, value: <span className="lines">{device.remark}</span>, wide: true },
          ]}
        />
      </section>
      <Suspense>{upgrades?.list[0] && <DeviceUpgrade last={upgrades.list[0]} onOpen={openUpgrade} />}</Suspense>
      <Timeline
        timeline={timeline}
        live={live}
        isBrokerAway={isBrokerAway}
        top={top}
        empty={
          <section className="details-section first-steps" aria-label={words.emptyTitle}>
            <header>
              <h3>{words.emptyTitle}</h3>
            </header>
            <p>{words.emptyWhy}</p>
            <p className="muted">{words.snippetsWhy}</p>
            <Suspense fallback={<i className="bone cause-bone" />}>
              <ConnectCode appKey={appKey} sn={sn} secret={words.secretPlaceholder} />
            </Suspense>
          </section>
        }
      />
      <Suspense>
        {asked === 'snippets' && <ConnectCodeDialog appKey={appKey} sn={sn} onClosed={() => setAsked(undefined)} />}
        {asked === 'virtual' && (
          <Confirm
            title={virtual.asThisTitle(sn)}
            confirm={virtual.asThisDo}
            cancel={t.cancel}
            danger
            onConfirm={() => virtualDevices.impersonate(appKey, sn)}
            onClosed={() => setAsked(undefined)}
          >
            {virtual.asThisWhy}
          </Confirm>
        )}
      </Suspense>
    </>
  );
}

/** Placeholder while the device is loading. */
function DetailsBones() {
  const t = useTexts(deviceTexts);
  return (
    <div role="status" aria-label={t.loading}>
      <i className="bone sentence-bone" />
      {[8, 6].map((facts) => (
        <div key={facts} className="details-section">
          <i className="bone title-bone" />
          <FactBones count={facts} />
        </div>
      ))}
      <div className="details-section">
        <i className="bone title-bone" />
        <EventBones />
      </div>
    </div>
  );
}
