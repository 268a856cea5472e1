import { useRef } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { mmText } from './measure';
import { useOtherSide, useReading, useViewerState } from './useViewer';
import type { Place } from './viewer';

/** Beside the pointer: how far away what it points at is, and where in space. @param isSpoken it is moved by keyboard, and read out */
export function Readout({ isSpoken }: { isSpoken: boolean }) {
  const t = useTexts(depthTexts);
  const { cursor } = useViewerState();
  const otherSide = useOtherSide();
  const reading = useReading();
  const told = useRef<{ cursor?: Place; words: string }>({ words: '' });
  if (!cursor || !reading) return null;
  const { compared } = reading;
  const { mm, point, pixel } = reading.pointed;
  const { difference, isDifference } = compared ?? {};
  const said = isDifference ? difference : mm > 0 ? mmText(mm) : undefined;
  const words = said === undefined ? t.noDepth : t.mm(said);
  // Of a live picture it is another one all the time: read out is what was found where one went.
  if (told.current.cursor !== cursor) told.current = { cursor, words };
  return (
    <>
      <output
        className="depth-readout"
        style={{ left: `${100 * cursor.u}%`, top: `${100 * cursor.v}%` }}
        data-right={cursor.u > 0.5}
        data-bottom={cursor.v > 0.6}
        aria-live="off"
        data-mm={mm}
        data-pixel={`${pixel.x},${pixel.y}`}
      >
        <strong>{words}</strong>
        {point && !isDifference && (
          <span>
            X {mmText(point.x)} · Y {mmText(point.y)} · Z {mmText(point.z)}
          </span>
        )}
        {compared && (
          <span>
            {t.frozenSide} {compared.frozen > 0 ? mmText(compared.frozen) : '–'} · {otherSide}{' '}
            {compared.now > 0 ? mmText(compared.now) : '–'}
          </span>
        )}
        {difference !== undefined && !isDifference && (
          <span>
            {t.compareDifference} {difference}
          </span>
        )}
      </output>
      <span className="sr-only" role="status" aria-live={isSpoken ? 'polite' : 'off'}>
        {told.current.words}
      </span>
    </>
  );
}
