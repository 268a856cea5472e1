import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';

/** What has to be done now and then, while nobody waits for it. */
export interface Upkeep {
  /** Does it once more, now, and waits for it. */
  run(): Promise<void>;
  /** Ends it after the step at hand. */
  close(): Promise<void>;
}

interface Parts {
  everyMs: number;
  log: Logger;
  /** What is logged when it fails; the next run tries again. */
  trouble: string;
}

/** Repeats a short step for as long as it says that there may be more; others have their turn in between. */
type Repeat = (step: () => Promise<boolean>) => Promise<void>;

/** Starts upkeep in the background: a first time after `everyMs`, and one run after the other. */
export function startUpkeep({ everyMs, log, trouble }: Parts, work: (repeat: Repeat) => Promise<void>): Upkeep {
  let isClosing = false;
  let running = Promise.resolve();
  const timer = setInterval(run, everyMs).unref();

  function run(): Promise<void> {
    running = running.then(() => work(repeat)).catch((error) => log.error({ err: error }, trouble));
    return running;
  }

  async function repeat(step: () => Promise<boolean>) {
    while (!isClosing && (await step())) await breathe();
  }

  return {
    run,
    close: () => {
      isClosing = true;
      clearInterval(timer);
      return running;
    },
  };
}
