import { type DragEvent, useRef, useState } from 'react';
import { Contours } from '@/components/Contours';
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

/** Where a file is dropped or chosen: one field of a form. */
export function DropFile({ hint, onChosen, value, onChange }: DropFileProps) {
  const t = useTexts(packetTexts);
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function take(files: FileList | null) {
    setOver(false);
    const [file] = files ?? [];
    if (!file) return;
    onChange?.(file);
    onChosen(file);
  }

  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  return (
    <>
      <button
        type="button"
        className="drop-file"
        data-over={isOver}
        onClick={() => input.current?.click()}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files);
        }}
      >
        <Contours scene="packet" width={value ? 96 : 150} />
        <strong>{value ? value.name : t.drop}</strong>
        <span className="muted number">{value ? `${byteText(value.size, language)} · ${t.chosen}` : hint}</span>
      </button>
      <input
        ref={input}
        type="file"
        className="packet-input"
        tabIndex={-1}
        aria-label={t.file}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
    </>
  );
}
