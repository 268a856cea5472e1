import { differenceLut } from './depth/lut';
import { paint, paintDifference, paintWipe } from './depth/paint';
import type { Picture, Viewer } from './viewer';

/** A change of this much, in millimetres, has the strongest colour. */
export const DIFFERENCE_MM = 200;

/**
 * @returns colours `pixels`, as many as the picture has, as the page shows it: where there is one beside it, compared with that as the
 * viewer says, but that two pictures side by side are coloured each by itself
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
