import { depthTexts } from '@/locales/device-depth';
import { textsNow } from '@/locales/texts';
import { save } from '@/utils/save';
import { toast } from '@/utils/toast';
import { paint } from './depth/paint';
import { gradientOf } from './depth/palette';
import { mmText } from './measure';
import type { Picture, Viewer } from './viewer';

const FOOT_PX = 40;

/** What the picture on the page can be saved as. The encoders are fetched when one of them is wanted. */
export function useSaving(sn: string, viewer: Viewer) {
  const nameOf = (kind: string, ending: string) => `${sn}-${kind}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;

  function hand(file: Blob, name: string) {
    save(file, name);
    toast.success(textsNow(depthTexts).saved(name));
  }

  return {
    nameOf,
    /** In colours, with what they mean, and who took it of which device. */
    async png() {
      const picture = viewer.shown();
      if (picture) hand(await coloured(picture, viewer, sn), nameOf('depth', 'png'));
    },
    /** The depths themselves. */
    async raw() {
      const picture = viewer.shown();
      if (!picture) return;
      const { encodePng16 } = await import('./depth/png');
      const { intrinsics, header } = picture;
      const about = {
        device: sn,
        'unit-metres': String(picture.unitMm / 1000),
        'captured-at': new Date(header.capturedAt / 1000).toISOString(),
        ...(intrinsics && { intrinsics: JSON.stringify(intrinsics) }),
      };
      hand(new Blob([encodePng16(picture, about)], { type: 'image/png' }), nameOf('depth-raw', 'png'));
    },
    async ply() {
      const picture = viewer.shown();
      if (!picture?.intrinsics) return;
      const { encodePly } = await import('./depth/ply');
      hand(new Blob([encodePly(picture, picture.unitMm, picture.intrinsics, viewer.lut)]), nameOf('cloud', 'ply'));
    },
  };
}

async function coloured(picture: Picture, { lut, state }: Viewer, sn: string): Promise<Blob> {
  const { width, height } = picture;
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
    `${sn} · ${new Date(picture.header.capturedAt / 1000).toISOString().slice(0, 19)}Z · ${localStorage.getItem('name') ?? ''}`,
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
