import { useUnmountedRef } from 'ahooks';
import { frameTexts } from '@/locales/frame';
import { textsNow } from '@/locales/texts';
import { toast } from './toast';

/**
 * For a secret that is shown once, and may come when its window was closed over the waiting.
 * @returns shows it; or says that nobody saw it
 */
export function useShownOnce(): (name: string, show: () => void) => void {
  const isGone = useUnmountedRef();
  return (name, show) => {
    const t = textsNow(frameTexts);
    if (isGone.current) toast.lasting(t.unseenWhy(name), t.unseenTitle);
    else show();
  };
}
