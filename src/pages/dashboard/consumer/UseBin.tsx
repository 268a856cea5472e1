import { Button } from 'antd';
import { binTexts } from '@/locales/bin';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import './request-bin.css';

interface UseBinProps {
  appKey: string;
  /** What else there is to know about the URL. */
  hint: string;
  /** The address of the project's request bin, which is made when there is none yet. */
  onUrl: (url: string) => void;
}

/** For whoever has no server yet. */
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
