import type { UpgradeRow } from '../db/tables';
import type { Counts } from './queries';

/** What a threshold counts: who timed out has failed, whatever comes later. */
const through = ({ done, failed, timedOut, late }: Counts, already: number) => ({
  done: done - late - already,
  failed: failed + timedOut + late,
});

/** What counts towards the threshold begins anew with these counts. */
export function countedAnew(counts: Counts, already: number) {
  const { done, failed } = through(counts, already);
  return { doneBefore: done, failedBefore: failed };
}

/** What a threshold is asked of: devices that are through since it counts, and those of them that failed. */
export function sampleOf({ already, doneBefore, failedBefore }: UpgradeRow, counts: Counts) {
  const { done, failed } = through(counts, already);
  const failures = failed - failedBefore;
  return { failures, size: done - doneBefore + failures };
}
