import { Link } from '@umijs/max';
import { depthTexts } from '@/locales/device-depth';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { useVirtualDevices, virtualDevices } from '@/services/virtual-device';
import { deviceListPath } from '@/utils/device-list';
import { Action, Choice } from './controls';
import { Icon } from './icons';
import { useStatistics } from './Statistics';
import type { Meter } from './stream/meter';
import type { Shown } from './useEnd';
import { useViewer, useViewerState } from './useViewer';
import './top-bar.css';

interface TopBarProps {
  appKey: string;
  sn: string;
  name: string;
  meter: Meter;
  state: Shown;
  isReplaying: boolean;
  hasCloud: boolean;
  onFull: () => void;
  onHelp: () => void;
}

/** The device, its state, and the switch between picture and cloud. */
export function TopBar({ appKey, sn, name, meter, state, isReplaying, hasCloud, onFull, onHelp }: TopBarProps) {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const { view, isFrozen, size } = useViewerState();
  const shown = isReplaying ? 'replaying' : isFrozen ? 'frozen' : state;
  return (
    <header className="depth-top">
      <Link className="depth-back" to={deviceListPath(appKey)} aria-label={t.back} title={`${t.back} (Esc)`}>
        <Icon name="back" />
      </Link>
      <h1>
        <span className="wide-only">{useTexts(menuTexts).deviceDepth}</span> <strong>{name || sn}</strong>
        {name && <small className="code wide-only">{sn}</small>}
      </h1>
      <span className="depth-pill" data-state={shown}>
        <span role="status">
          {t[shown]}
          {/* A frozen picture has no state screen, so the state is shown here. */}
          {shown === 'frozen' && state !== 'live' && ` · ${t[state]}`}
        </span>
        {name && <small className="code narrow-only">{sn}</small>}
      </span>
      {state === 'live' && !isReplaying && !isFrozen && <Pulse meter={meter} />}
      <span className="spring" />
      {/* Placed so that no other button moves under the pointer when it disappears. */}
      <VirtualHere appKey={appKey} sn={sn} />
      {/* On phones, this link is in the panel. */}
      {state !== 'missing' && (
        <Link className="depth-action wide-only" to={`/dashboard/${appKey}/device/${sn}/config`}>
          <Icon name="config" />
          <span>{t.toConfig}</span>
        </Link>
      )}
      {hasCloud && size && (
        <Choice
          label={t.view}
          value={view}
          options={[
            { value: 'picture', label: t.picture },
            { value: 'cloud', label: t.cloud },
          ]}
          onChange={(view) => viewer.change({ view })}
        />
      )}
      <Action isBare icon="full" label={t.fullScreen} hint="G" onClick={onFull} className="depth-full" />
      <Action isBare icon="help" label={t.shortcuts} hint="?" onClick={onHelp} className="wide-only" />
    </header>
  );
}

/** The two key figures of the stream. */
function Pulse({ meter }: { meter: Meter }) {
  const t = useTexts(depthTexts);
  const { shownFps, latency } = useStatistics(meter);
  return (
    <span className="depth-pulse number wide-only" aria-hidden="true">
      {shownFps !== undefined && t.fps(shownFps.toFixed(1))}
      {shownFps !== undefined && latency && ` · ${t.ms(latency.medianMs.toFixed(0))}`}
    </span>
  );
}

/** For a virtual device of this tab: ends it. */
function VirtualHere({ appKey, sn }: { appKey: string; sn: string }) {
  const t = useTexts(depthTexts);
  const device = useVirtualDevices().find((one) => one.appKey === appKey && one.sn === sn);
  if (!device) return null;
  return (
    <span className="depth-virtual">
      <span className="wide-only">{t.virtualHere}</span>
      <button
        type="button"
        className="depth-chip"
        aria-label={t.stopVirtual}
        title={t.stopVirtual}
        onClick={() => virtualDevices.stop(device)}
      >
        <span className="wide-only">{t.stopVirtual}</span>
        <span className="narrow-only">
          <Icon name="power" />
        </span>
      </button>
    </span>
  );
}
