import { Avatar as AvatarSchema } from '@contract/account';
import { type ChangeEvent, useRef, useState } from 'react';
import { accountTexts } from '@/locales/account';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { byteText } from '@/utils/bytes';

const MAX_BYTES = 1_000_000;

interface AvatarChoiceProps {
  /** The image of now, or '' for the generated one. */
  image: string;
  /** Receives a `data:` URL, or ''. */
  onChosen: (image: string) => Promise<void>;
}

/** An image of one's own, checked before it is sent, or the generated one. */
export default function AvatarChoice({ image, onChosen }: AvatarChoiceProps) {
  const t = useTexts(accountTexts);
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    const dataUrl = file.size > MAX_BYTES ? '' : await readDataUrl(file);
    // The same file may be chosen again after it was mended.
    target.value = '';
    // Rounded up: what is a little too large is not told to have just the size that is possible.
    if (file.size > MAX_BYTES) return setProblem(t.avatarTooLarge(byteText(Math.ceil(file.size / 100_000) * 100_000, language)));
    if (!AvatarSchema.safeParse(dataUrl).success) return setProblem(t.avatarWrongType);
    if (!(await isPicture(dataUrl))) return setProblem(t.avatarUnreadable);
    setProblem('');
    await onChosen(dataUrl);
  }

  return (
    <>
      <div className="avatar-choice">
        <input ref={input} type="file" accept="image/png,image/jpeg,image/gif,image/webp" hidden aria-label={t.avatar} onChange={choose} />
        <button type="button" className="button" onClick={() => input.current?.click()}>
          {t.avatarUpload}
        </button>
        {image && (
          <button type="button" className="button" onClick={() => onChosen('')}>
            {t.avatarRemove}
          </button>
        )}
      </div>
      <div className="field-note" data-kind="error">
        {problem && <span role="alert">{problem}</span>}
      </div>
    </>
  );
}

/** A file's name says little of what is in it. */
function isPicture(dataUrl: string): Promise<boolean> {
  const image = new Image();
  image.src = dataUrl;
  return image.decode().then(
    () => true,
    () => false,
  );
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
