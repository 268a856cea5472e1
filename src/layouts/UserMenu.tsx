import { LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import type { CurrentUser } from '@contract/account';
import { history } from '@umijs/max';
import { Dropdown, type MenuProps } from 'antd';
import { Avatar } from '@/components/Avatar';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { layoutSettings } from '../../config/layout';

/** Who is signed in, and what can be done about it. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const t = useTexts(menuTexts);

  const account: MenuProps['items'] = [
    { key: 'center', icon: <UserOutlined aria-hidden />, label: t.accountCenter, onClick: () => history.push('/account/center') },
    { key: 'settings', icon: <SettingOutlined aria-hidden />, label: t.accountSettings, onClick: () => history.push('/account/settings') },
    { type: 'divider' },
  ];
  const items: MenuProps['items'] = [
    ...(layoutSettings.accountMenu ? account : []),
    { key: 'logout', icon: <LogoutOutlined aria-hidden />, label: t.logout, onClick: logout },
  ];

  return (
    <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="user-menu" aria-haspopup="menu" aria-label={`${t.account} ${user.email}`}>
        <Avatar of={user.email} image={user.avatar} />
        <span className="wide-only">{user.email}</span>
      </button>
    </Dropdown>
  );
}

// The session ends here at once; the platform is told, and need not answer.
function logout() {
  const told = api.account.logout({}, { headers: { Authorization: session.token }, skipErrorHandler: true });
  session.close();
  told.catch(() => undefined);
}
