import { history, useParams } from '@umijs/max';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { NoProject } from '@/components/NoProject';
import { useLeaving } from '@/components/useLeaving';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { deviceListPath } from '@/utils/device-list';
import { ClipBar } from './ClipBar';
import { Fold } from './Fold';
import { Help } from './Help';
import { Panel } from './Panel';
import { Picture } from './Picture';
import { RangeBar } from './RangeBar';
import { StateScreen } from './StateScreen';
import { TopBar } from './TopBar';
import { useClip } from './useClip';
import { useEnd } from './useEnd';
import { useSaving } from './useSaving';
import { useShortcuts } from './useShortcuts';
import { useStream } from './useStream';
import { useViewerState, ViewerContext } from './useViewer';
import { createViewer, type Viewer } from './viewer';
import { Watermark } from './Watermark';
import { canDrawClouds } from './webgl';
import './device-depth.css';

const Cloud = lazyPart(() => import('./Cloud'));

/** The live depth picture of a device (spec §2: without the layout). */
export default function DeviceDepthPage() {
  const { appKey = '', sn = '' } = useParams();
  // The key resets the page for another device.
  return <DevicePage key={`${appKey}/${sn}`} appKey={appKey} sn={sn} />;
}

function DevicePage(device: { appKey: string; sn: string }) {
  const [viewer] = useState(createViewer);
  return (
    <ViewerContext value={viewer}>
      <DepthPage {...device} viewer={viewer} />
    </ViewerContext>
  );
}

function DepthPage({ appKey, sn, viewer }: { appKey: string; sn: string; viewer: Viewer }) {
  const t = useTexts(depthTexts);
  const page = useRef<HTMLElement>(null);
  const [isHelping, setHelping] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { stream: told, size, view, isFrozen } = useViewerState();
  const saving = useSaving(viewer);
  const player = useClip(sn, viewer);
  const { stream, meter, wasPainted } = useStream(appKey, sn, viewer, player.take);
  player.stream.current = stream;
  const hasCloud = useHasCloud();
  const { device, isProjectMissing, state } = useEnd(appKey, sn, told, () => stream?.start());

  // The stream has ended, so the recording ends, too.
  useEffect(() => {
    if ((told === 'ended' || told === 'missing') && player.isRecording) player.record(false);
  });

  const isUnsaved = player.isUnsaved || player.isRecording;
  const [leaving] = useLeaving(isUnsaved, { title: t.loseTitle, why: t.loseWhy, leave: t.lose, stay: t.keep });
  const full = () => void (document.fullscreenElement ? document.exitFullscreen() : page.current?.requestFullscreen?.());
  const leave = () => history.push(deviceListPath(appKey));
  const sceneNow = () => page.current && sceneIn(page.current);
  useShortcuts({ viewer, player, saving, hasCloud, sceneNow, onFull: full, onHelp: () => setHelping(true), onLeave: leave });

  if (isProjectMissing) {
    return (
      <main className="depth-no-project">
        <NoProject />
      </main>
    );
  }

  const isReplaying = player.clip !== undefined;
  const isShown = size !== undefined;
  // A picture or clip of a deleted device can still be viewed and saved.
  const hasPanel = state !== 'missing' || isShown || isReplaying;
  return (
    <main className="depth-page" ref={page} data-stream={told}>
      <TopBar
        appKey={appKey}
        sn={sn}
        name={device?.name ?? ''}
        meter={meter}
        state={state}
        isReplaying={isReplaying}
        hasCloud={hasCloud}
        onFull={full}
        onHelp={() => setHelping(true)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a focus on the stage is passed on to the scene */}
      <div className="depth-stage" data-keeps-focus onFocus={({ target, currentTarget }) => target === currentTarget && focusScene(target)}>
        {isShown && view === 'picture' && <Picture onPainted={wasPainted} />}
        {isShown && view === 'cloud' && (
          <Suspense fallback={null}>
            <Cloud onDrawn={wasPainted} />
          </Suspense>
        )}
        {state !== 'live' && !isReplaying && !(isFrozen && isShown) && (
          <StateScreen appKey={appKey} sn={sn} state={state} isOver={isShown} onRetry={() => stream?.start()} />
        )}
        {isShown && <Watermark />}
      </div>
      <div className="depth-foot">
        <ClipBar sn={sn} player={player} />
        {isShown && <RangeBar />}
      </div>
      {hasPanel && (
        <aside className="depth-panel" aria-label={t.panel} data-open={isOpen}>
          <Fold isOpen={isOpen} onTurn={setOpen} />
          <div className="depth-controls">
            <Panel appKey={appKey} sn={sn} meter={meter} player={player} saving={saving} wish={(profile) => stream?.wish(profile)} />
          </div>
        </aside>
      )}
      {isHelping && <Help onClosed={() => setHelping(false)} />}
      {leaving}
    </main>
  );
}

/** Focuses the picture or the cloud, whichever is shown. */
const focusScene = (stage: Element) => sceneIn(stage)?.focus({ preventScroll: true });
const sceneIn = (part: Element) => part.querySelector<HTMLElement>('[role=application]');

/** Checked after the first picture, because creating a WebGL context is slow without a GPU. */
function useHasCloud(): boolean {
  const [hasCloud, setHasCloud] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasCloud(canDrawClouds()), 500);
    return () => clearTimeout(timer);
  }, []);
  return hasCloud;
}
