import { MINUTE_MS } from '../contract/duration';

const EVERY_MS = 100;
/** Even a machine that is busy with something else has done it by then. */
const LATEST_MS = MINUTE_MS;

/** Waits until something has come about. @param what it is, for who waits in vain */
export async function until(what: string, hasCome: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LATEST_MS;
  while (!(await hasCome())) {
    if (Date.now() > deadline) throw new Error(`not within ${LATEST_MS / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
