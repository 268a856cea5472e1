import { depthTexts } from '@/locales/device-depth';
import { textsNow } from '@/locales/texts';
import { save } from '@/utils/save';
import { toast } from '@/utils/toast';
import { aboutOf, fileNameOf, timeText } from './depth/origin';
import { paint } from './depth/paint';
import { gradientOf } from './depth/palette';
import { mmText } from './measure';
import type { Picture, Viewer } from './viewer';

const FOOT_PX = 40;

/** What the picture on the page can be saved as, under the name of its own device and time. The encoders are fetched when one of them is wanted. */
export function useSaving(viewer: Viewer) {
  function hand(file: Blob, { origin, header }: Picture, kind: string, ending: string) {
    const name = fileNameOf(origin, kind, header.capturedAt, ending);
    save(file, name);
    toast.success(textsNow(depthTexts).saved(name));
  }

  return {
    /** In colours, with what they mean, and who took it of which device. */
    async png() {
      const picture = viewer.shown();
      if (picture) hand(await coloured(picture, viewer), picture, 'depth', 'png');
    },
    /** The depths themselves. */
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

async function coloured(picture: Picture, { lut, state }: Viewer): Promise<Blob> {
  const { width, height, origin, header } = picture;
  const canvas = Object.assign(document.createElement('canvas'), { width, height: height + FOOT_PX });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const image = context.createImageData(width, height);
  paint(new Uint32Array(image.data.buffer), picture, lut);
  context.fillStyle = '#0b0e14';
  context.fillRect(0, height, width, FOOT_PX);
  context.putImageData(image, 0, 0);
  drawFoot(
    context,
    width,
    height,
    state,
    `${origin.name} · ${timeText(header.capturedAt).slice(0, 19)}Z · ${localStorage.getItem('name') ?? ''}`,
  );
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

function drawFoot(
  context: CanvasRenderingContext2D,
  width: number,
  top: number,
  { palette, invert, range }: Viewer['state'],
  words: string,
) {
  const stops = gradientOf(palette, invert).match(/rgb\([^)]*\)/g) ?? [];
  const gradient = context.createLinearGradient(0, 0, width, 0);
  for (const [i, colour] of stops.entries()) gradient.addColorStop(i / (stops.length - 1), colour);
  context.fillStyle = gradient;
  context.fillRect(0, top, width, 8);
  context.fillStyle = '#e6eaf2';
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const y = top + 8 + (FOOT_PX - 8) / 2;
  context.fillText(`${mmText(range.near)} mm`, 8, y);
  context.textAlign = 'right';
  context.fillText(`${mmText(range.far)} mm`, width - 8, y);
  context.textAlign = 'center';
  context.fillText(words, width / 2, y, width - 180);
}
