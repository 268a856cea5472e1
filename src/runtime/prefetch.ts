/** Nothing has been loaded for so long: the page is at rest. */
const REST_MS = 1000;

type Load = () => Promise<unknown>;

const frame: Load[] = [
  () => import('@/layouts'),
  () => import('./AntdLook'),
  () => import('@/layouts/VirtualDock'),
  () => import('@/components/guide/Guide'),
];
const projectList: Load[] = [() => import('@/pages/dashboard/project')];
const deviceList: Load[] = [() => import('@/pages/dashboard/device')];
const insideProject: Load[] = [
  ...deviceList,
  () => import('@/pages/dashboard/consumer'),
  () => import('@/pages/dashboard/consumer/Verification'),
  () => import('@/pages/dashboard/consumer/RequestBin'),
  () => import('@/pages/dashboard/call-record'),
  () => import('@/pages/dashboard/call-record/RecordChart'),
  () => import('@/pages/dashboard/device-config'),
  ...projectList,
];

/** What one is likely to open next, from a page. The same import as the route's is the same chunk. */
const next: [RegExp, Load[]][] = [
  [/^\/user\/login$/, [...frame, ...projectList]],
  [/^\/dashboard\/project$/, deviceList],
  [/^\/dashboard\/[^/]+\/./, insideProject],
];

/**
 * Fetches the pages one is likely to open next, one at a time, once the page at `path` is at rest and the browser idle. Not for
 * those who save data. Its end is marked as `prefetched` on the page's timeline, with the path. @returns stops
 */
export function prefetchAfter(path: string): () => void {
  let isOver = false;

  async function prefetch(loads: Load[]) {
    await rest();
    for (const load of loads) {
      await idle();
      if (isOver || !navigator.onLine) return;
      // Who goes there is told.
      await load().catch(() => {});
    }
    performance.mark('prefetched', { detail: path });
  }

  // In development each page would be compiled for nothing.
  if (process.env.NODE_ENV === 'production' && !isSparing()) void prefetch(next.find(([page]) => page.test(path))?.[1] ?? []);
  return () => {
    isOver = true;
  };
}

async function rest() {
  for (let seen = -1; seen !== loaded(); ) {
    seen = loaded();
    await new Promise((waited) => setTimeout(waited, REST_MS));
  }
}

const loaded = () => performance.getEntriesByType('resource').length;

// Safari has no idle callback.
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
