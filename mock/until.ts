import { MINUTE_MS } from '../contract/duration';

const EVERY_MS = 100;
/** The time limit, long enough for a busy machine. */
const LATEST_MS = MINUTE_MS;

/** Polls until `hasCome` returns true. @param what describes it in the error @throws Error after the time limit */
export async function until(what: string, hasCome: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LATEST_MS;
  while (!(await hasCome())) {
    if (Date.now() > deadline) throw new Error(`not within ${LATEST_MS / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
