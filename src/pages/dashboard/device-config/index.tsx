import { Link, useParams } from '@umijs/max';
import { Breadcrumb } from 'antd';
import { Coming } from '@/components/Coming';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';

export default function DeviceConfigPage() {
  const t = useTexts(menuTexts);
  const { appKey, sn } = useParams();
  return (
    <>
      <Breadcrumb
        items={[{ title: <Link to={`/dashboard/${appKey}/device`}>{t.device}</Link> }, { title: t.deviceConfig }, { title: sn }]}
        style={{ marginBottom: 16 }}
      />
      <Coming page="deviceConfig" />
    </>
  );
}
