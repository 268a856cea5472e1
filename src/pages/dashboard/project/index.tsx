import { AppstoreOutlined, PlusOutlined, TableOutlined } from '@ant-design/icons';
import { type Application, ApplicationFilter } from '@contract/application';
import { useDebounceFn, useLocalStorageState } from 'ahooks';
import { Button, Select } from 'antd';
import { Suspense, useState } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { LastAnswer } from '@/components/LastAnswer';
import { LostIndicator } from '@/components/LiveIndicator';
import { lazyDialog, lazyPart } from '@/components/lazy-part';
import { NothingFound } from '@/components/NothingFound';
import { SearchInput } from '@/components/SearchInput';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useGuide } from '@/services/guide';
import { guideSecrets } from '@/services/guide-secrets';
import { TABLE_NEEDS, useNarrow } from '@/utils/useNarrow';
import { filterOf, useUrlQuery } from '@/utils/useUrlQuery';
import { EmptyProjects } from './EmptyProjects';
import { ProjectCards, SkeletonCards } from './ProjectCards';
import type { Dialog } from './ProjectDialog';
import { ProjectTotals } from './ProjectTotals';
import '@/components/parts.css';
import './project.css';
import { useProjects } from './useProjects';

// Loaded when needed.
const ProjectDialog = lazyDialog(() => import('./ProjectDialog'));
const Guide = lazyPart(() => import('@/components/guide/Guide'));
const Plan = lazyPart(() => import('@/components/guide/Plan'));
const ProjectTable = lazyPart(() => import('./ProjectTable'));

type View = 'cards' | 'table';

/** Actions on a project of the list. */
export interface ProjectActions {
  open: (dialog: Dialog) => void;
  toggle: (project: Application) => void;
}

/** Devices disconnect and reconnect within this time after their project was switched. */
const LEAVING_MS = 3000;
export default function ProjectPage() {
  const t = useTexts(projectTexts);
  const { query, change } = useUrlQuery();
  const { keyword = '', status } = filterOf(ApplicationFilter, query);
  const [chosenView, setView] = useLocalStorageState<View>('projectView', { defaultValue: 'cards' });
  const isNarrow = useNarrow(TABLE_NEEDS);
  const view = isNarrow ? 'cards' : chosenView;
  const [dialog, setDialog] = useState<Dialog>();
  const projects = useProjects({ keyword, status });
  const { list, isOld, totals, refresh, error, reload } = projects;
  const { run: refreshSoon } = useDebounceFn(refresh, { wait: LEAVING_MS });

  function changed() {
    void refresh();
    refreshSoon();
  }

  /** Disabling needs a confirmation, because it disconnects devices. */
  async function toggle(project: Application) {
    if (project.status === 'enabled') return setDialog({ is: 'disable', project });
    await api.application.switch({ params: { id: project.id }, body: { id: project.id, status: 'enabled' } });
    changed();
  }

  const create = () => setDialog({ is: 'create' });
  const actions = { open: setDialog, toggle };
  const first = totals?.projects === 0;
  const isUnread = !list && error;
  const all = keyword || status || isOld ? [] : (list ?? []);
  // A project whose secret is still shown keeps the guide, even if another project is created.
  const guided = all.find(({ appKey }) => guideSecrets.has(appKey)) ?? all[0];

  return (
    <div className="project-page">
      <h1 className="sr-only">{t.title}</h1>
      {!first && !isUnread && <ProjectTotals totals={totals} />}
      {first ? (
        <LostIndicator since={projects.lostSince} />
      ) : (
        <div className="page-tools">
          <SearchInput value={keyword} label={t.search} onSearch={(typed) => change({ keyword: typed }, { replace: keyword !== '' })} />
          <Select
            aria-label={t.state}
            className="state-select"
            value={status ?? ''}
            onChange={(chosen) => change({ status: chosen })}
            options={[
              { value: '', label: t.anyState },
              { value: 'enabled', label: t.enabled },
              { value: 'disabled', label: t.disabled },
            ]}
          />
          <LostIndicator since={projects.lostSince} />
          <span className="spring" />
          {!isNarrow && <ViewSwitch view={view} onSwitched={setView} />}
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
            {t.create}
          </Button>
        </div>
      )}

      {isUnread ? (
        <FailedRead error={error} onRetry={reload} />
      ) : first ? (
        <>
          <EmptyProjects onCreate={create} />
          <Suspense>
            <Plan />
          </Suspense>
        </>
      ) : (
        <LastAnswer isAwaited={isOld}>
          {list?.length === 0 ? (
            <NothingFound texts={t} onClear={() => change({ keyword: '', status: '' })} />
          ) : view === 'table' && !list ? (
            <SkeletonCards />
          ) : view === 'table' ? (
            <Suspense fallback={<SkeletonCards />}>
              <ProjectTable {...projects} actions={actions} />
            </Suspense>
          ) : (
            <ProjectCards {...projects} actions={actions} />
          )}
        </LastAnswer>
      )}

      <Suspense>{guided && <ProjectGuide key={guided.appKey} project={guided} onProgress={refresh} />}</Suspense>
      <Suspense>{dialog && <ProjectDialog dialog={dialog} onSaved={changed} onClosed={() => setDialog(undefined)} />}</Suspense>
    </div>
  );
}

function ProjectGuide({ project: { appKey, name, status }, onProgress }: { project: Application; onProgress: () => void }) {
  const guide = useGuide(appKey);
  return (
    guide.progress && (
      <Guide appKey={appKey} guide={guide} projectName={name} isProjectOff={status === 'disabled'} onProgress={onProgress} />
    )
  );
}

function ViewSwitch({ view, onSwitched }: { view?: View; onSwitched: (view: View) => void }) {
  const t = useTexts(projectTexts);
  const views = [
    ['cards', AppstoreOutlined],
    ['table', TableOutlined],
  ] as const;
  return (
    <fieldset className="view-switch" aria-label={t.view}>
      {views.map(([one, Icon]) => (
        <button key={one} type="button" aria-pressed={view === one} aria-label={t[one]} title={t[one]} onClick={() => onSwitched(one)}>
          <Icon aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}
