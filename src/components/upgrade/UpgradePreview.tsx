import type { Running } from '@contract/upgrade';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';
import type { api } from '@/services/api';
import type { Doubt } from './doubt';

interface UpgradePreviewProps {
  preview?: Awaited<ReturnType<typeof api.upgrade.preview>>;
  /** A possible reason against the version for devices that run another one. */
  doubtOf: (running: Running) => Doubt | undefined;
  /** Is the preview of the current input? Until then the last one stays. */
  isFresh: boolean;
  isAsked: boolean;
  /** The share is invalid. */
  isShareWrong: boolean;
  /** Is the target only a share of the devices? */
  isPart: boolean;
}

/** Maximum versions that are named; of more, only their number. */
const NAMED = 5;

/** The number of affected devices, their current versions, and notes about special ones. */
export function UpgradePreview({ preview, doubtOf, isFresh, isAsked, isShareWrong, isPart }: UpgradePreviewProps) {
  const t = useTexts(upgradeTexts);
  if (!isAsked || !preview) {
    return (
      <div className="upgrade-preview" role="status">
        <span className="muted">{isAsked ? t.previewing : isShareWrong ? t.previewShare : t.previewChoose}</span>
      </div>
    );
  }
  const { devices, disabled, offline, already, busy, running, unknownSns } = preview;
  const isAllGone = devices + disabled === 0 && unknownSns.length > 0;
  // A rare version may have no device in a small share, but is warned about all the same.
  const present = running.filter((one) => one.devices > 0);
  const [higher, later, others] = [those('lower'), those('uploadedEarlier'), those('otherName')];
  return (
    <div className="upgrade-preview" role="status" aria-busy={!isFresh}>
      <p>
        <strong className="number">{t.number(devices)}</strong> {t.previewDevices(devices)}
      </p>
      <ul>
        {devices === 0 && !isAllGone && <li>{isPart ? t.previewNoneOfShare : t.previewNone}</li>}
        {devices > 0 && <li data-kind="running">{runningText(present, devices)}</li>}
        {higher.names.length > 0 && <li data-kind="doubt">{t.lowerThan(higher.some, ...higher.names)}</li>}
        {later.names.length > 0 && <li data-kind="doubt">{t.uploadedBefore(later.some, ...later.names)}</li>}
        {others.names.length > 0 && <li data-kind="doubt">{t.otherThan(others.some, ...others.names)}</li>}
        {devices > 0 && <li data-kind="offline">{offline > 0 ? t.previewOffline(offline) : t.previewAllOnline(devices)}</li>}
        {already > 0 && <li data-kind="already">{t.previewAlready(already)}</li>}
        {disabled > 0 && <li data-kind="disabled">{t.previewDisabled(disabled)}</li>}
        {unknownSns.length > 0 && (
          <li data-kind="disabled">{isAllGone ? t.previewAllGone(unknownSns.length) : t.previewGone(unknownSns.length)}</li>
        )}
        {busy > 0 && <li data-kind="busy">{t.previewBusy(busy)}</li>}
      </ul>
    </div>
  );

  /** The versions with a doubt, and how many devices run them; in a small share there may be none. */
  function those(why: Doubt) {
    const versions = running.filter((one) => doubtOf(one) === why);
    const count = versions.reduce((sum, { devices }) => sum + devices, 0);
    return { names: named(versions), some: count > 0 && count < devices ? count : undefined };
  }

  function named(versions: readonly Running[]): string[] {
    const rest = versions.length - NAMED;
    return [...versions.slice(0, NAMED).map(nameOf), ...(rest > 0 ? [t.otherVersions(rest)] : [])];
  }

  function runningText(versions: readonly Running[], all: number): string {
    const told = versions.slice(0, NAMED);
    const others = all - told.reduce((sum, { devices }) => sum + devices, 0);
    const [first] = versions;
    if (first && versions.length === 1) return first.packetName ? t.runsNow(nameOf(first)) : t.runsUnknown(all);
    const parts = told.map((one) => t.runsOf(nameOf(one) || t.unknownVersion, one.devices));
    return t.runsNow(...parts, ...(others > 0 ? [t.runsOther(others)] : []));
  }
}

const nameOf = ({ packetName, packetVersion }: Running) => [packetName, packetVersion].filter(Boolean).join(' ');
