import { useEventListener } from 'ahooks';
import { oneFile } from '@/utils/one-file';

/** Takes a file dropped anywhere on the page. Without this, the browser would leave the console and open the file. */
export function useFileDrop(take: (file: File) => void, isOn = true): void {
  const on = { enable: isOn, target: () => document };
  useEventListener('dragover', (event) => event.preventDefault(), on);
  useEventListener(
    'drop',
    (event) => {
      // A drop on the field itself was handled by DropArea.
      const file = event.defaultPrevented ? undefined : oneFile(event.dataTransfer?.files);
      if (file) take(file);
      event.preventDefault();
    },
    on,
  );
}
