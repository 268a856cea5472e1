import { preloadPage } from '../../config/preload';
import { routes } from '../../config/routes';

const chunk = (fileName: string, modules: string[], imports: string[] = [], css: string[] = []) => ({
  type: 'chunk',
  fileName,
  facadeModuleId: `/repo/${modules[0]}`,
  moduleIds: modules.map((module) => `/repo/${module}`),
  imports,
  viteMetadata: { importedCss: new Set(css) },
});

interface Declared {
  path: string;
  component?: string;
  routes?: readonly Declared[];
}
const declared: readonly Declared[] = routes;
const components = declared.flatMap((route) => route.routes ?? [route]).flatMap(({ component }) => component ?? []);

/** A build with a chunk for each page, and shared chunks. */
const bundle = [
  { ...chunk('umi.js', ['src/umi.ts']), isEntry: true },
  chunk('api.js', ['src/services/api.ts'], ['umi.js']),
  chunk('antd.js', ['src/runtime/AntdLook.tsx'], ['umi.js']),
  chunk('frame.js', ['src/layouts/index.tsx'], ['antd.js', 'api.js'], ['frame.css']),
  chunk('login-look.js', ['src/pages/user/login.css'], [], ['login.css']),
  chunk('device-table.js', ['src/pages/dashboard/device/DeviceTable.tsx'], ['api.js', 'table.js']),
  chunk('record-table.js', ['src/pages/dashboard/call-record/RecordTable.tsx'], ['table.js']),
  chunk('packet-table.js', ['src/pages/packet/PacketTable.tsx'], ['table.js']),
  chunk('table.js', ['node_modules/table.js'], ['umi.js'], ['table.css']),
  ...[...new Set(components)].map((component) => {
    const page = component.replace('./', '');
    return chunk(`${page}.js`, [`src/pages/${page}/index.tsx`], ['umi.js', 'api.js', ...(page === 'user/login' ? ['login-look.js'] : [])]);
  }),
];

let script = '';

beforeAll(() => {
  const emitFile = ({ source }: { source?: string }) => {
    script = source ?? '';
    return 'preload';
  };
  const files = Object.fromEntries(bundle.map((one) => [one.fileName, one]));
  preloadPage().generateBundle.call({ emitFile, getFileName: () => 'assets/preload-1.js' }, {}, files);
});

/** The files that the script preloads for a URL, with their `rel`. */
function fetched(hash: string, token: string | null = null, innerWidth = 390) {
  const links: { rel: string; href: string }[] = [];
  const head = { append: (link: { rel: string; href: string }) => links.push(link) };
  const run = new Function('location', 'localStorage', 'document', 'innerWidth', script);
  run({ hash }, { getItem: () => token }, { createElement: () => ({}), head }, innerWidth);
  return Object.fromEntries(links.map(({ rel, href }) => [href, rel]));
}

describe('the page one opens', () => {
  it('is fetched with all it stands on, but for the start script and chunks of styles alone, which have no script', () => {
    expect(fetched('#/user/login')).toEqual({ '/api.js': 'modulepreload', '/user/login.js': 'modulepreload', '/login.css': 'preload' });
  });

  it('is fetched with the frame around it', () => {
    const project = {
      '/dashboard/project.js': 'modulepreload',
      '/frame.js': 'modulepreload',
      '/frame.css': 'preload',
      '/antd.js': 'modulepreload',
    };
    expect(fetched('#/dashboard/project?keyword=a', 'Bearer t')).toEqual({ ...project, '/api.js': 'modulepreload' });
  });

  it('is sign-in for whoever is not signed in', () => {
    expect(fetched('#/dashboard/a1/device')).toEqual(fetched('#/user/login'));
  });

  it('is the page a redirect leads to', () => {
    for (const hash of ['', '#/', '#/dashboard', '#/index.html']) expect(fetched(hash, 't')).toEqual(fetched('#/dashboard/project', 't'));
  });

  it('is fetched with its table where there is room for one', () => {
    const hash = '#/dashboard/a1/device';
    const table = { '/device-table.js': 'modulepreload', '/table.js': 'modulepreload', '/table.css': 'preload' };
    expect(fetched(hash, 't', 768)).toEqual({ ...fetched(hash, 't', 767), ...table });
    expect(fetched(hash, 't', 767)).not.toHaveProperty(['/device-table.js']);
    expect(fetched('#/packet', 't', 1023)).not.toHaveProperty(['/table.js']);
    expect(fetched('#/packet', 't', 1024)).toHaveProperty(['/packet-table.js']);
  });

  it('is found by its parts that vary', () => {
    expect(fetched('#/dashboard/a1/device', 't')).toHaveProperty(['/dashboard/device.js']);
    expect(fetched('#/dashboard/a1/device/WS-1/depth', 't')).toHaveProperty(['/dashboard/device-depth.js']);
    expect(fetched('#/dashboard/a1/device/WS-1/depth', 't')).not.toHaveProperty(['/frame.js']);
    expect(fetched('#/nowhere/at/all', 't')).toHaveProperty(['/404.js']);
  });
});
