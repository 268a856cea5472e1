import { Contours } from '@/components/Contours';
import { DropArea } from '@/components/DropArea';
import { useLanguage } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { byteText } from '@/utils/bytes';

interface DropFileProps {
  /** Describes the accepted files; shown until one is chosen. */
  hint: string;
  onChosen: (file: File) => void;
  /** Set by `Form.Item`, like `onChange`. */
  value?: File;
  onChange?: (file: File) => void;
}

/** A form field for the file of a packet. */
export function DropFile({ hint, onChosen, value, onChange }: DropFileProps) {
  const t = useTexts(packetTexts);
  const language = useLanguage();

  function take(file: File) {
    onChange?.(file);
    onChosen(file);
  }

  return (
    <DropArea label={t.file} onFile={take}>
      <Contours scene="packet" width={value ? 96 : 150} />
      <strong>{value ? value.name : t.drop}</strong>
      <span className="muted number">{value ? `${byteText(value.size, language)} · ${t.chosen}` : hint}</span>
    </DropArea>
  );
}
