import { useEffect, useRef } from 'react';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import Agreement from './Agreement';

/** The service agreement in a native `<dialog>`, which traps the focus and closes on Esc without the code of a component library. */
export default function AgreementDialog({ onClosed }: { onClosed: () => void }) {
  const t = useTexts(userTexts);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog ref={dialog} className="agreement-dialog" aria-labelledby="agreement-title" onCancel={onClosed}>
      <Agreement />
      <div>
        <button type="button" className="button primary" onClick={onClosed}>
          {t.close}
        </button>
      </div>
    </dialog>
  );
}
