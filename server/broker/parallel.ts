/** Runs what it is given, so many at a time; the rest waits its turn. */
export function atMost(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) await new Promise<void>((turn) => waiting.push(turn));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
