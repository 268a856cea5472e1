import { frameTexts } from '@/locales/frame';
import { textsNow } from '@/locales/texts';
import { toast } from './toast';

/** Of files that were dropped or chosen, the one that is taken; that others were there is said. */
export function oneFile(files: FileList | null | undefined): File | undefined {
  const [file, another] = files ?? [];
  if (file && another) toast.warning(textsNow(frameTexts).oneFile(file.name));
  return file;
}
