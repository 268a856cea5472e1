import { useLocation } from '@umijs/max';
import { useDocumentVisibility } from 'ahooks';
import { useEffect } from 'react';
import { UploadList } from '@/components/UploadList';
import { uploads } from '@/services/upload';
import { isMoving, useUploads } from '@/services/upload-shown';

/** Long enough to be read. */
const SHOWN_MS = 8000;

/** Uploads of this tab go on wherever one is: their page shows them itself, every other beside it. Those that are finished leave once they were seen. */
export default function UploadDock() {
  const all = useUploads().filter(({ state }) => state !== 'elsewhere');
  const { pathname } = useLocation();
  const isSeen = useDocumentVisibility() === 'visible' && pathname !== '/packet';
  const isThrough = all.some(({ state }) => state === 'done') && !all.some(isMoving);

  useEffect(() => {
    if (!isSeen || !isThrough) return;
    const timer = setInterval(() => {
      // Not from under the pointer, nor from under the keys.
      if (!document.querySelector('.upload-dock:is(:hover, :focus-within)')) uploads.putAway('done');
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [isSeen, isThrough]);

  if (all.length === 0 || pathname === '/packet') return null;
  return <UploadList of={all} className="upload-dock" />;
}
