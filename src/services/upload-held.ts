/** Tabs ask each other: they can wherever a page comes from, while browsers have locks only by HTTPS, or from the same machine. */
const channel = new BroadcastChannel('uploads');

/** Who has an upload answers at once, also in a tab that nobody looks at: who says nothing for so long is gone. */
const ANSWER_MS = 1000;

type Said = { asked: string } | { held: string };

let held: readonly string[] = [];
/** The uploads that other tabs are asked about: have they answered? */
const answered = new Map<string, boolean>();

/** Has these uploads and no others, as far as other tabs are told: until it says otherwise, or is gone, however that happens. */
export function hold(ids: readonly string[]): void {
  held = ids;
}

/** Calls back once no other tab says that it has it. */
export function whenFree(id: string, then: () => void): void {
  if (answered.has(id)) return;
  answered.set(id, false);
  say({ asked: id });
  setTimeout(() => {
    const isHeld = answered.get(id);
    answered.delete(id);
    if (isHeld) whenFree(id, then);
    else then();
  }, ANSWER_MS);
}

/** Tells that another tab has this upload, however late it says so. */
export function onHeld(listener: (id: string) => void): void {
  onSaid((said) => 'held' in said && listener(said.held));
}

onSaid((said) => {
  if ('asked' in said && held.includes(said.asked)) say({ held: said.asked });
  if ('held' in said && answered.has(said.held)) answered.set(said.held, true);
});

function onSaid(listener: (said: Said) => void) {
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => listener(data));
}

const say = (said: Said) => channel.postMessage(said);
