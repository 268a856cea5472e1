import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';

interface UpgradePreviewProps {
  preview?: { devices: number; offline: number; already: number; busy: number };
  /** Of what is asked now; the last answer stays until then. */
  isFresh: boolean;
  isAsked: boolean;
  /** Only of a share. */
  isPart: boolean;
}

/** How many devices an upgrade would be about, and what becomes of those that are special. */
export function UpgradePreview({ preview, isFresh, isAsked, isPart }: UpgradePreviewProps) {
  const t = useTexts(upgradeTexts);
  if (!isAsked || !preview) {
    return (
      <div className="upgrade-preview" role="status">
        <span className="muted">{isAsked ? t.previewing : t.previewChoose}</span>
      </div>
    );
  }
  const { devices, offline, already, busy } = preview;
  return (
    <div className="upgrade-preview" role="status" aria-busy={!isFresh}>
      <p>
        <strong className="number">{t.number(devices)}</strong> {t.previewDevices}
      </p>
      <ul>
        {devices === 0 && <li>{isPart ? t.previewNoneOfShare : t.previewNone}</li>}
        {devices > 0 && <li data-kind="offline">{offline > 0 ? t.previewOffline(offline) : t.previewAllOnline}</li>}
        {already > 0 && <li data-kind="already">{t.previewAlready(already)}</li>}
        {busy > 0 && <li data-kind="busy">{t.previewBusy(busy)}</li>}
      </ul>
    </div>
  );
}
