/** A browser has six connections to a platform without HTTP/2, for all its pages: so many are kept by streams, the others are for answers. */
const PLACES = 3;
/** A page that nobody looks at has no stream; the others answer at once. */
const ANSWER_MS = 500;

type Said = { asked: string; since: number } | { answer: string; older: number };

const channel = new BroadcastChannel('streams');
/** When the streams of this page began. */
const begun = new Set<number>();
const answers = new Map<string, number>();

channel.addEventListener('message', ({ data: said }: MessageEvent<Said>) => {
  if ('asked' in said) return say({ answer: said.asked, older: olderThan(said.since) });
  const known = answers.get(said.answer);
  if (known !== undefined) answers.set(said.answer, known + said.older);
});

const say = (said: Said) => channel.postMessage(said);
const olderThan = (since: number) => [...begun].filter((one) => one < since).length;

/** A stream that begins now, until it `leaves`. @returns whether a place is left for it beside those of all pages that began before */
export function takePlace() {
  // No two are of the same age.
  const since = Math.max(Date.now() + Math.random(), ...[...begun].map((one) => one + 0.01));
  begun.add(since);
  return {
    async isMine(): Promise<boolean> {
      const asked = `${since} ${Math.random()}`;
      answers.set(asked, olderThan(since));
      say({ asked, since });
      await new Promise((heard) => setTimeout(heard, ANSWER_MS));
      const older = answers.get(asked) ?? 0;
      answers.delete(asked);
      return older < PLACES;
    },
    leave: () => void begun.delete(since),
  };
}
