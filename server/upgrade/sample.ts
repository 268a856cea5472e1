import type { UpgradeRow } from '../db/tables';
import type { Counts } from './queries';

/** Finished devices as the threshold counts them: one that timed out has failed, even if it succeeded later. */
const through = ({ done, failed, timedOut, late }: Counts, already: number) => ({
  done: done - late - already,
  failed: failed + timedOut + late,
});

/** Columns that make the threshold ignore everything up to these counts. */
export function countedAnew(counts: Counts, already: number) {
  const { done, failed } = through(counts, already);
  return { doneBefore: done, failedBefore: failed };
}

/** The threshold's sample: devices that finished since it last began to count, and how many of them failed. */
export function sampleOf({ already, doneBefore, failedBefore }: UpgradeRow, counts: Counts) {
  const { done, failed } = through(counts, already);
  const failures = failed - failedBefore;
  return { failures, size: done - doneBefore + failures };
}
