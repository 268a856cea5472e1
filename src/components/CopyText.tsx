import { useEffect, useState } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { copy } from '@/utils/copy';
import { toast } from '@/utils/toast';

interface CopyTextProps {
  /** Text to copy, also shown unless there are children. */
  text: string;
  /** What is copied, for the button's name: `复制 appKey`. */
  what?: string;
  children?: React.ReactNode;
}

/** An identifier with a button that copies it and says so in place. */
export function CopyText({ text, what = '', children }: CopyTextProps) {
  const t = useTexts(frameTexts);
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);

  async function take(event: React.MouseEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (await copy(text)) setCopied(true);
    else toast.error(t.notCopied);
  }

  return (
    <span className="copy-text">
      <span className="code">{children ?? text}</span>
      <button
        type="button"
        onClick={take}
        aria-label={what ? t.copyOf(what) : t.copy}
        title={copied ? t.copied : t.copy}
        data-copied={copied}
      >
        <svg
          viewBox="0 0 16 16"
          width="14"
          height="14"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinecap="round"
          aria-hidden="true"
        >
          {copied ? <path d="M3 8.5 6.5 12 13 4.5" /> : <path d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7" />}
        </svg>
      </button>
      <span role="status" className="copied">
        {copied && t.copied}
      </span>
    </span>
  );
}
