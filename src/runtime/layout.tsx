import { Link, type RunTimeLayoutConfig, useLocation } from '@umijs/max';
import { lazy, type ReactNode, Suspense } from 'react';
import { Mark } from '@/components/Mark';
import { PageBoundary } from '@/components/PageBoundary';
import { StatusPage } from '@/components/StatusPage';
import { frameTexts } from '@/locales/frame';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { appKeyOf } from '@/utils/address';
import { layoutSettings } from '../../config/layout';
import { look } from '../../config/theme';
import './frame/frame.css';
import { menuOf } from './menu';

// Umi takes this file into the first script; what only signed-in pages need stays out of it.
const BackToParent = lazy(() => import('./frame/BackToParent'));
const TopActions = lazy(() => import('./frame/TopActions'));
const UserMenu = lazy(() => import('./frame/UserMenu'));
const Footer = lazy(() => import('./frame/Footer'));
const NameOverPage = lazy(() => import('./frame/NameOverPage'));
const ProjectFrame = lazy(() => import('./frame/ProjectFrame'));

/** The frame around the pages inside (spec §1, §2). Umi calls it while it draws the layout, so it follows place and language. */
export const layout: RunTimeLayoutConfig = ({ initialState }) => {
  const t = useTexts(frameTexts);
  const names = useTexts(menuTexts);
  const { pathname } = useLocation();
  const appKey = appKeyOf(pathname);
  const user = initialState?.currentUser;

  return {
    layout: 'mix',
    contentWidth: 'Fluid',
    navTheme: 'light',
    colorPrimary: look.primary,
    fixedHeader: true,
    fixSiderbar: true,
    siderWidth: layoutSettings.siderWidth,
    title: t.title,
    logo: <Mark />,
    // The window's title is set by runtime/title.ts, also where there is no layout.
    pageTitleRender: false,
    menuDataRender: (fromRoutes) => menuOf(fromRoutes, appKey, names),
    menuExtraRender: ({ collapsed }) => appKey && <Soon>{<BackToParent collapsed={collapsed} />}</Soon>,
    actionsRender: () => [
      <Soon key="actions">
        <TopActions />
      </Soon>,
    ],
    avatarProps: user && { render: () => <Soon>{<UserMenu user={user} />}</Soon> },
    footerRender: () => (
      <Soon>
        <Footer />
      </Soon>
    ),
    token: {
      bgLayout: look.page,
      header: { colorBgHeader: look.surface, colorHeaderTitle: look.text },
      sider: { colorMenuBackground: look.surface, colorTextMenuSelected: '#0958d9', colorBgMenuItemSelected: look.primarySoft },
      pageContainer: { paddingBlockPageContainerContent: 24, paddingInlinePageContainerContent: 24 },
    },
    // ProLayout's own would swallow what went wrong.
    ErrorBoundary: false,
    childrenRender: (page) => (
      <>
        <Page>{page}</Page>
        <Soon>{user && <NameOverPage name={user.name} />}</Soon>
      </>
    ),
    unAccessible: <Forbidden />,
  };
};

function Page({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const appKey = appKeyOf(pathname);
  const page = <PageBoundary at={pathname}>{children}</PageBoundary>;
  return <main className="page">{appKey ? <Soon>{<ProjectFrame appKey={appKey}>{page}</ProjectFrame>}</Soon> : page}</main>;
}

function Forbidden() {
  const t = useTexts(frameTexts);
  const toProjects = (
    <Link className="button primary" to="/dashboard/project">
      {t.toProjects}
    </Link>
  );
  return (
    <StatusPage scene="forbidden" title={t.forbidden} action={toProjects}>
      {t.forbiddenWhy}
    </StatusPage>
  );
}

/** A part of the frame that is on its way leaves its place empty. */
const Soon = ({ children }: { children: ReactNode }) => <Suspense fallback={null}>{children}</Suspense>;
