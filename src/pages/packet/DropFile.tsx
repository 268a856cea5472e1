import { Contours } from '@/components/Contours';
import { DropArea } from '@/components/DropArea';
import { useLanguage } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { byteText } from '@/utils/bytes';

interface DropFileProps {
  /** What may be chosen. */
  hint: string;
  onChosen: (file: File) => void;
  /** Given by the form. */
  value?: File;
  onChange?: (file: File) => void;
}

/** The file of a packet: one field of a form. */
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
