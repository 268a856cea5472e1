import type { Twin } from '@contract/config';
import type { JsonObject } from '@contract/merge-patch';
import { type Change, changesTold, isAround, isSame, onTop, outermost } from '@/utils/json-changes';

type Desired = Twin['desired'];

interface Row {
  path: string;
  mine?: Change;
  theirs?: Change;
  /** A conflict: both changed this value, or one in or around it, to different values. */
  isBoth: boolean;
}

/**
 * Merges two people's changes to the same version, on top of the newer version.
 * @param theirsAt paths of the conflicts in which the other person's value is kept
 */
export function rebase(schema: JsonObject, base: Desired, mine: Change[], newest: Desired, theirsAt: ReadonlySet<string>) {
  const theirs = [
    ...changesTold(schema, base.state, newest.state).filter(({ path }) => !newest.secrets.includes(path)),
    ...secretsBetween(base, newest),
  ];
  const clashOf = (change: Change) => theirs.find((other) => isAround(change.path, other.path) && !isEqual(change, other));
  const isAgreed = (change: Change) => theirs.some((other) => isEqual(change, other));

  const rows: Row[] = [
    ...mine.map((change) => {
      const clash = clashOf(change);
      const same = theirs.find((other) => isEqual(change, other));
      return { path: change.path, mine: change, theirs: clash ?? same, isBoth: clash !== undefined };
    }),
    ...theirs
      .filter((other) => !mine.some((change) => isAround(change.path, other.path)))
      .map((other) => ({ path: other.path, theirs: other, isBoth: false })),
  ];
  const kept = mine.filter((change) => !isAgreed(change) && !(clashOf(change) && theirsAt.has(change.path)));
  const document = onTop(
    newest.state,
    // A missing secret means "unchanged", so it is removed by an explicit null.
    outermost(kept).map(({ path, to }) => ({ path, to: to === undefined && newest.secrets.includes(path) ? null : to })),
  );
  return { rows: rows.sort((one, other) => Number(other.isBoth) - Number(one.isBoth)), document, isEmpty: kept.length === 0 };
}

/** Write-only values that were set or removed. A new value is unknown: null stands for it, as nobody can type null. */
const secretsBetween = ({ secrets: before }: Desired, { secrets: after }: Desired): Change[] => [
  ...after.filter((path) => !before.includes(path)).map((path) => ({ path, from: undefined, to: null })),
  ...before.filter((path) => !after.includes(path)).map((path) => ({ path, from: undefined, to: undefined })),
];

const isEqual = (one: Change, other: Change) => one.path === other.path && isSame(one.to, other.to);
