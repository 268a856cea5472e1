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

/** A depth picture, and what its numbers mean. */
export interface Picture extends DepthImage {
  /** Millimetres of one LSB. */
  unitMm: number;
  intrinsics?: Intrinsics;
  header: Decoded['header'];
  origin: Origin;
}

/** A place on the picture whatever its size: from the left and from the top, 0…1. */
export interface Place {
  u: number;
  v: number;
}

export type Tool = 'point' | 'distance' | 'region';
export type Compare = 'off' | 'side' | 'wipe' | 'difference';

export interface ViewerState {
  stream: StreamState;
  /** Why the platform refused it. */
  refusal?: RequestFailure;
  profile: DepthProfile;
  /** What the device was asked for: another viewer may have asked for more. */
  streaming?: DepthProfile;
  /** What the device says it streams at the most. */
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
  /** Where the frozen picture ends and the live one begins, 0…1. */
  wipe: number;
  /** May letters, digits and signs be pressed instead of buttons? */
  hasKeys: boolean;
  /** Of the picture shown, once there is one. */
  size?: { width: number; height: number; hasIntrinsics: boolean };
}

/** Heights 0…1 of equal columns from 0 to `endMm`. */
export interface Histogram {
  endMm: number;
  heights: number[];
}

const COUNT_EVERY_MS = 200;
const MEASURE_EVERY_MS = 100;
const KEPT = 'depth-look';
const DEFAULT_RANGE: Range = { near: 300, far: 6000 };

/** What the page is about: the pictures, how they are looked at, what is measured on them. Pictures come too often for React: components look when told to. */
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
  /** The device's own pictures, and what is seen of them, while a clip is in their place. */
  let aside: { live?: Picture; frozen?: Picture; isRanged: boolean; seen: Partial<ViewerState> } | undefined;
  const shown = () => frozen ?? live;
  const size = () => sizeOf(shown());
  /** The newest, where it is compared with the frozen one and can be; there is no such comparison in a cloud. */
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
    /** The picture on the page: the frozen one, else the newest. */
    shown,
    /** The one that is measured: another one ten times a second, but everywhere the same. */
    measured: () => measured,
    /** The newest picture at that time, where it is compared with the frozen one. */
    measuredBeside: () => measuredBeside,
    beside,
    /** The newest, whatever is shown. */
    live: () => live,
    /** Draws the cloud that is looked at once more: what is on its canvas can be read until the task ends. */
    drawCloud: undefined as (() => HTMLCanvasElement) | undefined,
    change,
    show,
    freeze,
    /** There is nothing to see any more, but a picture that is frozen. */
    drop() {
      live = undefined;
      change({ compare: 'off', size: size() });
    },
    /** Makes room for a clip: the device's own pictures come back afterwards. */
    setAside() {
      const { isFrozen, compare, range, isAuto, points, region } = state;
      aside ??= { live, frozen, isRanged, seen: { isFrozen, compare, range, isAuto, points, region } };
      freeze(false);
    },
    /** Everything is as it was before the clip, of which nothing stays. */
    bringBack() {
      if (!aside) return;
      const { seen } = aside;
      ({ live, frozen, isRanged } = aside);
      aside = undefined;
      countDepths(shown()?.depth ?? new Uint16Array(0), counts);
      countedAt = performance.now();
      change({ ...seen, size: size() });
    },
    /** Once, to what there is. */
    fitRange() {
      const picture = shown();
      const range = picture && rangeOf(countDepths(picture.depth, counts), picture.unitMm);
      if (range) change({ range, isAuto: false });
    },
    /** For the bar of the range: how often each depth occurs, up to the end of its axis. @param columns how finely @param end where the axis ends, in mm; by default where all that occurs has room */
    histogram(columns: number, end?: number): Histogram {
      // Asked for with every move of the pointer, counted five times a second.
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

/** The middle of a pixel. */
export const placeOf = ({ x, y }: Pixel, { width, height }: Pick<DepthImage, 'width' | 'height'>): Place => ({
  u: (x + 0.5) / width,
  v: (y + 0.5) / height,
});

/** Can two pictures be compared pixel by pixel? */
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
