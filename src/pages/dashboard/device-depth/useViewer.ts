import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { type Compared, differenceText, readingAt } from './measure';
import type { Picture, Viewer, ViewerState } from './viewer';

export const ViewerContext = createContext<Viewer | undefined>(undefined);

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('outside of the depth page');
  return viewer;
}

export function useViewerState(): ViewerState {
  const viewer = useViewer();
  return useSyncExternalStore(viewer.onState, () => viewer.state);
}

/** The picture to measure. All components get the same one, so that their values match. */
export function useMeasured(): Picture | undefined {
  const viewer = useViewer();
  return useSyncExternalStore(viewer.onMeasured, viewer.measured);
}

/** The depth at the cursor, and in a comparison of the frozen and the live picture the depths of both. */
export function useReading(): Compared | undefined {
  const viewer = useViewer();
  const { cursor, compare, wipe } = useViewerState();
  const picture = useMeasured();
  const beside = useSyncExternalStore(viewer.onMeasured, viewer.measuredBeside);
  if (!cursor || !picture) return undefined;
  const reading = readingAt(picture, cursor);
  if (!beside) return { pointed: reading };
  const now = readingAt(beside, cursor);
  const isNow = compare === 'wipe' && reading.pixel.x >= wipe * picture.width;
  const difference = differenceText(reading.mm, now.mm);
  return {
    pointed: isNow ? now : reading,
    compared: { frozen: reading.mm, now: now.mm, difference, isDifference: compare === 'difference' },
  };
}

/** The label of the picture that the frozen one is compared with: the current picture, or the last received one. */
export function useOtherSide(): string {
  const t = useTexts(depthTexts);
  const { stream } = useViewerState();
  // While a clip is replayed, the stream is resting, but the clip's picture is current.
  return stream === 'live' || stream === 'resting' ? t.currentSide : t.lastSide;
}

/** Renders the component again after new pictures, at most every `everyMs` milliseconds. */
export function usePictures(everyMs: number): void {
  const viewer = useViewer();
  const [, draw] = useState(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = viewer.onPicture(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        draw((n) => n + 1);
      }, everyMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [viewer, everyMs]);
}
