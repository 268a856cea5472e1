import { AppstoreOutlined, InboxOutlined, SmileOutlined } from '@ant-design/icons';
import { Link, useAccess, useLocation } from '@umijs/max';
import { Menu, type MenuProps } from 'antd';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { useProject } from '@/services/useProject';
import { appKeyOf } from '@/utils/address';
import { BackToParent } from './BackToParent';

/** The side menu (spec §2): inside a project its three pages below a link to the project list, elsewhere the default menu. */
export function SideMenu({ onChosen }: { onChosen?: () => void }) {
  const t = useTexts(menuTexts);
  const { pathname } = useLocation();
  const { canAdmin } = useAccess();
  const appKey = appKeyOf(pathname);
  const isInProject = useProject(appKey).project !== null && appKey !== undefined;

  const inProject = [
    entry(`/dashboard/${appKey}/device`, t.device, <SmileOutlined aria-hidden />),
    entry(`/dashboard/${appKey}/consumer`, t.consumer, <SmileOutlined aria-hidden />),
    entry(`/dashboard/${appKey}/call-record`, t.callRecord, <SmileOutlined aria-hidden />),
  ];
  const outside = [
    entry('/dashboard/project', t.project, <AppstoreOutlined aria-hidden />),
    ...(canAdmin ? [entry('/packet', t.packet, <InboxOutlined aria-hidden />)] : []),
  ];
  const items = isInProject ? inProject : outside;

  return (
    <nav aria-label={t.menu}>
      {isInProject && <BackToParent />}
      <Menu
        mode="inline"
        // The links are the tab stops.
        tabIndex={-1}
        inlineIndent={12}
        style={{ border: 0 }}
        items={items}
        selectedKeys={items.map(({ key }) => key).filter((path) => pathname === path || pathname.startsWith(`${path}/`))}
        onClick={onChosen}
      />
    </nav>
  );
}

function entry(path: string, name: string, icon: React.ReactNode) {
  return { key: path, icon, label: <Link to={path}>{name}</Link> } satisfies NonNullable<MenuProps['items']>[number];
}
