const ENSURED = /(useEffect\(\(\) => \{\s*if \(open\) \{\s*ensure\(\);)/;
const ASKED = /const len = stack\.length;/;

/**
 * A Vite plugin that fixes Escape in antd's overlays. @rc-component/portal 2.2.1 adds an overlay to a stack while it renders, and removes
 * it on unmount. A render that React discards, for example while a lazy dialog suspends, is never unmounted: its entry stays on top of
 * the stack, and Escape closes nothing any more. With this plugin only mounted overlays count. It works only in builds, because the dev
 * server bundles packages before plugins see them. Remove it when the package registers overlays on mount.
 */
export function escapeMounted() {
  return {
    name: 'escape-mounted',
    apply: 'build' as const,
    transform(code: string, id: string) {
      if (!/@rc-component\/portal\/es\/useEscKeyDown\.js/.test(id)) return undefined;
      if (!ENSURED.test(code) || !ASKED.test(code))
        throw new Error('@rc-component/portal is another one now: is config/escape.ts still needed?');
      return code
        .replace(ENSURED, '$1 stack.find((item) => item.id === id).isMounted = true;')
        .replace(ASKED, 'stack = stack.filter((item) => item.isMounted); $&');
    },
  };
}
