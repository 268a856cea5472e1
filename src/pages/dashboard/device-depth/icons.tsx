const paths = {
  back: 'M10 3 5 8l5 5',
  freeze: 'M5.5 3v10M10.5 3v10',
  play: 'M5 3v10l8-5z',
  camera: 'M2 5.5h2.5L6 3.5h4l1.5 2H14v7H2zM8 11.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4',
  raw: 'M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11',
  cloud: 'M8 2 13.5 5v6L8 14l-5.5-3V5zM2.5 5 8 8l5.5-3M8 8v6',
  record: 'M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9',
  stop: 'M4 4h8v8H4z',
  power: 'M8 2v5.5M4.8 4.2a5 5 0 1 0 6.4 0',
  open: 'M2 12.5v-9h4l1.5 2H14v7z',
  save: 'M8 2.5v7m-3-3 3 3 3-3M2.5 13h11',
  close: 'm4 4 8 8m0-8-8 8',
  full: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  help: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M8 12.2v.1',
  point: 'M8 1.5v4M8 10.5v4M1.5 8h4M10.5 8h4',
  distance: 'M3 13 13 3M1.8 11.8l2.4 2.4M11.8 1.8l2.4 2.4',
  region: 'M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11',
  config:
    'M2 5h7M12.5 5H14M2 11h1.5M7 11h7M10.7 6.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4M5.2 12.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4',
  chevron: 'm4 6 4 4 4-4',
} as const;

export type IconName = keyof typeof paths;

/** Own drawings, which are smaller than an icon library. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const isSolid = name === 'record' || name === 'stop' || name === 'play';
  return (
    <svg className="depth-icon" viewBox="0 0 16 16" width={size} height={size} data-solid={isSolid} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
