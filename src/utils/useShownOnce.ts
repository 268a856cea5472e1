import { useUnmountedRef } from 'ahooks';
import { frameTexts } from '@/locales/frame';
import { textsNow } from '@/locales/texts';
import { toast } from './toast';

/**
 * For a secret that is shown once, and may arrive after the user has closed its window.
 * @returns a function that shows it, or says that it was not seen
 */
export function useShownOnce(): (name: string, show: () => void) => void {
  const isGone = useUnmountedRef();
  return (name, show) => {
    const t = textsNow(frameTexts);
    if (isGone.current) toast.lasting(t.unseenWhy(name), t.unseenTitle);
    else show();
  };
}
