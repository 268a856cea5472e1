import { frameTexts } from '@/locales/frame';
import { textsNow } from '@/locales/texts';
import { toast } from './toast';

/** Takes the first of dropped or chosen files, and warns if there are others. */
export function oneFile(files: FileList | null | undefined): File | undefined {
  const [file, another] = files ?? [];
  if (file && another) toast.warning(textsNow(frameTexts).oneFile(file.name));
  return file;
}
