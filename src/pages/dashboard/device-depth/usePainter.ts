import { type RefObject, useEffect, useRef } from 'react';
import { openColouring } from './colouring';
import { useViewer } from './useViewer';
import type { Viewer } from './viewer';

type Which = 'shown' | 'live';

/**
 * Paints new pictures on the canvas, at most one per animation frame, and calls `onPainted` after each.
 * @param which `shown`: the frozen picture if there is one, otherwise the newest; `live`: always the newest
 */
export function usePainter(canvas: RefObject<HTMLCanvasElement | null>, onPainted: () => void, which: Which = 'shown'): void {
  const viewer = useViewer();
  const painted = useRef(onPainted);
  painted.current = onPainted;

  useEffect(() => {
    if (!canvas.current) return;
    const draw = painterOn(canvas.current, which);
    let request = 0;
    const paintNext = () => {
      request ||= requestAnimationFrame(() => {
        request = 0;
        if (draw(viewer)) painted.current();
      });
    };
    paintNext();
    const unsubscribe = viewer.onPicture(paintNext);
    return () => {
      cancelAnimationFrame(request);
      unsubscribe();
    };
  }, [viewer, canvas, which]);
}

function painterOn(canvas: HTMLCanvasElement, which: Which) {
  const context = canvas.getContext('2d', { alpha: false });
  let image: ImageData | undefined;
  let pixels = new Uint32Array(0);
  const colour = openColouring();

  return (viewer: Viewer): boolean => {
    const shown = viewer[which]();
    if (!shown || !context) return false;
    const { width, height } = shown;
    if (image?.width !== width || image.height !== height) {
      canvas.width = width;
      canvas.height = height;
      image = context.createImageData(width, height);
      pixels = new Uint32Array(image.data.buffer);
    }
    colour(pixels, shown, viewer, which === 'shown' ? viewer.beside() : undefined);
    context.putImageData(image, 0, 0);
    return true;
  };
}
