import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** More bytes than a run of all tests needs. */
const ROOM = 4e9;

/** Linux's in-memory folder if it has enough space, because a database for each test is slow on disk; otherwise the temp folder. */
export function roomyFolder() {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > ROOM ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
