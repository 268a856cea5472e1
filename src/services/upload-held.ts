/** Tabs ask each other by messages, because the Web Locks API needs HTTPS or localhost. */
const channel = new BroadcastChannel('uploads');

/** A tab that holds an upload answers at once, even a hidden one; after this long without an answer it is gone. */
const ANSWER_MS = 1000;

type Said = { asked: string } | { held: string };

let held: readonly string[] = [];
/** Uploads that other tabs are being asked about, with whether one has answered. */
const answered = new Map<string, boolean>();

/** Declares the uploads of this tab to others, replacing earlier ones, until the tab is gone. */
export function hold(ids: readonly string[]): void {
  held = ids;
}

/** Calls back once no other tab holds the upload. */
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

/** Calls back when another tab says that it holds an upload, however late. */
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
