/** Browsers allow six connections without HTTP/2, across all pages: streams use at most these, the rest is left for requests. */
const PLACES = 3;
/** Visible pages answer at once; hidden ones have no stream. */
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

/** Registers a new stream until it `leaves`. `isMine`: is there a place for it, beside the older streams of all pages? */
export function takePlace() {
  // Unique, so that no two streams have the same age.
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
