import { useId } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { exactTime } from '@/utils/time';
import { Action } from './controls';
import { type Clip, lengthOf } from './depth/clip';
import type { ClipPlayer } from './useClip';

/** Arrow keys step by frames, not by milliseconds. */
const FORWARD: Record<string, boolean> = { ArrowRight: true, ArrowUp: true, ArrowLeft: false, ArrowDown: false };

/** Controls of an open clip: its device, play, position, save, and back to live. @param sn of the page's device */
export function ClipBar({ sn, player }: { sn: string; player: ClipPlayer }) {
  const t = useTexts(depthTexts);
  const { clip, time, isPlaying, damaged, isDamaged } = player;
  if (!clip) return null;
  if (player.isAsked) return <Discarding player={player} />;
  const seconds = (ms: number, digits = 1) => (ms / 1000).toFixed(digits);
  const where = t.clipAt(seconds(time), seconds(lengthOf(clip)));
  // Two decimals, because frames are less than a tenth of a second apart.
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

/** The clip's device, which may differ from the page's, and its time. */
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

/** Asks before an unsaved recorded clip is discarded. */
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
      {/* biome-ignore lint/a11y/noAutofocus: the dialog waits for an answer */}
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
