import { LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import type { CurrentUser } from '@contract/account';
import { history } from '@umijs/max';
import type { MenuProps } from 'antd';
import { Avatar } from '@/components/Avatar';
import { DropMenu } from '@/components/DropMenu';
import { useGuideSecretWords } from '@/components/secret-words';
import { beforeLeaving } from '@/components/useLeaving';
import { useQuestion } from '@/components/useQuestion';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { virtualTexts } from '@/locales/virtual';
import { api } from '@/services/api';
import { guideSecrets } from '@/services/guide-secrets';
import { session } from '@/services/token';
import { isRunning, useVirtualDevices } from '@/services/virtual-device';
import { isAnythingUnsavedElsewhere } from '@/utils/unsaved';
import { layoutSettings } from '../../config/layout';

/** The signed-in user, with a menu for the account and to sign out. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const t = useTexts(menuTexts);
  const v = useTexts(virtualTexts);
  const virtual = useVirtualDevices().filter(isRunning).length;

  // Signing out also ends what belongs to the tab instead of a page; each is confirmed in turn.
  const secret = useQuestion(useGuideSecretWords());
  const devices = useQuestion({ title: v.endTitle, why: v.endWhy(virtual), leave: v.endDo, stay: v.endNot });
  const elsewhere = useQuestion({ title: t.logoutTitle, why: t.unsavedElsewhere, leave: t.logout, stay: t.stay });
  const end = async () => ((await isAnythingUnsavedElsewhere()) ? elsewhere.ask(logout) : logout());
  const endDevices = () => (virtual > 0 ? devices.ask(end) : end());
  const leave = () => (guideSecrets.size > 0 ? secret.ask(endDevices) : endDevices());

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
      <DropMenu menu={{ items }} placement="bottomRight">
        <button type="button" className="bar-button user-menu" aria-haspopup="menu" aria-label={`${t.account} ${user.email}`}>
          <Avatar of={user.email} image={user.avatar} />
          <span className="wide-only">{user.email}</span>
        </button>
      </DropMenu>
      {secret.question}
      {devices.question}
      {elsewhere.question}
    </>
  );
}

// The session is closed here at once, without waiting for the platform's answer.
function logout() {
  const told = api.account.logout({}, { headers: { Authorization: session.token }, skipErrorHandler: true });
  session.close();
  told.catch(() => undefined);
}
