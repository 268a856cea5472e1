import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Bytes of buffers in this process, after a collection: resident memory says more of the machine than of the product.
 * What nobody holds is swept beside the program, so a test asks until it fits.
 */
export function heldBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}
