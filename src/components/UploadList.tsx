import { ClearOutlined, CloseOutlined, PauseOutlined, PlayCircleOutlined, RedoOutlined } from '@ant-design/icons';
import { Link } from '@umijs/max';
import { type ChangeEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { textsNow, useTexts } from '@/locales/texts';
import { uploads } from '@/services/upload';
import { isMoving, type PacketUpload } from '@/services/upload-shown';
import { byteText } from '@/utils/bytes';
import { toast } from '@/utils/toast';
import { useQuestion } from './useQuestion';
import './upload-list.css';

/** Uploads with their progress and actions. */
export function UploadList({ of, className }: { of: readonly PacketUpload[]; className: string }) {
  const t = useTexts(packetTexts);
  const title = of.some((one) => isMoving(one) || (one.state === 'elsewhere' && !one.isPausedThere))
    ? t.uploads
    : of.every(({ state }) => state === 'done')
      ? t.uploadsDone
      : of.some(({ state }) => state === 'done')
        ? t.uploadsAll
        : t.uploadsLeft;
  const isAnyOver = of.some(({ state }) => state === 'done' || state === 'failed');
  return (
    <section className={className} aria-label={title}>
      <div className="upload-head">
        <h2>{title}</h2>
        {isAnyOver && (
          <span className="upload-acts">
            <Act icon={<ClearOutlined aria-hidden />} name={t.putAway} onAct={() => uploads.putAway('done', 'failed')} />
          </span>
        )}
      </div>
      <ul className="upload-list">
        {of.map((upload) => (
          <li key={upload.id} data-state={upload.state} data-keeps-focus>
            <UploadRow upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload }: { upload: PacketUpload }) {
  const t = useTexts(packetTexts);
  const language = useLanguage();
  const { id, state, name, version, size, isTaken } = upload;
  const title = `${name} ${version}`;
  const through = state === 'reading' ? (upload.read ?? 0) : upload.progress;
  const percent = size === 0 ? 0 : Math.min(100, Math.floor((through / size) * 100));
  const isShown = ['reading', 'sending', 'paused', 'lost', 'checking', 'left', 'elsewhere'].includes(state);
  const isSent = state === 'sending' || state === 'lost';
  /** Cancelling would delete a part on the platform. */
  const isLost = upload.url !== undefined && upload.progress > 0 && state !== 'checking';
  const { question, ask, withdraw } = useQuestion({
    title: t.cancelTitle(title),
    why: t.cancelWhy(byteText(upload.progress, language)),
    leave: t.cancelDo,
    stay: t.goOn,
  });
  const cancel = () => uploads.cancel(id);

  // Once the upload has ended, the question is pointless.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `withdraw` needs no values of a render
  useEffect(() => {
    if (!isLost) withdraw();
  }, [isLost]);

  return (
    <>
      <div className="upload-head">
        <strong title={upload.filename}>{title}</strong>
        <span className="upload-acts">
          {/* The same element for both, so that it keeps the focus. */}
          {(isSent || state === 'paused') && (
            <Act
              icon={isSent ? <PauseOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />}
              name={t.actOn(isSent ? t.pause : t.resume, title)}
              onAct={() => (isSent ? uploads.pause(id) : uploads.resume(id))}
            />
          )}
          {state === 'failed' && !isTaken && (
            <Act icon={<RedoOutlined aria-hidden />} name={t.actOn(t.retry, title)} onAct={() => uploads.retry(id)} />
          )}
          {/* Uploads of other tabs can only be cancelled there. */}
          {state !== 'checking' && state !== 'elsewhere' && (
            <Act
              icon={<CloseOutlined aria-hidden />}
              name={t.actOn(state === 'done' || state === 'failed' ? t.dismiss : t.cancelUpload, title)}
              onAct={() => (isLost ? ask(cancel) : cancel())}
            />
          )}
        </span>
      </div>
      {isShown && (
        <div
          className="upload-bar"
          role="progressbar"
          aria-label={t.progressOf(title)}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
      )}
      <div className="upload-note">
        <span role={upload.message ? 'alert' : 'status'}>{useStateText(upload)}</span>
        <UploadNumbers upload={upload} percent={percent} />
        {state === 'left' && <ChooseAgain upload={upload} />}
        {state === 'same' && (
          <button type="button" className="link" onClick={() => uploads.sendAnyway(id)}>
            {t.sendAnyway}
          </button>
        )}
        {state === 'failed' && isTaken && <Link to={`/packet?upload=${id}`}>{t.asAnother}</Link>}
        {state === 'done' && upload.packet && <Link to={`/packet?packet=${upload.packet.id}`}>{t.see}</Link>}
      </div>
      {question}
    </>
  );
}

function UploadNumbers({ upload: { state, size, progress, speed, resumedAt }, percent }: { upload: PacketUpload; percent: number }) {
  const t = useTexts(packetTexts);
  const language = useLanguage();
  if (!['reading', 'sending', 'paused', 'left', 'elsewhere', 'lost'].includes(state)) return null;
  const isSent = state === 'sending';
  const numbers: (string | false)[] = [
    state === 'reading' ? `${percent}%` : `${byteText(progress, language)} / ${byteText(size, language)}`,
    isSent && speed > 0 && t.speed(byteText(Math.round(speed), language)),
    isSent && speed > 0 && t.timeLeft(timeText((size - progress) / speed)),
    isSent && !!resumedAt && t.resumedAt(byteText(resumedAt, language)),
  ];
  return (
    <span className="muted number">
      <span className="dotted">{numbers.map((one) => one && <span key={one}>{one}</span>)}</span>
    </span>
  );
}

function Act({ icon, name, onAct }: { icon: ReactNode; name: string; onAct: () => void }) {
  return (
    <button type="button" aria-label={name} title={name} onClick={onAct}>
      {icon}
    </button>
  );
}

function ChooseAgain({ upload }: { upload: PacketUpload }) {
  const t = useTexts(packetTexts);
  const input = useRef<HTMLInputElement>(null);

  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file && !uploads.choose(upload.id, file)) toast.error(t.otherSize);
    target.value = '';
  }

  return (
    <>
      <button type="button" className="link" onClick={() => input.current?.click()}>
        {t.chooseAgain}
      </button>
      <input ref={input} type="file" hidden aria-label={t.chooseAgain} onChange={take} />
    </>
  );
}

function useStateText({ state, message, packet, isPausedThere }: PacketUpload): string {
  const t = useTexts(packetTexts);
  if (message) return message;
  if (state === 'elsewhere' && isPausedThere) return t.pausedElsewhere;
  return state === 'same' ? t.same(`${packet?.name} ${packet?.version}`) : t[state];
}

/** How long, roughly: seconds, minutes, hours. */
function timeText(seconds: number, t = textsNow(packetTexts)): string {
  if (seconds < 60) return t.seconds(Math.max(1, Math.round(seconds)));
  if (seconds < 5400) return t.minutes(Math.round(seconds / 60));
  return t.hours(Math.round(seconds / 360) / 10);
}
