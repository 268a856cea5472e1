import { useLocation } from '@umijs/max';
import { useDocumentVisibility } from 'ahooks';
import { useEffect } from 'react';
import { UploadList } from '@/components/UploadList';
import { uploads } from '@/services/upload';
import { isMoving, useUploads } from '@/services/upload-shown';

/** How long finished uploads stay visible. */
const SHOWN_MS = 8000;

/** The uploads of this tab, on all pages but the packet page, which lists them itself. Finished ones disappear after a while. */
export default function UploadDock() {
  const all = useUploads().filter(({ state }) => state !== 'elsewhere');
  const { pathname } = useLocation();
  const isSeen = useDocumentVisibility() === 'visible' && pathname !== '/packet';
  const isThrough = all.some(({ state }) => state === 'done') && !all.some(isMoving);

  useEffect(() => {
    if (!isSeen || !isThrough) return;
    const timer = setInterval(() => {
      // Not while the dock is hovered or has the focus.
      if (!document.querySelector('.upload-dock:is(:hover, :focus-within)')) uploads.putAway('done');
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [isSeen, isThrough]);

  if (all.length === 0 || pathname === '/packet') return null;
  return <UploadList of={all} className="upload-dock" />;
}
