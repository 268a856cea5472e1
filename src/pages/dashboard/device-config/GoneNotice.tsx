import type { Device } from '@contract/device';
import { Link } from '@umijs/max';
import { Alert } from 'antd';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { deviceListPath } from '@/utils/device-list';

/** Above what somebody was typing for a device that was deleted meanwhile. */
export function GoneNotice({ appKey, device: { sn, name } }: { appKey: string; device: Device }) {
  const t = useTexts(configTexts);
  return (
    <Alert
      className="way-alert"
      type="error"
      showIcon
      role="alert"
      title={<h1>{t.gone(name || sn)}</h1>}
      description={t.goneWhy}
      action={<Link to={deviceListPath(appKey)}>{t.toDevices}</Link>}
    />
  );
}
