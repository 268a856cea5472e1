import type { MenuDataItem } from '@ant-design/pro-components';
import { lazy, Suspense } from 'react';

type Names = Record<string, unknown>;

// Icons named in config/routes.ts would come with an icon library of Umi's own, into the first script.
const SmileOutlined = lazy(() => import('@ant-design/icons/SmileOutlined'));
const AppstoreOutlined = lazy(() => import('@ant-design/icons/AppstoreOutlined'));
const InboxOutlined = lazy(() => import('@ant-design/icons/InboxOutlined'));

const icons: Record<string, typeof SmileOutlined> = { project: AppstoreOutlined, packet: InboxOutlined };

/** The side menu (spec §2): three entries inside a project, the default one everywhere else. */
export function menuOf(fromRoutes: MenuDataItem[], appKey: string | undefined, names: Names): MenuDataItem[] {
  if (appKey) return ['device', 'consumer', 'callRecord'].map((page) => entry(page, `/dashboard/${appKey}/${pathOf(page)}`, names));
  return fromRoutes
    .filter(({ name, path, hideInMenu }) => name && path && !hideInMenu)
    .map(({ name = '', path = '' }) => entry(name, path, names));
}

const pathOf = (page: string) => (page === 'callRecord' ? 'call-record' : page);

function entry(page: string, path: string, names: Names): MenuDataItem {
  const Icon = icons[page] ?? SmileOutlined;
  const icon = (
    <Suspense fallback={<span className="anticon" />}>
      <Icon />
    </Suspense>
  );
  return { path, name: String(names[page]), icon };
}
