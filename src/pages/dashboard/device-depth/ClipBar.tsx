import { useId } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { exactTime } from '@/utils/time';
import { Action } from './controls';
import { type Clip, lengthOf } from './depth/clip';
import type { ClipPlayer } from './useClip';

/** A frame at a time: of milliseconds there are too many. */
const FORWARD: Record<string, boolean> = { ArrowRight: true, ArrowUp: true, ArrowLeft: false, ArrowDown: false };

/** Under the picture while a clip is open: whose it is, play, where one is in it, save, back to the live picture. @param sn of the page's device */
export function ClipBar({ sn, player }: { sn: string; player: ClipPlayer }) {
  const t = useTexts(depthTexts);
  const { clip, time, isPlaying, damaged, isDamaged } = player;
  if (!clip) return null;
  if (player.isAsked) return <Discarding player={player} />;
  const seconds = (ms: number, digits = 1) => (ms / 1000).toFixed(digits);
  const where = t.clipAt(seconds(time), seconds(lengthOf(clip)));
  // From one frame to the next it is less than a tenth of a second.
  const said = t.clipAt(seconds(time, 2), seconds(lengthOf(clip)));
  return (
    <section className="depth-clip" aria-label={t.clip}>
      <Action
        isBare
        icon={isPlaying ? 'freeze' : 'play'}
        label={isPlaying ? t.pauseClip : t.playClip}
        onClick={() => player.play(!isPlaying)}
      />
      <Whose clip={clip} sn={sn} />
      <input
        type="range"
        aria-label={t.clipTime}
        aria-valuetext={said}
        min={0}
        max={Math.max(1, lengthOf(clip))}
        step={1}
        value={time}
        onChange={({ target }) => player.seek(Number(target.value))}
        onKeyDown={(event) => {
          const isForward = FORWARD[event.key];
          if (isForward === undefined) return;
          event.preventDefault();
          player.step(isForward);
        }}
      />
      {damaged > 0 && (
        <strong className="depth-clip-damaged">{isDamaged && !isPlaying ? t.clipFrameDamaged : t.clipDamaged(damaged)}</strong>
      )}
      <span className="number">{where}</span>
      <Action icon="save" label={t.saveClip} isBare onClick={player.save} />
      <Action icon="close" label={t.closeClip} isBare onClick={player.close} />
    </section>
  );
}

/** Of which device, and from when: it need not be the one of the page. */
function Whose({ clip: { origin, capturedAt }, sn }: { clip: Clip; sn: string }) {
  const t = useTexts(depthTexts);
  const language = useLanguage();
  const { name, device } = origin;
  const whose = device === undefined ? t.clipOfFile(name) : device === sn ? t.clipOf(device) : t.clipOfOther(device);
  return (
    <p className="depth-clip-of" data-other={device !== sn}>
      <strong title={name}>{whose}</strong> <span>{t.clipFrom(exactTime(capturedAt / 1000, language, true))}</span>
    </p>
  );
}

/** Before a clip that was recorded and not saved is gone. */
function Discarding({ player }: { player: ClipPlayer }) {
  const t = useTexts(depthTexts);
  const why = useId();
  const saveFirst = () => {
    player.save();
    player.lose();
  };
  return (
    <div className="depth-clip depth-discard" role="alertdialog" aria-label={t.loseTitle} aria-describedby={why}>
      <strong>{t.loseTitle}</strong>
      <span id={why}>{t.loseWhy}</span>
      <i className="spring" />
      {/* biome-ignore lint/a11y/noAutofocus: what is asked is answered next */}
      <button type="button" className="depth-button primary" autoFocus onClick={saveFirst}>
        {t.saveClip}
      </button>
      <button type="button" className="depth-button" onClick={player.lose}>
        {t.lose}
      </button>
      <button type="button" className="depth-button" onClick={player.keep}>
        {t.keep}
      </button>
    </div>
  );
}
