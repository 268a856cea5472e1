import type { Device, DeviceFilter } from '@contract/device';
import { Id } from '@contract/id';
import { useLocation, useParams } from '@umijs/max';
import { Suspense, useEffect, useState } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { LastAnswer } from '@/components/LastAnswer';
import { lazyDialog, lazyPart } from '@/components/lazy-part';
import { NothingFound } from '@/components/NothingFound';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useProject } from '@/services/useProject';
import { keepDeviceList } from '@/utils/device-list';
import { useNarrow } from '@/utils/useNarrow';
import { useRead } from '@/utils/useRead';
import '@/components/parts.css';
import './device.css';
import { DeviceCards } from './DeviceCards';
import { DeviceCounts } from './DeviceCounts';
import type { Dialog } from './DeviceDialog';
import type { RowAct } from './DeviceMenu';
import { DeviceSkeleton } from './DeviceSkeleton';
import { DeviceActions, DeviceFilters } from './DeviceTools';
import { EmptyDevices } from './EmptyDevices';
import { ListNews } from './ListNews';
import type { ManyAct } from './ManyDevices';
import { SelectionBar } from './SelectionBar';
import { useColumns } from './useColumns';
import { useCounted } from './useCounted';
import { useDeviceQuery } from './useDevices';
import { useLiveDevices } from './useLiveDevices';
import { useSelection } from './useSelection';

// The table is not needed on a phone, dialogs not before they are asked for.
const DeviceTable = lazyPart(() => import('./DeviceTable'));
const ProjectOff = lazyPart(() => import('@/components/ProjectOff'));
const DeviceDialog = lazyDialog(() => import('./DeviceDialog'));
const DeviceDrawer = lazyDialog(() => import('./DeviceDrawer'));
const UpgradeDrawer = lazyDialog(() => import('./upgrade/UpgradeDrawer'));
const UpgradeDialog = lazyDialog(() => import('@/components/upgrade/UpgradeDialog'));
const ImportDrawer = lazyDialog(() => import('./import/ImportDrawer'));

/** Which devices are to be upgraded; the dialog asks when it is not said. */
interface Upgrading {
  chosen?: { sns: string[] } | { filter: DeviceFilter; upTo?: number };
  /** The version that is offered first. */
  from?: { packetId: number };
}

export default function DevicePage() {
  const { appKey = '' } = useParams();
  const { search } = useLocation();
  const t = useTexts(deviceTexts);
  const isNarrow = useNarrow();
  const { project } = useProject(appKey);
  const query = useDeviceQuery();
  const devices = useLiveDevices(appKey, query);
  const { data, isOld, error, refresh, restless, leaving } = devices;
  const {
    data: tags,
    error: tagsUnread,
    refresh: refreshTags,
  } = useRead(() => api.device.tags({ params: { appKey } }), { refreshDeps: [appKey] });
  const selection = useSelection(query.filter, data);
  const { awaited, count } = useCounted(selection, refresh, (many: ManyAct) => setDialog({ is: 'many', many }));
  const columns = useColumns();
  const [dialog, setDialog] = useState<Dialog>();
  const [isImporting, setImporting] = useState(false);
  const [upgrading, setUpgrading] = useState<Upgrading | undefined>(() => upgradingTo(query.upgradeTo));
  const [changes, setChanges] = useState(0);

  useEffect(() => keepDeviceList(appKey, search), [appKey, search]);

  async function changed() {
    if (dialog?.is === 'remove') {
      const { sn } = dialog.device;
      if (selection.sns.includes(sn)) selection.pick(selection.sns.filter((one) => one !== sn));
      if (sn === query.device) query.close();
    }
    refreshTags();
    setChanges((count) => count + 1);
    await refresh();
  }

  /** What a row's menu asks for; switching on harms nothing and is not asked again. */
  async function act(is: Parameters<RowAct>[0], device: Device) {
    if (is === 'details') return query.open(device.sn);
    if (is === 'upgrade') return setUpgrading({ chosen: { sns: [device.sn] } });
    if (is !== 'enable') return setDialog({ is, device });
    await api.device.update({ params: { appKey, sn: device.sn }, body: { enabled: true } });
    await changed();
  }

  const add = () => setDialog({ is: 'add' });
  const importCsv = () => setImporting(true);
  const knownTags = tags?.list.map(({ tag }) => tag) ?? [];
  // A device that came by itself, or from elsewhere, may have brought one.
  const newTags = tags && data?.list.flatMap((device) => device.tags.filter((tag) => !knownTags.includes(tag))).join();
  useEffect(() => {
    if (newTags) refreshTags();
  }, [newTags, refreshTags]);
  // They could not be read either while the platform was away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list is read anew
  useEffect(() => {
    if (tagsUnread) refreshTags();
  }, [data?.askedAt]);
  const shared = { appKey, query, selection, act, restless, leaving };

  return (
    <div className="device-page">
      <h1 className="sr-only">{t.title}</h1>
      <Suspense>{project?.status === 'disabled' && <ProjectOff why={t.projectOff} />}</Suspense>
      {data?.counts.all === 0 ? (
        <EmptyDevices appKey={appKey} onAdd={add} onImport={importCsv} onStarted={changed} />
      ) : (
        <>
          <DeviceCounts
            counts={data?.counts}
            isUnread={Boolean(error)}
            chosen={query.filter.state}
            onChoose={(state) => query.look({ state })}
          />
          <section className="device-list" aria-label={t.title}>
            <div className="page-tools">
              <DeviceFilters query={query} tags={knownTags} shown={columns.shown} news={<ListNews of={devices} />} />
              <span className="spring" />
              <DeviceActions
                appKey={appKey}
                filter={query.filter}
                columns={columns}
                onAdd={add}
                onImport={importCsv}
                onUpgrades={() => query.openUpgrade('all')}
                onStarted={changed}
              />
            </div>
            {selection.count > 0 && (
              <SelectionBar
                selection={selection}
                awaited={awaited}
                onAct={count}
                onUpgrade={() => setUpgrading({ chosen: selection.body })}
              />
            )}
            <LastAnswer isAwaited={isOld}>
              {!data && error ? (
                <FailedRead error={error} onRetry={refresh} />
              ) : !data ? (
                <DeviceSkeleton />
              ) : data.list.length === 0 && data.total === 0 ? (
                <NothingFound texts={t} onClear={query.clear} />
              ) : isNarrow ? (
                <DeviceCards {...shared} data={data} />
              ) : (
                <Suspense fallback={<DeviceSkeleton />}>
                  <DeviceTable {...shared} data={data} columns={columns} />
                </Suspense>
              )}
            </LastAnswer>
          </section>
        </>
      )}
      <Suspense>
        {query.device && (
          <DeviceDrawer key={query.device} appKey={appKey} sn={query.device} act={act} changes={changes} onClosed={query.close} />
        )}
        {dialog && (
          <DeviceDialog
            appKey={appKey}
            dialog={dialog}
            tags={knownTags}
            selection={selection}
            onSaved={changed}
            onClosed={() => setDialog(undefined)}
          />
        )}
        {query.upgrade && (
          <UpgradeDrawer
            appKey={appKey}
            shown={query.upgrade}
            onShow={query.openUpgrade}
            onCreate={() => setUpgrading({})}
            onOpenDevice={query.open}
            onClosed={query.close}
          />
        )}
        {upgrading && (
          <UpgradeDialog
            appKey={appKey}
            chosen={upgrading.chosen}
            filter={query.filter}
            from={upgrading.from}
            onStarted={(id) => {
              selection.clear();
              query.openUpgrade(id);
            }}
            onClosed={() => {
              setUpgrading(undefined);
              if (query.upgradeTo) query.forgetUpgradeTo();
            }}
          />
        )}
        {isImporting && <ImportDrawer appKey={appKey} onImported={changed} onClosed={() => setImporting(false)} />}
      </Suspense>
    </div>
  );
}

/** The list of versions leads here, with one of them. */
function upgradingTo(packet?: string): Upgrading | undefined {
  const { data: packetId } = Id.safeParse(packet);
  return packetId === undefined ? undefined : { from: { packetId } };
}
