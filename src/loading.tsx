import { useLayoutEffect, useState } from 'react';
import LoadingPage from '@/components/LoadingPage';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { CHUNK_TIMEOUT_MS } from '../config/defaults';

/** Shown while a page is on its way; one that never arrives is raised as a chunk load error. */
export default function Loading() {
  const t = useTexts(frameTexts);
  const [isLate, setIsLate] = useState(false);

  // From the moment it is seen, however busy the page is.
  useLayoutEffect(() => {
    const timer = setTimeout(() => setIsLate(true), CHUNK_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);

  if (isLate) throw Object.assign(new Error(t.unloaded), { name: 'ChunkLoadError' });
  return <LoadingPage />;
}
