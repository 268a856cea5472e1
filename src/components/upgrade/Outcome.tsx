import { type Progress, useUpgradeWords } from './useUpgradeWords';
import './outcome.css';

/** A device's progress: shape, word, share of the download, reason, and why the try before failed. */
export function Outcome({ of }: { of: Progress }) {
  const { t, nameOf, whyOf, lastOf } = useUpgradeWords();
  const { outcome, percent } = of;
  const why = whyOf(of);
  const last = lastOf(of);
  return (
    <span className="outcome">
      <span className="outcome-tag" data-outcome={outcome}>
        {nameOf(of)}
      </span>
      {outcome === 'downloading' && (
        <span className="outcome-percent">
          <progress max={100} value={percent} aria-label={t.downloading} />
          <small className="number">{t.percent(percent)}</small>
        </span>
      )}
      {why && <small className="muted outcome-why">{why}</small>}
      {last && <small className="muted outcome-why">{last}</small>}
    </span>
  );
}
