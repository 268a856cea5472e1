import { EllipsisOutlined } from '@ant-design/icons';
import type { Device } from '@contract/device';
import { Link } from '@umijs/max';
import { Button } from 'antd';
import { DropMenu } from '@/components/DropMenu';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';

export type RowAct = (is: 'details' | 'edit' | 'upgrade' | 'enable' | 'disable' | 'reset' | 'remove', device: Device) => void;

interface DeviceMenuProps {
  appKey: string;
  device: Device;
  act: RowAct;
  /** It stands beside the details. */
  isInDetails?: boolean;
}

/** What can be done with one device: its configuration at hand, the rest in a menu. */
export function DeviceMenu({ appKey, device, act, isInDetails = false }: DeviceMenuProps) {
  const t = useTexts(deviceTexts);
  const upgrade = useTexts(upgradeTexts);
  const { sn, enabled } = device;
  const at = `/dashboard/${appKey}/device/${sn}`;
  const items = [
    ...(isInDetails ? [] : [{ key: 'details', label: t.details }]),
    { key: 'depth', label: <Link to={`${at}/depth`}>{t.depth}</Link> },
    { key: 'edit', label: t.edit },
    { key: 'upgrade', label: upgrade.upgradeOne, disabled: !enabled, extra: !enabled && t.onceEnabled },
    enabled ? { key: 'disable', label: t.disable } : { key: 'enable', label: t.enable },
    { key: 'reset', label: t.resetSecret },
    { type: 'divider' as const },
    { key: 'remove', label: t.remove, danger: true },
  ];

  return (
    <span className="row-actions">
      <Link to={`${at}/config`} aria-label={t.configOf(sn)}>
        {t.configShort}
      </Link>
      <DropMenu
        placement="bottomRight"
        menu={{ items, onClick: ({ key }) => key !== 'depth' && act(key as Parameters<RowAct>[0], device) }}
      >
        <Button type="text" size="small" aria-label={t.menuOf(sn)} icon={<EllipsisOutlined aria-hidden />} />
      </DropMenu>
    </span>
  );
}
