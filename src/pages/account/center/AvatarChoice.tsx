import { Avatar as AvatarSchema } from '@contract/account';
import { type ChangeEvent, useRef, useState } from 'react';
import { accountTexts } from '@/locales/account';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { byteText } from '@/utils/bytes';

const MAX_BYTES = 1_000_000;

interface AvatarChoiceProps {
  /** The current image, or '' for the generated one. */
  image: string;
  /** Receives a `data:` URL, or ''. */
  onChosen: (image: string) => Promise<void>;
}

/** Uploads an avatar image after checking size, type and content, or returns to the generated one. */
export default function AvatarChoice({ image, onChosen }: AvatarChoiceProps) {
  const t = useTexts(accountTexts);
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    const dataUrl = file.size > MAX_BYTES ? '' : await readDataUrl(file).catch(() => undefined);
    // Otherwise choosing the same file again, after it was fixed, would fire no `change` event.
    target.value = '';
    // Rounded up, so that a slightly too large file is not reported with exactly the allowed size.
    if (file.size > MAX_BYTES) return setProblem(t.avatarTooLarge(byteText(Math.ceil(file.size / 100_000) * 100_000, language)));
    if (dataUrl === undefined) return setProblem(t.avatarUnreadable);
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

/** Whether the browser can decode the image; the type of a file is only derived from its name. */
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
