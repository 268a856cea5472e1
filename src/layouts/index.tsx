import { MenuOutlined } from '@ant-design/icons';
import { Link, matchRoutes, Outlet, useAccess, useAccessMarkedRoutes, useAppData, useLocation, useModel } from '@umijs/max';
import { Watermark } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyDialog, lazyPart } from '@/components/lazy-part';
import { Mark } from '@/components/Mark';
import { PageBoundary } from '@/components/PageBoundary';
import { StatusPage } from '@/components/StatusPage';
import { frameTexts } from '@/locales/frame';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { content } from '@/runtime/focus';
import { appKeyOf } from '@/utils/address';
import { layoutSettings } from '../../config/layout';
import { Footer } from './Footer';
import { ProjectFrame } from './ProjectFrame';
import { SideMenu } from './SideMenu';
import { TopActions } from './TopActions';
import { UserMenu } from './UserMenu';
import './frame.css';

// Loaded on demand: one is for phones, the other for running virtual devices.
const PhoneMenu = lazyDialog(() => import('./PhoneMenu'));
const VirtualDock = lazyPart(() => import('./VirtualDock'));
// Only the admin can upload.
const UploadDock = lazyPart(() => import('./UploadDock'));

/** The frame of the pages behind sign-in (spec §1, §2): a top bar above side menu and page, in the full width of the window. */
export default function Frame() {
  const user = useModel('@@initialState').initialState?.currentUser;
  const { canAdmin } = useAccess();
  const { pathname } = useLocation();
  const isForbidden = useIsForbidden(pathname);

  return (
    <div className="frame" style={{ '--sider-width': `${layoutSettings.siderWidth}px` } as object}>
      <SkipLink />
      <TopBar>{user && <UserMenu user={user} />}</TopBar>
      <aside className="frame-sider">
        <SideMenu />
      </aside>
      <main className="page">
        <PageBoundary at={pathname}>{isForbidden ? <Forbidden /> : <Page appKey={appKeyOf(pathname)} />}</PageBoundary>
      </main>
      <Footer />
      <div className="frame-watermark watermark" aria-hidden="true">
        <Watermark
          // Empty lines around the name, because antd would cut off characters taller than Latin letters.
          content={['', user?.name ?? '', '']}
          font={{ color: 'rgba(0, 0, 0, 0.05)', fontSize: 15 }}
          gap={[125, 80]}
          style={{ height: '100%' }}
        />
      </div>
      <Suspense fallback={null}>
        <VirtualDock />
      </Suspense>
      <Suspense fallback={null}>{canAdmin && <UploadDock />}</Suspense>
    </div>
  );
}

/** The first tab stop; skips bar and menu. A button, because a link to an anchor would change the URL's hash, which is the route. */
function SkipLink() {
  const t = useTexts(frameTexts);
  return (
    <button type="button" className="skip-link button" onClick={() => content()?.focus()}>
      {t.toContent}
    </button>
  );
}

function TopBar({ children }: { children: ReactNode }) {
  const t = useTexts(frameTexts);
  const { menu } = useTexts(menuTexts);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <header className="frame-top">
      <button type="button" className="frame-menu-button" aria-label={menu} aria-expanded={isMenuOpen} onClick={() => setIsMenuOpen(true)}>
        <MenuOutlined aria-hidden />
      </button>
      <Link to="/dashboard" className="frame-brand" aria-label={t.title}>
        <Mark /> <span>{t.title}</span>
      </Link>
      <TopActions />
      {children}
      {isMenuOpen && (
        <Suspense fallback={null}>
          <PhoneMenu onClosed={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

function Page({ appKey }: { appKey?: string }) {
  return appKey ? (
    <ProjectFrame appKey={appKey}>
      <Outlet />
    </ProjectFrame>
  ) : (
    <Outlet />
  );
}

/** Whether the route of a path, or a parent of it, has an `access` rule that is false (spec §6). */
function useIsForbidden(pathname: string): boolean {
  const { clientRoutes } = useAppData();
  const matched = matchRoutes(useAccessMarkedRoutes(clientRoutes as never[]), pathname) ?? [];
  return matched.some(({ route }) => (route as { unaccessible?: boolean }).unaccessible);
}

function Forbidden() {
  const t = useTexts(frameTexts);
  const toProjects = (
    <Link className="button primary" to="/dashboard/project">
      {t.toProjects}
    </Link>
  );
  return (
    <StatusPage isPage scene="forbidden" title={t.forbidden} action={toProjects}>
      {t.forbiddenWhy}
    </StatusPage>
  );
}
