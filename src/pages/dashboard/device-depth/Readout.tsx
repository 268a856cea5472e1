import { useRef } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { mmText } from './measure';
import { useOtherSide, useReading, useViewerState } from './useViewer';
import type { Place } from './viewer';

/** Distance and position in space at the cursor. @param isSpoken moved by keyboard, so it is announced */
export function Readout({ isSpoken }: { isSpoken: boolean }) {
  const t = useTexts(depthTexts);
  const { cursor, isFrozen, compare } = useViewerState();
  const otherSide = useOtherSide();
  const reading = useReading();
  const told = useRef<{ cursor?: Place; how: string; words: string }>({ how: '', words: '' });
  const words = cursor && reading ? wordsOf(reading) : [];
  // Live values change all the time: they are announced only when the cursor moves, or on request.
  const how = `${isFrozen} ${compare}`;
  if (told.current.cursor !== cursor || told.current.how !== how || told.current.words === '') {
    told.current = { cursor, how, words: words.join(', ') };
  }
  return (
    <>
      {cursor && reading && (
        <output
          className="depth-readout"
          style={{ left: `${100 * cursor.u}%`, top: `${100 * cursor.v}%` }}
          data-right={cursor.u > 0.5}
          data-bottom={cursor.v > 0.6}
          aria-live="off"
          data-mm={reading.pointed.mm}
          data-pixel={`${reading.pointed.pixel.x},${reading.pointed.pixel.y}`}
        >
          {words.map((line, n) => (n === 0 ? <strong key={line}>{line}</strong> : <span key={line}>{line}</span>))}
        </output>
      )}
      <span className="sr-only" aria-live="polite">
        {isSpoken && told.current.words}
      </span>
    </>
  );

  function wordsOf({ pointed: { mm, point }, compared }: NonNullable<ReturnType<typeof useReading>>): string[] {
    const { difference, isDifference } = compared ?? {};
    const said = isDifference ? difference : mm > 0 ? mmText(mm) : undefined;
    return [
      said === undefined ? t.noDepth : t.mm(said),
      ...(point && !isDifference ? [`X ${mmText(point.x)} · Y ${mmText(point.y)} · Z ${mmText(point.z)}`] : []),
      ...(compared ? [`${t.frozenSide} ${sideText(compared.frozen)} · ${otherSide} ${sideText(compared.now)}`] : []),
      ...(difference !== undefined && !isDifference ? [`${t.compareDifference} ${difference}`] : []),
    ];
  }
}

const sideText = (mm: number) => (mm > 0 ? mmText(mm) : '–');
