import type { Point } from '@/utils/contours';

type Line = readonly Point[];

/** Line drawings in a box of 320 × 200, around which contours are drawn. */
export const scenes = {
  forbidden: digits('403'),
  missing: digits('404'),
  fault: digits('500'),
  exception: [line(160, 55, 160, 112), line(160, 142, 160, 143)],
  unloaded: [
    arc(160, 100, 46, 46, -50, 250),
    [
      [172, 68],
      [196, 66],
      [192, 42],
    ],
  ],
  offline: [arc(160, 138, 84, 84, 222, 318), arc(160, 138, 50, 50, 222, 318), line(160, 138, 160, 139), line(112, 46, 208, 154)],
  empty: [arc(148, 92, 38, 38, 0, 360), line(177, 121, 206, 150)],
  project: [
    [
      [160, 48],
      [210, 74],
      [210, 126],
      [160, 152],
      [110, 126],
      [110, 74],
      [160, 48],
    ],
    [
      [110, 74],
      [160, 100],
      [210, 74],
    ],
    line(160, 100, 160, 152),
  ],
  device: [
    [
      [96, 74],
      [224, 74],
      [224, 132],
      [96, 132],
      [96, 74],
    ],
    arc(132, 103, 14, 14, 0, 360),
    arc(188, 103, 14, 14, 0, 360),
  ],
  config: [line(100, 70, 220, 70), arc(136, 70, 11, 11, 0, 360), line(100, 130, 220, 130), arc(184, 130, 11, 11, 0, 360)],
  depth: [
    [
      [92, 80],
      [92, 58],
      [118, 58],
    ],
    [
      [202, 58],
      [228, 58],
      [228, 80],
    ],
    [
      [228, 122],
      [228, 144],
      [202, 144],
    ],
    [
      [118, 144],
      [92, 144],
      [92, 122],
    ],
    arc(160, 101, 24, 24, 0, 360),
  ],
  callback: [
    [
      [104, 78],
      [216, 78],
      [192, 54],
    ],
    [
      [216, 124],
      [104, 124],
      [128, 148],
    ],
  ],
  record: [
    line(108, 62, 109, 62),
    line(140, 62, 214, 62),
    line(108, 100, 109, 100),
    line(140, 100, 214, 100),
    line(108, 138, 109, 138),
    line(140, 138, 190, 138),
  ],
  packet: [
    [
      [104, 116],
      [104, 150],
      [216, 150],
      [216, 116],
    ],
    line(160, 122, 160, 50),
    [
      [130, 78],
      [160, 48],
      [190, 78],
    ],
  ],
  done: [
    [
      [108, 102],
      [146, 140],
      [214, 66],
    ],
  ],
} satisfies Record<string, readonly Line[]>;

export type Scene = keyof typeof scenes;

function line(ax: number, ay: number, bx: number, by: number): Line {
  return [
    [ax, ay],
    [bx, by],
  ];
}

/** Part of an ellipse, in degrees clockwise from the right. */
function arc(x: number, y: number, rx: number, ry: number, from: number, to: number): Line {
  const pieces = Math.ceil(Math.abs(to - from) / 12);
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / pieces) * Math.PI) / 180;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const;
  });
}

function digits(number: '403' | '404' | '500'): readonly Line[] {
  const shapes: Record<string, (x: number) => Line[]> = {
    '0': (x) => [arc(x, 100, 22, 44, 0, 360)],
    '3': (x) => [[...arc(x - 4, 78, 24, 22, 215, 450), ...arc(x - 4, 122, 26, 22, 270, 505)]],
    '4': (x) => [
      [
        [x + 10, 144],
        [x + 10, 56],
        [x - 28, 116],
        [x + 28, 116],
      ],
    ],
    '5': (x) => [[[x + 22, 56], [x - 18, 56], [x - 22, 96], ...arc(x - 4, 114, 28, 30, 235, 505)]],
  };
  return [...number].flatMap((digit, place) => shapes[digit]?.(82 + 78 * place) ?? []);
}
