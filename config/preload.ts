import { PHONE_BELOW, TABLE_NEEDS } from './defaults';
import { routes } from './routes';

/** The used part of Rollup's `OutputChunk`, with Vite's metadata. */
interface Chunk {
  type: string;
  isEntry?: boolean;
  fileName: string;
  facadeModuleId?: string | null;
  moduleIds?: string[];
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/** File names, and for each page, as a pattern, the indices of its files: always loaded, or only in windows of at least `wide` pixels. */
interface FirstFiles {
  files: string[];
  pages: [page: string, files: number[], wide: number, ofWide: number[]][];
}

type Route = { path: string; component?: string; redirect?: string; layout?: boolean };

/** Modules that every page behind sign-in needs. */
const INSIDE = ['src/runtime/AntdLook', 'src/services/api'];
const FRAME = 'src/layouts/index';
/** Tables that pages import lazily in windows of at least `needs` pixels. Without preloading they would load last. */
const TABLES: Record<string, { module: string; needs: number }> = {
  './dashboard/device': { module: 'src/pages/dashboard/device/DeviceTable', needs: PHONE_BELOW },
  './dashboard/call-record': { module: 'src/pages/dashboard/call-record/RecordTable', needs: TABLE_NEEDS },
  './packet': { module: 'src/pages/packet/PacketTable', needs: TABLE_NEEDS },
};

/**
 * A Vite plugin that preloads the files of the opened page in parallel with the entry script, which would otherwise request them only
 * after it has run. The route is in the URL's hash, which is not sent to the server, so a script in the browser has to read it. It is a
 * separate file, because the content security policy forbids inline scripts.
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

/** Runs in the browser, so it may use nothing outside itself. */
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

  /** The indices in `files` of the files that these modules need, without the entry chunks. */
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

/** Vite emits no script for chunks that contain only styles. */
const isOfStyles = ({ moduleIds = [] }: Chunk) => moduleIds.length > 0 && moduleIds.every((id) => /\.css($|\?)/.test(id));

/** All routes with a component, in order; redirects have the component of their target. */
function pagesOf(from: readonly (Route & { routes?: readonly Route[] })[]): Route[] {
  const flat = from.flatMap((route): readonly Route[] => route.routes ?? [route]);
  const target = (route: Route): Route | undefined => {
    const next = flat.find(({ path }) => path === route.redirect);
    return next?.redirect ? target(next) : next;
  };
  return flat.flatMap((route) => (route.redirect ? { ...target(route), path: route.path } : route)).filter(({ component }) => component);
}
