import { PHONE_BELOW, TABLE_NEEDS } from './defaults';
import { routes } from './routes';

/** What a build knows of one of its chunks (rollup's OutputChunk, with what Vite adds). */
interface Chunk {
  type: string;
  isEntry?: boolean;
  fileName: string;
  facadeModuleId?: string | null;
  moduleIds?: string[];
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** The files of a console, and for each page as a pattern which of them it shows first; more in a window of so many pixels. */
interface FirstFiles {
  files: string[];
  pages: [page: string, files: number[], wide: number, ofWide: number[]][];
}

type Route = { path: string; component?: string; redirect?: string; layout?: boolean };

/** What every page behind sign-in stands in. */
const INSIDE = ['src/runtime/AntdLook', 'src/services/api'];
const FRAME = 'src/layouts/index';
/** A page's table, which it shows in a window of so many pixels: found out by the page itself, it would come when all else is there. */
const TABLES: Record<string, { module: string; needs: number }> = {
  './dashboard/device': { module: 'src/pages/dashboard/device/DeviceTable', needs: PHONE_BELOW },
  './dashboard/call-record': { module: 'src/pages/dashboard/call-record/RecordTable', needs: TABLE_NEEDS },
  './packet': { module: 'src/pages/packet/PacketTable', needs: TABLE_NEEDS },
};

/**
 * A Vite plugin: the page that is opened is fetched beside the start script, not when that has run and found out which page it is.
 * The address tells the page, and only the browser knows the address (what is after # is not sent): a small script of its own
 * reads it, because the content security policy allows none in the HTML.
 */
export function preloadPage() {
  let script = '';
  return {
    name: 'preload-page',
    apply: 'build' as const,
    generateBundle(this: { emitFile(file: object): string; getFileName(id: string): string }, _: object, bundle: object) {
      const source = `(${preload})(${JSON.stringify(firstFiles(Object.values(bundle)))});`;
      script = this.getFileName(this.emitFile({ type: 'asset', name: 'preload.js', source }));
    },
    transformIndexHtml: {
      order: 'post' as const,
      handler: () => [{ tag: 'script', attrs: { async: true, src: `/${script}` }, injectTo: 'head-prepend' as const }],
    },
  };
}

/** Runs in the browser. */
function preload({ files, pages }: FirstFiles) {
  const path = location.hash.slice(1).split('?')[0] || '/';
  const shown = localStorage.getItem('token') || path.startsWith('/user/') ? path : '/user/login';
  const [, needed = [], wide = 0, ofWide = []] = pages.find(([page]) => new RegExp(page).test(shown)) || [];
  const all = innerWidth < wide ? needed : needed.concat(ofWide);
  for (const file of all.map((number) => files[number] as string)) {
    const isStyle = file.endsWith('.css');
    const link = document.createElement('link');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    link.as = isStyle ? 'style' : 'script';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }
}

function firstFiles(bundle: Chunk[]): FirstFiles {
  const chunks = new Map(bundle.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const all = [...chunks.values()];
  const entries = new Set(all.filter(({ isEntry }) => isEntry));
  const files: string[] = [];

  function chunkOf(module: string) {
    const path = new RegExp(`/${module}(/index)?\\.tsx?$`);
    const chunk =
      all.find(({ facadeModuleId }) => facadeModuleId && path.test(facadeModuleId)) ??
      all.find(({ moduleIds }) => moduleIds?.some((id) => path.test(id)));
    if (!chunk) throw new Error(`no chunk begins with ${module}: what its page shows first is unknown`);
    return chunk;
  }

  function withImports(chunk: Chunk, found = new Set(entries)): Set<Chunk> {
    if (found.has(chunk)) return found;
    found.add(chunk);
    for (const name of chunk.imports ?? []) withImports(chunks.get(name) as Chunk, found);
    return found;
  }

  function numberOf(file: string) {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  }

  /** The files, by number, of what begins with these modules. */
  function numbersOf(modules: string[]): number[] {
    const found = new Set(modules.flatMap((module) => [...withImports(chunkOf(module))]));
    const needed = [...found].filter((chunk) => !entries.has(chunk));
    return needed
      .flatMap((chunk) => [...(isOfStyles(chunk) ? [] : [chunk.fileName]), ...(chunk.viteMetadata?.importedCss ?? [])])
      .map(numberOf);
  }

  const pages = pagesOf(routes).map(({ path, component = '', layout }): FirstFiles['pages'][number] => {
    const isInside = !path.startsWith('/user/');
    const modules = [...(isInside ? INSIDE : []), ...(isInside && layout !== false ? [FRAME] : []), component.replace('./', 'src/pages/')];
    const { module, needs = 0 } = TABLES[component] ?? {};
    const first = numbersOf(modules);
    const ofWide = module ? numbersOf([...modules, module]).filter((file) => !first.includes(file)) : [];
    return [`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`, first, needs, ofWide];
  });
  return { files, pages };
}

/** Vite writes no script for a chunk of nothing but styles. */
const isOfStyles = ({ moduleIds = [] }: Chunk) => moduleIds.length > 0 && moduleIds.every((id) => /\.css($|\?)/.test(id));

/** Every route that shows a page, in their order; a redirect as the page it leads to. */
function pagesOf(from: readonly (Route & { routes?: readonly Route[] })[]): Route[] {
  const flat = from.flatMap((route): readonly Route[] => route.routes ?? [route]);
  const target = (route: Route): Route | undefined => {
    const next = flat.find(({ path }) => path === route.redirect);
    return next?.redirect ? target(next) : next;
  };
  return flat.flatMap((route) => (route.redirect ? { ...target(route), path: route.path } : route)).filter(({ component }) => component);
}
