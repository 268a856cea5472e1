import { FailedPart } from '@/components/FailedRead';
import { useUpgradeWords } from '@/components/upgrade/useUpgradeWords';
import { useLanguage } from '@/locales/language';
import { percentOf } from '@/utils/percent';
import { useVersions } from './useUpgrades';

const SHOWN = 6;

/** Which versions the devices of a project run: bars, each with its number in words. */
export function VersionShares({ appKey, changes }: { appKey: string; changes: number }) {
  const { t } = useUpgradeWords();
  const language = useLanguage();
  const { data, error, refresh } = useVersions(appKey, changes);
  if (!data && error) {
    return (
      <section className="version-shares" aria-label={t.versions}>
        <h3>{t.versions}</h3>
        <FailedPart error={error} onRetry={refresh} />
      </section>
    );
  }
  if (!data) return <div className="version-shares bone" aria-hidden />;
  if (data.total === 0) return null;

  const nameOf = ({ packetName, packetVersion }: (typeof data.list)[number]) =>
    [packetName, packetVersion].filter(Boolean).join(' ') || t.unknownVersion;
  const rest = data.list.slice(SHOWN);
  const rows = [
    ...data.list.slice(0, SHOWN).map((one) => ({ name: nameOf(one), devices: one.devices, isKnown: one.packetName !== '' })),
    ...(rest.length > 0
      ? [{ name: t.otherVersions(rest.length), devices: rest.reduce((sum, { devices }) => sum + devices, 0), isKnown: true }]
      : []),
  ];

  return (
    <section className="version-shares" aria-label={t.versions}>
      <h3>{t.versions}</h3>
      <ul>
        {rows.map(({ name, devices, isKnown }) => (
          <li key={name} data-known={isKnown}>
            <span className="version-name" title={name}>
              {name}
            </span>
            <span className="version-bar" aria-hidden>
              <span style={{ width: `${Math.max(0.5, (devices / data.total) * 100)}%` }} />
            </span>
            <span className="number version-count">
              {t.number(devices)} <small className="muted">{percentOf(devices, data.total, language)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
