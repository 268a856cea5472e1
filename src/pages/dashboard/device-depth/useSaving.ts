import { depthTexts } from '@/locales/device-depth';
import { textsNow } from '@/locales/texts';
import { session } from '@/services/token';
import { save } from '@/utils/save';
import { toast } from '@/utils/toast';
import { DIFFERENCE_MM, openColouring } from './colouring';
import { differenceLut } from './depth/lut';
import { aboutOf, fileNameOf, timeText } from './depth/origin';
import { gradientOf } from './depth/palette';
import { mmText } from './measure';
import type { Compare, Picture, Viewer } from './viewer';

/** Height of the footer: the colour scale, its labels, and two lines of text. */
const FOOT_PX = 68;
const COLOURS_PX = 8;
const LINE_PX = 20;
/** Gap between two pictures. */
const GAP_PX = 8;
/** Gradient steps for each sign in the legend of a difference. */
const LEGEND_STEPS = 16;

/** Saves the picture as a file named after its device and capture time. The encoders are loaded on demand. */
export function useSaving(viewer: Viewer) {
  function hand(file: Blob, { origin, header }: Picture, kind: string, ending: string) {
    const name = fileNameOf(origin, kind, header.capturedAt, ending);
    save(file, name);
    toast.success(textsNow(depthTexts).saved(name));
  }

  return {
    /** A coloured PNG of the picture, comparison or cloud as shown, with a legend, the device and the user's name. */
    async png() {
      const seen = seenOn(viewer);
      if (seen) hand(await coloured(seen, viewer), seen.picture, seen.how === 'off' ? 'depth' : `depth-${seen.how}`, 'png');
    },
    /** A 16-bit PNG of the raw depths. */
    async raw() {
      const picture = viewer.shown();
      if (!picture) return;
      const { encodePng16 } = await import('./depth/png');
      const { intrinsics, header, origin } = picture;
      const about = {
        ...aboutOf(origin, header.capturedAt),
        'unit-metres': String(picture.unitMm / 1000),
        ...(intrinsics && { intrinsics: JSON.stringify(intrinsics) }),
      };
      hand(new Blob([encodePng16(picture, about)], { type: 'image/png' }), picture, 'depth-raw', 'png');
    },
    async ply() {
      const picture = viewer.shown();
      if (!picture?.intrinsics) return;
      const { encodePly } = await import('./depth/ply');
      const about = aboutOf(picture.origin, picture.header.capturedAt);
      hand(new Blob([encodePly(picture, picture.unitMm, picture.intrinsics, viewer.lut, about)]), picture, 'cloud', 'ply');
    },
  };
}

interface Seen {
  picture: Picture;
  how: Compare | 'cloud';
  /** The picture it is compared with. */
  other?: Picture;
}

function seenOn(viewer: Viewer): Seen | undefined {
  const { compare, isFrozen, view } = viewer.state;
  const picture = viewer.shown();
  // Unlike the other comparisons, side by side also works with different sizes.
  const other = compare === 'side' && isFrozen && view === 'picture' ? viewer.live() : viewer.beside();
  if (picture && view === 'cloud' && viewer.drawCloud) return { picture, how: 'cloud' };
  return picture && (other ? { picture, other, how: compare } : { picture, how: 'off' });
}

async function coloured({ picture, other, how }: Seen, viewer: Viewer): Promise<Blob> {
  const right = how === 'side' ? other : undefined;
  const cloud = how === 'cloud' ? viewer.drawCloud?.() : undefined;
  // A cloud is saved with the size and the resolution of its canvas on the page.
  const ratio = cloud ? cloud.width / cloud.clientWidth : 1;
  const width = cloud ? cloud.clientWidth : picture.width + (right ? GAP_PX + right.width : 0);
  const height = cloud ? cloud.clientHeight : Math.max(picture.height, right?.height ?? 0);
  const canvas = Object.assign(document.createElement('canvas'), { width: width * ratio, height: (height + FOOT_PX) * ratio });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.scale(ratio, ratio);
  context.fillStyle = '#0b0e14';
  context.fillRect(0, 0, width, height + FOOT_PX);
  const colour = openColouring();
  const draw = (one: Picture, left: number, beside?: Picture) => {
    const image = context.createImageData(one.width, one.height);
    colour(new Uint32Array(image.data.buffer), one, viewer, beside);
    context.putImageData(image, left, 0);
  };
  if (cloud) context.drawImage(cloud, 0, 0, width, height);
  else draw(picture, 0, right ? undefined : other);
  if (right) draw(right, picture.width + GAP_PX);
  const times = [picture, ...(other ? [other] : [])].map(({ header }) => `${timeText(header.capturedAt).slice(0, 19)}Z`);
  const words = [`${picture.origin.name} · ${session.name}`, times.join(' → ')];
  drawFoot(context, width, height, how === 'difference' ? ofDifference() : ofRange(viewer.state), words);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

/** The colour scale from left to right, with the labels of its ends. */
interface Legend {
  colours: string[];
  from: string;
  to: string;
}

const ofRange = ({ palette, invert, range }: Viewer['state']): Legend => ({
  colours: gradientOf(palette, invert).match(/rgb\([^)]*\)/g) ?? [],
  from: `${mmText(range.near)} mm`,
  to: `${mmText(range.far)} mm`,
});

function ofDifference(): Legend {
  const lut = differenceLut(LEGEND_STEPS);
  const colours = Array.from(lut.subarray(32768 - LEGEND_STEPS, 32768 + LEGEND_STEPS + 1), cssOf);
  return { colours, from: `−${DIFFERENCE_MM} mm`, to: `+${DIFFERENCE_MM} mm` };
}

const cssOf = (packed: number) => `rgb(${packed & 255} ${(packed >> 8) & 255} ${(packed >> 16) & 255})`;

function drawFoot(context: CanvasRenderingContext2D, width: number, top: number, { colours, from, to }: Legend, words: string[]) {
  const gradient = context.createLinearGradient(0, 0, width, 0);
  for (const [i, colour] of colours.entries()) gradient.addColorStop(i / (colours.length - 1), colour);
  context.fillStyle = gradient;
  context.fillRect(0, top, width, COLOURS_PX);
  context.fillStyle = '#e6eaf2';
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const middleOf = (line: number) => top + COLOURS_PX + LINE_PX * (line + 0.5);
  context.fillText(from, 8, middleOf(0));
  context.textAlign = 'right';
  context.fillText(to, width - 8, middleOf(0));
  context.textAlign = 'center';
  for (const [i, line] of words.entries()) context.fillText(line, width / 2, middleOf(i + 1), width - 16);
}
