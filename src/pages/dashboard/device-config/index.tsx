import { Link, useParams } from '@umijs/max';
import { Breadcrumb } from 'antd';
import { Suspense, useEffect } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { lazyPart } from '@/components/lazy-part';
import { StatusPage } from '@/components/StatusPage';
import { configTexts } from '@/locales/device-config';
import { eventTexts } from '@/locales/event';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { deviceListPath } from '@/utils/device-list';
import '@/components/parts.css';
import './config.css';
import { useTwin } from './useTwin';

const ConfigDesk = lazyPart(() => import('./ConfigDesk'));

export default function DeviceConfigPage() {
  const { appKey = '', sn = '' } = useParams();
  const t = useTexts(menuTexts);
  return (
    <>
      <Breadcrumb
        className="config-crumbs"
        items={[
          { title: <Link to={deviceListPath(appKey)}>{t.device}</Link> },
          { title: t.deviceConfig },
          { title: <span className="code">{sn}</span> },
        ]}
      />
      {/* Another device is another page. */}
      <DeviceConfig key={sn} appKey={appKey} sn={sn} />
    </>
  );
}

function DeviceConfig({ appKey, sn }: { appKey: string; sn: string }) {
  const story = useTwin(appKey, sn);
  const { device, twin, isGone, error, refresh } = story;
  const missing = isGone ? <Missing appKey={appKey} /> : story.succeed && <Successor onShown={story.succeed} />;
  if (error) return missing ?? <FailedRead isPage error={error} onRetry={refresh} />;
  if (!device || !twin) return <Bones />;
  return (
    <Suspense fallback={<Bones />}>
      <ConfigDesk
        key={device.createdAt}
        appKey={appKey}
        device={device}
        twin={twin}
        unread={story.unread}
        live={story.live}
        isBrokerAway={story.isBrokerAway}
        missing={missing}
        onSaved={story.take}
        onStale={refresh}
        onRefused={story.recheck}
      />
    </Suspense>
  );
}

/** Switches to the new device of the same serial number, once there are no unsaved edits for the deleted one. */
function Successor({ onShown }: { onShown: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(onShown, []);
  return <Bones />;
}

function Missing({ appKey }: { appKey: string }) {
  const t = useTexts(eventTexts);
  const { toDevices } = useTexts(configTexts);
  const back = (
    <Link className="button primary" to={deviceListPath(appKey)}>
      {toDevices}
    </Link>
  );
  return (
    <StatusPage isPage scene="missing" title={t.missing} action={back}>
      {t.missingWhy}
    </StatusPage>
  );
}

/** The shape of what comes. */
function Bones() {
  const t = useTexts(eventTexts);
  const page = useTexts(configTexts);
  return (
    <div role="status" aria-label={t.loading} className="config-bones">
      <h1 className="sr-only">{page.title}</h1>
      <i className="bone" style={{ height: 184 }} />
      <i className="bone" style={{ width: 152, height: 34 }} />
      <i className="bone" style={{ height: 480 }} />
    </div>
  );
}
