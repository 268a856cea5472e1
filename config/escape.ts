const ENSURED = /(useEffect\(\(\) => \{\s*if \(open\) \{\s*ensure\(\);)/;
const ASKED = /const len = stack\.length;/;

/**
 * A Vite plugin: Escape closes what is on top of what is on the screen. antd's overlays (@rc-component/portal 2.2.1) enter themselves
 * into a stack while they render, and leave it when they unmount. A render that React discards, as it may when a lazy dialog comes,
 * never unmounts: it stays on top for good, and Escape closes nothing any more. Here only those that were mounted count. In builds
 * alone: the dev server bundles packages before plugins see them. It may go once the package registers only what was mounted.
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
