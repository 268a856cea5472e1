import { useEventListener } from 'ahooks';
import { oneFile } from '@/utils/one-file';

/** Takes a file that is dropped beside the field for it, anywhere on the page: the browser would leave the console and show it. */
export function useFileDrop(take: (file: File) => void, isOn = true): void {
  const on = { enable: isOn, target: () => document };
  useEventListener('dragover', (event) => event.preventDefault(), on);
  useEventListener(
    'drop',
    (event) => {
      // One that fell onto the field has been taken there.
      const file = event.defaultPrevented ? undefined : oneFile(event.dataTransfer?.files);
      if (file) take(file);
      event.preventDefault();
    },
    on,
  );
}
