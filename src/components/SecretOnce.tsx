import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { CopyText } from './CopyText';

interface SecretOnceProps {
  secret: string;
  /** What the secret opens, for the copy button's name. */
  what: string;
}

/** A secret that is shown this once, and says so. */
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
