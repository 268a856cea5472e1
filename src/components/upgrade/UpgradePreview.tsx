import type { Running } from '@contract/upgrade';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';
import type { api } from '@/services/api';

interface UpgradePreviewProps {
  preview?: Awaited<ReturnType<typeof api.upgrade.preview>>;
  /** Versions of the same name that were uploaded after the chosen one. */
  later: readonly { name: string; version: string }[];
  /** Of what is asked now; the last answer stays until then. */
  isFresh: boolean;
  isAsked: boolean;
  /** Only of a share. */
  isPart: boolean;
}

/** How many devices an upgrade would be about, what they run now, and what becomes of those that are special. */
export function UpgradePreview({ preview, later, isFresh, isAsked, isPart }: UpgradePreviewProps) {
  const t = useTexts(upgradeTexts);
  if (!isAsked || !preview) {
    return (
      <div className="upgrade-preview" role="status">
        <span className="muted">{isAsked ? t.previewing : t.previewChoose}</span>
      </div>
    );
  }
  const { devices, offline, already, busy, running } = preview;
  const older = running.filter((one) => later.some(({ name, version }) => name === one.packetName && version === one.packetVersion));
  return (
    <div className="upgrade-preview" role="status" aria-busy={!isFresh}>
      <p>
        <strong className="number">{t.number(devices)}</strong> {t.previewDevices}
      </p>
      <ul>
        {devices === 0 && <li>{isPart ? t.previewNoneOfShare : t.previewNone}</li>}
        {devices > 0 && <li data-kind="running">{runningText(running, devices)}</li>}
        {older.length > 0 && <li data-kind="older">{t.uploadedLater(...older.map(nameOf))}</li>}
        {devices > 0 && <li data-kind="offline">{offline > 0 ? t.previewOffline(offline) : t.previewAllOnline}</li>}
        {already > 0 && <li data-kind="already">{t.previewAlready(already)}</li>}
        {busy > 0 && <li data-kind="busy">{t.previewBusy(busy)}</li>}
      </ul>
    </div>
  );

  function runningText(versions: readonly Running[], all: number): string {
    const others = all - versions.reduce((sum, { devices }) => sum + devices, 0);
    const [first] = versions;
    if (first && versions.length === 1 && others <= 0) return first.packetName ? t.runsNow(nameOf(first)) : t.runsUnknown;
    const parts = versions.map((one) => t.runsOf(nameOf(one) || t.unknownVersion, one.devices));
    return t.runsNow(...parts, ...(others > 0 ? [t.runsOther(others)] : []));
  }
}

const nameOf = ({ packetName, packetVersion }: Running) => [packetName, packetVersion].filter(Boolean).join(' ');
