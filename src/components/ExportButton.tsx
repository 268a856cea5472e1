import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { useProject } from '@/services/useProject';
import { save } from '@/utils/save';
import { dayOf } from '@/utils/time';

interface ExportButtonProps {
  appKey: string;
  /** Fetches the file, and reports the bytes received. */
  read: (options: { onDownloadProgress: (progress: { loaded: number }) => void }) => Promise<Blob>;
  /** The file name, from the project's name and the date. */
  nameOf: (project: string, date: string) => string;
}

/** Exports the matching rows as a file. Shows the bytes received, since the total is unknown. */
export function ExportButton({ appKey, read, nameOf }: ExportButtonProps) {
  const t = useTexts(frameTexts);
  const { project } = useProject(appKey);
  const [loaded, setLoaded] = useState<number>();

  async function download() {
    setLoaded(0);
    try {
      const file = await read({ onDownloadProgress: (progress) => setLoaded(progress.loaded) });
      save(file, nameOf(project?.name ?? appKey, dayOf(Date.now())));
    } finally {
      setLoaded(undefined);
    }
  }

  const isBusy = loaded !== undefined;
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} onClick={download}>
      {isBusy ? t.exporting((loaded / 1_000_000).toFixed(1)) : t.export}
    </Button>
  );
}
