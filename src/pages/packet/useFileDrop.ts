import { useEventListener } from 'ahooks';

/** Takes a file that is dropped beside the field for it, anywhere on the page: the browser would leave the console and show it. */
export function useFileDrop(take: (file: File) => void, isOn = true): void {
  const on = { enable: isOn, target: () => document };
  useEventListener('dragover', (event) => event.preventDefault(), on);
  useEventListener(
    'drop',
    (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      // One that fell onto the field has been taken there.
      if (file && !event.defaultPrevented) take(file);
      event.preventDefault();
    },
    on,
  );
}
