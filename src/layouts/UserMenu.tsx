import { LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import type { CurrentUser } from '@contract/account';
import { history } from '@umijs/max';
import { Dropdown, type MenuProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Avatar } from '@/components/Avatar';
import { beforeLeaving } from '@/components/useLeaving';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { virtualTexts } from '@/locales/virtual';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { isRunning, useVirtualDevices } from '@/services/virtual-device';
import { layoutSettings } from '../../config/layout';

const Confirm = lazy(() => import('@/components/Confirm'));

/** Who is signed in, and what can be done about it. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const t = useTexts(menuTexts);
  const [isAsked, setAsked] = useState(false);
  const virtual = useVirtualDevices().filter(isRunning).length;

  const leave = () => (virtual > 0 ? setAsked(true) : logout());

  const account: MenuProps['items'] = [
    { key: 'center', icon: <UserOutlined aria-hidden />, label: t.accountCenter, onClick: () => history.push('/account/center') },
    { key: 'settings', icon: <SettingOutlined aria-hidden />, label: t.accountSettings, onClick: () => history.push('/account/settings') },
    { type: 'divider' },
  ];
  const who = (
    <span className="user-menu-who">
      <strong>{user.name}</strong>
      <span>{user.email}</span>
    </span>
  );
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: who },
    { type: 'divider' },
    ...(layoutSettings.accountMenu ? account : []),
    { key: 'logout', icon: <LogoutOutlined aria-hidden />, label: t.logout, onClick: () => beforeLeaving(leave) },
  ];

  return (
    <>
      <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="bottomRight">
        <button type="button" className="user-menu" aria-haspopup="menu" aria-label={`${t.account} ${user.email}`}>
          <Avatar of={user.email} image={user.avatar} />
          <span className="wide-only">{user.email}</span>
        </button>
      </Dropdown>
      <Suspense>{isAsked && <EndVirtual devices={virtual} onClosed={() => setAsked(false)} />}</Suspense>
    </>
  );
}

/** Asks first: who signs out ends the virtual devices of the tab. */
function EndVirtual({ devices, onClosed }: { devices: number; onClosed: () => void }) {
  const t = useTexts(virtualTexts);
  return (
    <Confirm danger title={t.endTitle} confirm={t.endDo} cancel={t.endNot} onConfirm={logout} onClosed={onClosed}>
      {t.endWhy(devices)}
    </Confirm>
  );
}

// The session ends here at once; the platform is told, and need not answer.
function logout() {
  const told = api.account.logout({}, { headers: { Authorization: session.token }, skipErrorHandler: true });
  session.close();
  told.catch(() => undefined);
}
