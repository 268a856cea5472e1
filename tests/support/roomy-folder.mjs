import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Bytes that a run of all tests surely does with. */
const ROOM = 4e9;

/** Linux's folder in memory when it has plenty of room: databases for one test each would keep a disk busy. Temporary files otherwise. */
export function roomyFolder() {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > ROOM ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
