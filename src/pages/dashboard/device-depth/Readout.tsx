import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { mmText, readingAt } from './measure';
import { useMeasured, useViewerState } from './useViewer';

/** Beside the pointer: how far away what it points at is, and where in space. @param isSpoken it is moved by keyboard, and read out */
export function Readout({ isSpoken }: { isSpoken: boolean }) {
  const t = useTexts(depthTexts);
  const { cursor } = useViewerState();
  const picture = useMeasured();
  if (!cursor || !picture) return null;
  const { mm, point, pixel } = readingAt(picture, cursor);
  return (
    <output
      className="depth-readout"
      style={{ left: `${100 * cursor.u}%`, top: `${100 * cursor.v}%` }}
      data-right={cursor.u > 0.6}
      data-bottom={cursor.v > 0.6}
      aria-live={isSpoken ? 'polite' : 'off'}
      data-mm={mm}
      data-pixel={`${pixel.x},${pixel.y}`}
    >
      <strong>{mm > 0 ? t.mm(mmText(mm)) : t.noDepth}</strong>
      {point && (
        <span>
          X {mmText(point.x)} · Y {mmText(point.y)} · Z {mmText(point.z)}
        </span>
      )}
    </output>
  );
}
