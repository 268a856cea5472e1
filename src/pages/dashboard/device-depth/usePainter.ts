import { type RefObject, useEffect, useRef } from 'react';
import { differenceLut } from './depth/lut';
import { paint, paintDifference, paintWipe } from './depth/paint';
import { useViewer } from './useViewer';
import type { Viewer } from './viewer';

/** A change of this much, in millimetres, has the strongest colour. */
export const DIFFERENCE_MM = 200;

type Which = 'shown' | 'live';

/**
 * Paints the newest picture, once for each that the screen can show; `onPainted` hears of it.
 * @param which `live` is the newest even while another one is frozen
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
  let differences: { unitMm: number; lut: Uint32Array } | undefined;

  return (viewer: Viewer): boolean => {
    const shown = viewer[which]();
    if (!shown || !context) return false;
    const { width, height, unitMm } = shown;
    if (image?.width !== width || image.height !== height) {
      canvas.width = width;
      canvas.height = height;
      image = context.createImageData(width, height);
      pixels = new Uint32Array(image.data.buffer);
    }
    const { compare, wipe } = viewer.state;
    const beside = which === 'shown' ? viewer.beside() : undefined;
    if (beside && compare === 'wipe') paintWipe(pixels, shown, beside, wipe * width, viewer.lut);
    else if (beside && compare === 'difference') {
      if (differences?.unitMm !== unitMm) differences = { unitMm, lut: differenceLut(DIFFERENCE_MM / unitMm) };
      paintDifference(pixels, beside, shown, differences.lut);
    } else paint(pixels, shown, viewer.lut);
    context.putImageData(image, 0, 0);
    return true;
  };
}
