import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Bytes of ArrayBuffers in this process after a garbage collection; resident memory would depend too much on the machine.
 * Sweeping runs concurrently, so tests must retry until the value fits.
 */
export function heldBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}
