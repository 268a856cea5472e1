const HELPER = '\0vite/preload-helper.js';
const REJECTS = 'link.addEventListener("error", () => rej(';

/**
 * A Vite plugin that allows a stylesheet to be requested again after it failed to load. Vite's preload helper marks stylesheets as loaded
 * before they are, so a part first opened offline would have no styles until the page is reloaded.
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
