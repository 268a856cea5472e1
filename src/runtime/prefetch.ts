import { isNarrow, TABLE_NEEDS } from '@/utils/useNarrow';

/** Without a request for this long, the page counts as idle. */
const REST_MS = 1000;
const LATE_MS = 200;

type Load = () => Promise<unknown>;

const frame: Load[] = [
  () => import('@/layouts'),
  () => import('./AntdLook'),
  () => import('@/layouts/VirtualDock'),
  () => import('@/components/guide/Guide'),
];
const projectList: Load[] = [() => import('@/pages/dashboard/project')];
const deviceList: Load[] = [() => import('@/pages/dashboard/device')];
const packetList: Load[] = [() => import('@/pages/packet')];
const insideProject: Load[] = [
  ...deviceList,
  () => import('@/pages/dashboard/consumer'),
  () => import('@/pages/dashboard/consumer/Verification'),
  () => import('@/pages/dashboard/consumer/RequestBin'),
  () => import('@/pages/dashboard/call-record'),
  () => import('@/pages/dashboard/call-record/RecordChart'),
  () => import('@/pages/dashboard/call-record/CallbackHeld'),
  () => import('@/pages/dashboard/device-config'),
  ...projectList,
];

interface Table {
  load: Load;
  /** Minimum window width in pixels; narrower ones show cards instead of the table. */
  needs?: number;
}

const deviceTable: Table = { load: () => import('@/pages/dashboard/device/DeviceTable') };
const recordTable: Table = { load: () => import('@/pages/dashboard/call-record/RecordTable'), needs: TABLE_NEEDS };
const packetTable: Table = { load: () => import('@/pages/packet/PacketTable'), needs: TABLE_NEEDS };

interface Next {
  after: RegExp;
  pages: Load[];
  tables?: Table[];
  /** Pages for the admin only. */
  admin?: Load[];
}

/** The pages likely to be opened next. The same import as in a route gives the same chunk. */
const next: Next[] = [
  { after: /^\/user\/login$/, pages: [...frame, ...projectList] },
  { after: /^\/dashboard\/project$/, pages: deviceList, tables: [deviceTable], admin: packetList },
  { after: /^\/dashboard\/[^/]+\/./, pages: insideProject, tables: [deviceTable, recordTable] },
  { after: /^\/packet$/, pages: projectList, tables: [packetTable] },
];

function loadsAfter(path: string, isAdmin: boolean): Load[] {
  const { pages = [], tables = [], admin = [] } = next.find(({ after }) => after.test(path)) ?? {};
  const shown = tables.filter(({ needs }) => !isNarrow(needs));
  return [...pages, ...shown.map(({ load }) => load), ...(isAdmin ? admin : [])];
}

/**
 * Fetches the pages likely to be opened next, one at a time, once the page at `path` and the browser are idle. Not in data-saving mode.
 * The duration is measured as `prefetched` on the performance timeline, with the path. @returns a function that stops it
 */
export function prefetchAfter(path: string, isAdmin: boolean): () => void {
  let isOver = false;

  async function prefetch(loads: Load[]) {
    await rest();
    const start = performance.now();
    for (const load of loads) {
      await idle();
      if (isOver || !navigator.onLine) return;
      // Ignored: opening the page reports the failure.
      await load().catch(() => {});
    }
    performance.measure('prefetched', { start, detail: path });
  }

  // Not in development, where each page would be compiled for nothing.
  if (process.env.NODE_ENV === 'production' && !isSparing()) void prefetch(loadsAfter(path, isAdmin));
  return () => {
    isOver = true;
  };
}

// A late timer means that the page is still rendering, and has not requested its data yet.
async function rest() {
  let seen: number;
  let isLate: boolean;
  do {
    seen = loaded();
    const startedAt = performance.now();
    await new Promise((waited) => setTimeout(waited, REST_MS));
    isLate = performance.now() - startedAt > REST_MS + LATE_MS;
  } while (isLate || seen !== loaded());
}

const loaded = () => performance.getEntriesByType('resource').length;

// Safari has no `requestIdleCallback`.
const idle = () =>
  new Promise<void>((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 200)));

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function isSparing(): boolean {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return Boolean(saveData) || effectiveType.endsWith('2g');
}
