import { DownOutlined } from '@ant-design/icons';
import type { Application } from '@contract/application';
import { history, Link, useLocation } from '@umijs/max';
import type { MenuProps } from 'antd';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { CallbackOff } from '@/components/CallbackOff';
import { CopyText } from '@/components/CopyText';
import { DropMenu } from '@/components/DropMenu';
import { FailedPart } from '@/components/FailedRead';
import { lazyPart } from '@/components/lazy-part';
import { NoProject } from '@/components/NoProject';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useGuide } from '@/services/guide';
import { useWatchedProject } from '@/services/useProject';
import { useRead } from '@/utils/useRead';

// Loaded on demand, because projects that have completed the guide do not need it.
const loadGuide = () => import('@/components/guide/Guide');
const Guide = lazyPart(loadGuide);

/** How many projects the switcher offers; its last item leads to all. */
const OFFERED = 20;

/** The frame of a project's pages: its name, state and AppKey, and a menu to switch to another project. */
export function ProjectFrame({ appKey, children }: { appKey: string; children: ReactNode }) {
  const { project, error, refresh } = useWatchedProject(appKey);
  if (project === null) return <NoProject />;
  return (
    <>
      <header className="project-header">
        {project ? <ProjectTitle project={project} /> : error && <FailedPart error={error} onRetry={refresh} />}
      </header>
      {/* The key remounts the page for another project, so that no state of the previous one is shown or saved there. */}
      <Guided key={appKey} appKey={appKey} isProjectOff={project?.status === 'disabled'}>
        {children}
      </Guided>
    </>
  );
}

/**
 * Shows the guide to the first callback above the main pages of a project, until it is completed or dismissed. The page is hidden until
 * it is known whether the guide is shown, so that the guide does not push it down later.
 */
function Guided({ appKey, isProjectOff, children }: { appKey: string; isProjectOff: boolean; children: ReactNode }) {
  const [, , , page, further] = useLocation().pathname.split('/');
  const isMain = !further && ['device', 'consumer', 'call-record'].includes(page ?? '');
  const t = useTexts(menuTexts);
  const guide = useGuide(appKey, isMain);
  const { progress, isDecided } = guide;
  const [isThere, setThere] = useState(false);
  const isWaiting = !isDecided || (progress !== undefined && !isThere);

  // Loads the code while the progress is being read.
  useEffect(() => {
    if (!isDecided) loadGuide().catch(() => {});
  }, [isDecided]);

  return (
    <>
      <Suspense>
        {progress && (
          <Guide
            appKey={appKey}
            guide={guide}
            isProjectOff={isProjectOff}
            switchOn={
              <Link className="button primary" to="/dashboard/project">
                {t.openProjects}
              </Link>
            }
            onThere={() => setThere(true)}
          />
        )}
      </Suspense>
      <div className="project-content" data-waiting={isWaiting}>
        {children}
      </div>
    </>
  );
}

function ProjectTitle({ project }: { project: Application }) {
  const { appKey, name, status } = project;
  const t = useTexts(menuTexts);
  return (
    <>
      <ProjectSwitcher appKey={appKey} name={name} />
      <span className="project-state" data-state={status}>
        {t[status]}
      </span>
      <CallbackOff project={project} />
      <CopyText text={appKey} what="AppKey" />
    </>
  );
}

function ProjectSwitcher({ appKey, name }: { appKey: string; name: string }) {
  const t = useTexts(menuTexts);
  const page = useLocation().pathname.split('/')[3] ?? 'device';
  const [isOpen, setIsOpen] = useState(false);
  /** Hovered or focused, so the list is loaded in advance. */
  const [isNear, setNear] = useState(false);
  const { data, error } = useRead(() => api.application.list({ query: { pageSize: OFFERED } }), {
    ready: isOpen || isNear,
    cacheKey: 'projects to switch to',
  });

  const items: MenuProps['items'] = [
    ...(data?.list ?? []).map((project) => ({
      key: project.appKey,
      label: project.name,
      onClick: () => history.push(`/dashboard/${project.appKey}/${page}`),
    })),
    { type: 'divider' as const },
    { key: 'all', label: t.allProjects, onClick: () => history.push('/dashboard/project') },
  ];

  return (
    // Opened only with its items, because the focus moves into the menu when it opens.
    <DropMenu
      isReady={(data ?? error) !== undefined}
      menu={{ items, selectedKeys: [appKey], className: 'project-switcher-menu' }}
      onOpenChange={setIsOpen}
    >
      <button
        type="button"
        className="project-switcher"
        aria-haspopup="menu"
        aria-label={`${t.switchProject} ${name}`}
        onMouseEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
      >
        <span>{name}</span> <DownOutlined aria-hidden />
      </button>
    </DropMenu>
  );
}
