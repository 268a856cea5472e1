import type { MenuDataItem } from '@ant-design/pro-components';
import { lazy, Suspense } from 'react';

type Names = Record<string, unknown>;

/** The side menu (spec §2): three entries inside a project, the default one everywhere else. */
export function menuOf(fromRoutes: MenuDataItem[], appKey: string | undefined, names: Names): MenuDataItem[] {
  if (!appKey) return fromRoutes.filter(({ name }) => name).map((entry) => ({ ...entry, name: String(names[entry.name ?? '']) }));
  return [
    { path: `/dashboard/${appKey}/device`, name: String(names.device), icon: <Smile /> },
    { path: `/dashboard/${appKey}/consumer`, name: String(names.consumer), icon: <Smile /> },
    { path: `/dashboard/${appKey}/call-record`, name: String(names.callRecord), icon: <Smile /> },
  ];
}

const SmileOutlined = lazy(() => import('@ant-design/icons/SmileOutlined'));

const Smile = () => (
  <Suspense fallback={<span className="anticon" />}>
    <SmileOutlined />
  </Suspense>
);
