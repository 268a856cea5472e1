import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SMALLEST_BYTES = 1024;
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;

/** Writes a `.br` and a `.gz` next to each larger text file of a folder, at the highest level, so that serving needs no compression. */
export async function compress(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

// zlib runs in Node's thread pool, so files are compressed in parallel.
async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < SMALLEST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}
