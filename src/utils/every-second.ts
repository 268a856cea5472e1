const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls back every second, with one shared timer, so that all counters tick together. @returns a function that stops it */
export function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
