import { Checkbox } from 'antd';
import { Pages } from '@/components/Pages';
import { RelativeTime } from '@/components/RelativeTime';
import { StateTag } from '@/components/StateTag';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { DeviceMenu, type RowAct } from './DeviceMenu';
import { Tags } from './Tags';
import { type DeviceList, type DeviceQuery, PAGE_SIZES } from './useDevices';
import type { Selection } from './useSelection';

interface DeviceCardsProps {
  appKey: string;
  data: DeviceList;
  query: DeviceQuery;
  selection: Selection;
  act: RowAct;
  /** SNs whose state has changed as one watched. */
  restless: ReadonlySet<string>;
  /** SNs that the filter no longer fits. */
  leaving: ReadonlySet<string>;
}

/** The table on a phone: who it is, how it is, when it was last seen. */
export function DeviceCards({ appKey, data, query, selection, act, restless, leaving }: DeviceCardsProps) {
  const t = useTexts(deviceTexts);
  const shown = data.list.map(({ sn }) => sn);
  const picked = shown.filter((sn) => selection.isAll || selection.sns.includes(sn));
  const rest = selection.sns.filter((sn) => !shown.includes(sn));

  function toggle(sn: string) {
    const before = selection.isAll ? shown : selection.sns;
    selection.pick(before.includes(sn) ? before.filter((one) => one !== sn) : [...before, sn]);
  }

  return (
    <>
      <Checkbox
        className="pick-page"
        checked={picked.length === shown.length}
        indeterminate={picked.length > 0 && picked.length < shown.length}
        onChange={({ target }) => selection.pick(target.checked ? [...rest, ...shown] : rest)}
      >
        {t.selectPage}
      </Checkbox>
      <ul className="device-cards">
        {data.list.map((device) => (
          <li key={device.sn} className={leaving.has(device.sn) ? 'leaving' : undefined}>
            <Checkbox aria-label={t.select(device.sn)} checked={picked.includes(device.sn)} onChange={() => toggle(device.sn)} />
            <button type="button" className="open" onClick={() => query.open(device.sn)}>
              <strong>{device.name || device.sn}</strong>
              {device.name && <span className="code muted">{device.sn}</span>}
              <span className="facts">
                <span key={device.stateSince} data-restless={restless.has(device.sn)}>
                  <StateTag state={device.state} />
                </span>
                <span className="muted">
                  {t.lastSeen} <RelativeTime at={device.lastSeenAt} />
                </span>
              </span>
              {device.tags.length > 0 && <Tags tags={device.tags} room={36} />}
            </button>
            <DeviceMenu appKey={appKey} device={device} act={act} />
          </li>
        ))}
      </ul>
      <Pages
        size="small"
        align="center"
        showLessItems
        current={query.current}
        pageSize={query.pageSize}
        pageSizeOptions={PAGE_SIZES}
        total={data.total}
        showTotal={(total) => t.total(total, data.more)}
        onChange={query.turn}
      />
    </>
  );
}
