import type { DepthProfile } from '@contract/depth';
import type { RequestFailure } from '@/utils/failure';
import type { Intrinsics, Pixel } from './depth/geometry';
import { columnsOf, countDepths, percentiles, type Range, rangeOf, roundUp, towards } from './depth/histogram';
import { fillLut } from './depth/lut';
import type { Origin } from './depth/origin';
import type { DepthImage } from './depth/paint';
import { type PaletteName, paletteNames } from './depth/palette';
import type { Decoded } from './stream/link';
import type { StreamState } from './stream/open-stream';

/** A depth picture with its unit, intrinsics and origin. */
export interface Picture extends DepthImage {
  /** Millimetres per LSB. */
  unitMm: number;
  intrinsics?: Intrinsics;
  header: Decoded['header'];
  origin: Origin;
}

/** A position on the picture, independent of its size: 0…1 from the left and from the top. */
export interface Place {
  u: number;
  v: number;
}

export type Tool = 'point' | 'distance' | 'region';
export type Compare = 'off' | 'side' | 'wipe' | 'difference';

export interface ViewerState {
  stream: StreamState;
  /** The platform's error, if it refused the stream. */
  refusal?: RequestFailure;
  profile: DepthProfile;
  /** The profile that the device streams, which is larger than `profile` if another viewer wants more. */
  streaming?: DepthProfile;
  /** The device's maximum resolution and frame rate, as declared by itself. */
  camera?: { width: number; height: number; fps: number };
  view: 'picture' | 'cloud';
  palette: PaletteName;
  invert: boolean;
  equalise: boolean;
  range: Range;
  isAuto: boolean;
  tool: Tool;
  cursor?: Place;
  points: Place[];
  region?: { from: Place; to: Place };
  isFrozen: boolean;
  compare: Compare;
  /** The edge between the frozen picture on the left and the live one, 0…1 from the left. */
  wipe: number;
  /** Single-character shortcuts are enabled. */
  hasKeys: boolean;
  /** The size of the picture shown; undefined if there is none. */
  size?: { width: number; height: number; hasIntrinsics: boolean };
}

/** Column heights 0…1, for columns of equal width from 0 to `endMm` millimetres. */
export interface Histogram {
  endMm: number;
  heights: number[];
}

const COUNT_EVERY_MS = 200;
const MEASURE_EVERY_MS = 100;
const KEPT = 'depth-look';
const DEFAULT_RANGE: Range = { near: 300, far: 6000 };

/** The page's state: pictures, display settings, measurements. It is outside of React, because rendering every frame would be too slow. */
export function createViewer() {
  let state: ViewerState = {
    stream: 'connecting',
    profile: '320x240@10',
    view: 'picture',
    ...keptLook(),
    range: DEFAULT_RANGE,
    isAuto: false,
    tool: 'point',
    points: [],
    isFrozen: false,
    compare: 'off',
    wipe: 0.5,
  };
  let live: Picture | undefined;
  let frozen: Picture | undefined;
  let measured: Picture | undefined;
  let measuredBeside: Picture | undefined;
  let measuring: ReturnType<typeof setTimeout> | undefined;
  let isRanged = false;
  let countedAt = 0;
  let drawn: { key: string; histogram: Histogram } | undefined;
  const counts = new Uint32Array(65536);
  const lut = new Uint32Array(65536);
  const stateListeners = new Set<() => void>();
  const pictureListeners = new Set<() => void>();
  const measureListeners = new Set<() => void>();
  const tell = (listeners: Set<() => void>) => {
    for (const listener of listeners) listener();
  };
  /** The device's pictures and their settings, saved while a clip is shown instead. */
  let aside: { live?: Picture; frozen?: Picture; isRanged: boolean; seen: Partial<ViewerState> } | undefined;
  const shown = () => frozen ?? live;
  const size = () => sizeOf(shown());
  /** The newest picture, if it is compared with the frozen one and they have the same format; clouds are never compared. */
  const beside = () => {
    const isCompared = state.compare !== 'off' && state.view === 'picture';
    return frozen && live && isCompared && isLike(frozen, live) ? live : undefined;
  };

  function colour() {
    const unit = shown()?.unitMm ?? 1;
    const { palette, invert, range, equalise } = state;
    fillLut(lut, { palette, invert, near: range.near / unit, far: range.far / unit, counts: equalise ? counts : undefined });
  }

  function change(changes: Partial<ViewerState>) {
    state = { ...state, ...changes };
    if (['palette', 'invert', 'equalise', 'hasKeys'].some((key) => key in changes)) keepLook(state);
    if (['palette', 'invert', 'equalise', 'range'].some((key) => key in changes)) colour();
    tell(stateListeners);
    tell(pictureListeners);
    if ('compare' in changes || 'view' in changes) measure();
  }

  function measure() {
    clearTimeout(measuring);
    measuring = undefined;
    measured = shown();
    measuredBeside = beside();
    tell(measureListeners);
  }

  function count(now: number) {
    const picture = shown();
    if (!picture || now - countedAt < COUNT_EVERY_MS) return;
    countedAt = now;
    countDepths(picture.depth, counts);
    const wanted = state.isAuto ? rangeOf(counts, picture.unitMm) : undefined;
    if (wanted) change({ range: towards(state.range, wanted) });
    else if (state.equalise) colour();
  }

  function show({ header, depth }: Decoded, origin: Origin, now = performance.now()) {
    const unitMm = Math.round(header.unit * 1e7) / 1e4;
    const { width, height, intrinsics } = header;
    live = { width, height, depth, unitMm, intrinsics, header, origin };
    if (!isRanged) {
      isRanged = true;
      countDepths(depth, counts);
      const hinted = header.maxHint > 0 ? { near: header.minHint * unitMm, far: header.maxHint * unitMm } : undefined;
      change({ range: hinted ?? rangeOf(counts, unitMm) ?? DEFAULT_RANGE });
    }
    const [was, is] = [state.size, sizeOf(live)];
    if (!state.isFrozen && (was?.width !== is?.width || was?.height !== is?.height || was?.hasIntrinsics !== is?.hasIntrinsics)) {
      change({ size: is });
    }
    count(now);
    tell(pictureListeners);
    if (measured) measuring ??= setTimeout(measure, MEASURE_EVERY_MS);
    else measure();
  }

  function freeze(isFrozen: boolean) {
    frozen = isFrozen ? live : undefined;
    countedAt = 0;
    change({ isFrozen: frozen !== undefined, compare: 'off', size: size() });
  }

  return {
    get state() {
      return state;
    },
    lut,
    /** The picture on the page: the frozen one, or else the newest. */
    shown,
    /** The picture used for measurements; it changes at most ten times a second. */
    measured: () => measured,
    /** The value of `beside` at the time of `measured`. */
    measuredBeside: () => measuredBeside,
    beside,
    /** The newest picture, even while another one is frozen. */
    live: () => live,
    /** Redraws the cloud if it is shown. WebGL canvases must be read in the task that drew them; later they may be empty. */
    drawCloud: undefined as (() => HTMLCanvasElement) | undefined,
    change,
    show,
    freeze,
    /** Removes the live picture; a frozen one stays. */
    drop() {
      live = undefined;
      change({ compare: 'off', size: size() });
    },
    /** Saves the device's pictures and settings before a clip is shown. */
    setAside() {
      const { isFrozen, compare, range, isAuto, points, region } = state;
      aside ??= { live, frozen, isRanged, seen: { isFrozen, compare, range, isAuto, points, region } };
      freeze(false);
    },
    /** Restores the pictures and settings from before the clip. */
    bringBack() {
      if (!aside) return;
      const { seen } = aside;
      ({ live, frozen, isRanged } = aside);
      aside = undefined;
      countDepths(shown()?.depth ?? new Uint16Array(0), counts);
      countedAt = performance.now();
      change({ ...seen, size: size() });
    },
    /** Sets the range once from the picture shown, and ends the automatic range. */
    fitRange() {
      const picture = shown();
      const range = picture && rangeOf(countDepths(picture.depth, counts), picture.unitMm);
      if (range) change({ range, isAuto: false });
    },
    /** Depth histogram of the picture. @param end of the axis in mm; by default it fits the range and 99.5 % of the depths */
    histogram(columns: number, end?: number): Histogram {
      // Cached, because it is read on every pointer move, but the counts change only five times a second.
      const key = `${countedAt} ${state.range.far} ${columns} ${end}`;
      if (drawn?.key === key) return drawn.histogram;
      const unit = shown()?.unitMm ?? 1;
      const [most = 0] = percentiles(counts, [0.995]) ?? [];
      const endMm = end ?? Math.min(65535 * unit, roundUp(Math.max(state.range.far * 1.12, most * unit * 1.05)));
      drawn = { key, histogram: { endMm, heights: columnsOf(counts, endMm / unit, columns) } };
      return drawn.histogram;
    },
    onState(listener: () => void) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    onPicture(listener: () => void) {
      pictureListeners.add(listener);
      return () => pictureListeners.delete(listener);
    },
    onMeasured(listener: () => void) {
      measureListeners.add(listener);
      return () => measureListeners.delete(listener);
    },
  };
}

export type Viewer = ReturnType<typeof createViewer>;

export const pixelOf = ({ u, v }: Place, { width, height }: Pick<DepthImage, 'width' | 'height'>): Pixel => ({
  x: Math.max(0, Math.min(width - 1, Math.floor(u * width))),
  y: Math.max(0, Math.min(height - 1, Math.floor(v * height))),
});

/** The position of a pixel's centre. */
export const placeOf = ({ x, y }: Pixel, { width, height }: Pick<DepthImage, 'width' | 'height'>): Place => ({
  u: (x + 0.5) / width,
  v: (y + 0.5) / height,
});

/** Whether two pictures can be compared pixel by pixel. */
const isLike = (one: Picture, other: Picture) => one.width === other.width && one.height === other.height && one.unitMm === other.unitMm;

const sizeOf = (picture: Picture | undefined) =>
  picture && { width: picture.width, height: picture.height, hasIntrinsics: picture.intrinsics !== undefined };

type Look = Pick<ViewerState, 'palette' | 'invert' | 'equalise' | 'hasKeys'>;

function keptLook(): Look {
  const [name, ...flags] = (localStorage.getItem(KEPT) ?? '').split(' ');
  return {
    palette: paletteNames.find((known) => known === name) ?? 'turbo',
    invert: flags.includes('invert'),
    equalise: flags.includes('equalise'),
    hasKeys: !flags.includes('keyless'),
  };
}

function keepLook({ palette, invert, equalise, hasKeys }: Look) {
  const words = [palette, invert && 'invert', equalise && 'equalise', !hasKeys && 'keyless'];
  localStorage.setItem(KEPT, words.filter(Boolean).join(' '));
}
