import { Button } from 'antd';
import { binTexts } from '@/locales/bin';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import './request-bin.css';

interface UseBinProps {
  appKey: string;
  /** Further hint about the URL. */
  hint: string;
  /** Receives the address of the project's request bin, which is created if necessary. */
  onUrl: (url: string) => void;
}

/** For developers without a server yet. */
export function UseBin({ appKey, hint, onUrl }: UseBinProps) {
  const t = useTexts(binTexts);
  const use = async () => onUrl((await api.bin.open({ params: { appKey }, body: {} })).url);
  return (
    <span className="use-bin">
      <span>{hint}</span>
      <Button type="link" size="small" title={t.useWhy} onClick={use}>
        {t.use}
      </Button>
    </span>
  );
}
