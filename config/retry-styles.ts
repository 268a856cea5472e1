const HELPER = '\0vite/preload-helper.js';
const REJECTS = 'link.addEventListener("error", () => rej(';

/**
 * A Vite plugin: a stylesheet that could not be loaded is asked for again. Vite's loader remembers it as seen before it has come, so what
 * was first opened offline would stand without its styles until the page is loaded anew.
 */
export function retryStyles() {
  return {
    name: 'retry-styles',
    apply: 'build' as const,
    transform(code: string, id: string) {
      if (id !== HELPER) return;
      if (!code.includes(REJECTS)) throw new Error('Vite loads stylesheets in another way now: see config/retry-styles.ts');
      return code.replace(REJECTS, 'link.addEventListener("error", () => (delete seen[dep], link.remove(), rej)(');
    },
  };
}
