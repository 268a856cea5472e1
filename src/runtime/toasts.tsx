import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { type Toast, toast, useToasts } from '@/utils/toast';
import { useUntilRead } from '@/utils/useUntilRead';

const SHOWN_MS = { success: 3000, warning: 6000, error: 6000, notification: 12_000 };

/** Shows the messages of utils/toast. Bundled, without antd: "the platform is unreachable" must not have to be loaded from it. */
export function Toasts() {
  return (
    <div className="toasts">
      {useToasts().map((one) => (
        <ToastCard key={one.id} {...one} />
      ))}
    </div>
  );
}

function ToastCard({ id, kind, title, text, requestId, isLasting }: Toast) {
  const t = useTexts(frameTexts);
  const shownMs = requestId ? 2 * SHOWN_MS[kind] : SHOWN_MS[kind];
  const reading = useUntilRead(() => toast.close(id), isLasting ? undefined : shownMs);

  return (
    <div className="toast" data-kind={kind} {...reading}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        {kind === 'success' ? <path d="M3.5 8.5 6.5 11.5 12.5 5" /> : <path d="M8 3.5v5.5M8 12v.2" />}
      </svg>
      <div role={kind === 'success' ? 'status' : 'alert'}>
        {title && <strong>{title}</strong>}
        <span>{text}</span>
        {requestId && <small className="code">{t.requestId(requestId)}</small>}
      </div>
      <button type="button" aria-label={t.close} onClick={() => toast.close(id)}>
        <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
          <path d="m3 3 10 10M13 3 3 13" />
        </svg>
      </button>
    </div>
  );
}
