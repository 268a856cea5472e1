import { useLocation } from '@umijs/max';
import { UploadList } from '@/components/UploadList';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { useUploads } from '@/services/upload';

/** Uploads go on wherever one is: their page shows them itself, every other in its corner. */
export default function UploadDock() {
  const t = useTexts(packetTexts);
  const uploads = useUploads();
  const { pathname } = useLocation();
  if (uploads.length === 0 || pathname === '/packet') return null;
  return (
    <section className="upload-dock" aria-label={t.uploads}>
      <h2>{t.uploads}</h2>
      <UploadList of={uploads} />
    </section>
  );
}
