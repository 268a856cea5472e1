import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { oneFile } from '@/utils/one-file';
import './drop-area.css';

interface DropAreaProps {
  /** The name of the field. */
  label: string;
  /** The `accept` attribute of the file input; dropped files are not restricted. */
  accept?: string;
  /** While a file is being read, no other one is accepted. */
  isBusy?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** An area to drop or choose a file. */
export function DropArea({ label, accept, isBusy = false, onFile, children }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function take(files: FileList | null) {
    setOver(false);
    const file = isBusy ? undefined : oneFile(files);
    if (file) onFile(file);
  }

  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  return (
    <>
      <button
        type="button"
        className="drop-area"
        data-over={isOver}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => input.current?.click()}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files);
        }}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        className="drop-input"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
    </>
  );
}
