import { differenceLut } from './depth/lut';
import { paint, paintDifference, paintWipe } from './depth/paint';
import type { Picture, Viewer } from './viewer';

/** The difference in millimetres that gets the strongest colour. */
export const DIFFERENCE_MM = 200;

/**
 * @returns colours `pixels`, one for each of the picture's, as the page shows them; `beside`: what it is compared with, if the viewer
 * compares by wipe or difference (two side by side are coloured each by itself)
 */
export function openColouring() {
  let differences: { unitMm: number; lut: Uint32Array } | undefined;

  return (pixels: Uint32Array, picture: Picture, { lut, state }: Viewer, beside?: Picture): void => {
    const { unitMm, width } = picture;
    if (beside && state.compare === 'wipe') paintWipe(pixels, picture, beside, state.wipe * width, lut);
    else if (beside && state.compare === 'difference') {
      if (differences?.unitMm !== unitMm) differences = { unitMm, lut: differenceLut(DIFFERENCE_MM / unitMm) };
      paintDifference(pixels, beside, picture, differences.lut);
    } else paint(pixels, picture, lut);
  };
}
