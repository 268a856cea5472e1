import type { Twin } from '@contract/config';
import type { JsonObject } from '@contract/merge-patch';
import { type Change, changesTold, isAround, isSame, onTop, outermost } from '@/utils/json-changes';

type Desired = Twin['desired'];

interface Row {
  path: string;
  mine?: Change;
  theirs?: Change;
  /** Both changed it, or something in or around it, to different values. */
  isBoth: boolean;
}

/**
 * What two people made of the same version, put together on top of the newer one.
 * @param theirsAt where both changed something: the paths at which the other one's value stays
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
    // Null is how a write-only value is taken away.
    outermost(kept).map(({ path, to }) => ({ path, to: to === undefined && newest.secrets.includes(path) ? null : to })),
  );
  return { rows: rows.sort((one, other) => Number(other.isBoth) - Number(one.isBoth)), document, isEmpty: kept.length === 0 };
}

/** Write-only values that were set or taken away. What they were set to is not known, which null stands for: nobody types it. */
const secretsBetween = ({ secrets: before }: Desired, { secrets: after }: Desired): Change[] => [
  ...after.filter((path) => !before.includes(path)).map((path) => ({ path, from: undefined, to: null })),
  ...before.filter((path) => !after.includes(path)).map((path) => ({ path, from: undefined, to: undefined })),
];

const isEqual = (one: Change, other: Change) => one.path === other.path && isSame(one.to, other.to);
