import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { CopyText } from './CopyText';

interface SecretOnceProps {
  secret: string;
  /** What the secret is for, for the copy button's name. */
  what: string;
}

/** A secret that is shown once, with a note about that. */
export function SecretOnce({ secret, what }: SecretOnceProps) {
  const t = useTexts(frameTexts);
  return (
    <div className="secret-once">
      <CopyText text={secret} what={what} />
      <p>
        <strong>{t.secretOnce}</strong>
        <br />
        {t.secretHidden}
      </p>
    </div>
  );
}
