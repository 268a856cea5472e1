import { DEFAULT_PAGE_SIZE } from '@contract/page';
import type { UpgradeOutcome, UpgradeState } from '@contract/upgrade';
import { useState } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { LastAnswer } from '@/components/LastAnswer';
import { Pages } from '@/components/Pages';
import { RelativeTime } from '@/components/RelativeTime';
import { SearchInput } from '@/components/SearchInput';
import { Outcome } from '@/components/upgrade/Outcome';
import { useUpgradeWords } from '@/components/upgrade/useUpgradeWords';
import { UpgradeBones } from './UpgradeList';
import { useUpgradeDevices } from './useUpgrades';

interface UpgradeDevicesProps {
  appKey: string;
  id: number;
  /** Of the upgrade. */
  state: UpgradeState;
  outcome?: UpgradeOutcome;
  changes: number;
  onOpenDevice: (sn: string) => void;
}

/** The devices of an upgrade, page by page, each with how far it is and why. */
export function UpgradeDevices({ appKey, id, state, outcome, changes, onOpenDevice }: UpgradeDevicesProps) {
  const { t } = useUpgradeWords();
  const [keyword, setKeyword] = useState('');
  const [current, setCurrent] = useState(1);
  const { data, isOld, error, refresh } = useUpgradeDevices(appKey, id, { outcome, keyword, current }, changes);

  return (
    <section className="upgrade-devices" aria-label={t.deviceList}>
      <SearchInput
        value={keyword}
        label={t.search}
        onSearch={(typed) => {
          setKeyword(typed);
          setCurrent(1);
        }}
      />
      <LastAnswer isAwaited={isOld}>
        {!data && error ? (
          <FailedRead error={error} onRetry={refresh} />
        ) : !data ? (
          <UpgradeBones label={t.loading} />
        ) : data.list.length === 0 ? (
          <p className="muted upgrade-none">{t.noneWith}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">{t.sn}</th>
                <th scope="col">{t.outcome}</th>
                <th scope="col" className="wide-only">
                  {t.runs}
                </th>
                <th scope="col" className="wide-only">
                  {t.changed}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((one) => (
                <tr key={one.sn}>
                  <td>
                    <span className="upgrade-device">
                      {one.deviceState === null ? (
                        <span className="code">{one.sn}</span>
                      ) : (
                        <button
                          type="button"
                          className="open-device code"
                          aria-label={t.openDevice(one.sn)}
                          onClick={() => onOpenDevice(one.sn)}
                        >
                          {one.sn}
                        </button>
                      )}
                      {one.name && <small className="muted">{one.name}</small>}
                      {one.deviceState === null && one.reason !== 'deviceDeleted' && <small className="muted">{t.gone}</small>}
                    </span>
                  </td>
                  <td>
                    <Outcome of={{ ...one, upgradeState: state }} />
                  </td>
                  <td className="wide-only">
                    <span className="number upgrade-runs">
                      {one.deviceState === null ? '–' : [one.packetName, one.packetVersion].filter(Boolean).join(' ') || t.unknownVersion}
                    </span>
                  </td>
                  <td className="wide-only muted upgrade-when">
                    <RelativeTime at={one.changedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </LastAnswer>
      {data && data.total > DEFAULT_PAGE_SIZE && (
        <Pages
          size="small"
          current={current}
          total={data.total}
          showSizeChanger={false}
          showTotal={(total) => t.devices(total)}
          onChange={setCurrent}
        />
      )}
    </section>
  );
}
