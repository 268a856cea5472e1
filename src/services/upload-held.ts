/** Browsers have them where a page comes by HTTPS or from the same machine. */
const { locks } = navigator as { locks?: LockManager };
const nameOf = (id: string) => `upload ${id}`;

/** What lets go of the uploads this tab has, by their ids. */
const held = new Map<string, () => void>();
const watched = new Set<string>();

/** Can a tab know what another one has? */
export const canTell = locks !== undefined;

/** Has these uploads and no others, as far as other tabs are told: until it says otherwise, or is gone, however that happens. */
export function hold(ids: readonly string[]): void {
  for (const id of ids) {
    if (held.has(id)) continue;
    const end = new Promise<void>((letGo) => held.set(id, letGo));
    void locks?.request(nameOf(id), () => end);
  }
  for (const [id, letGo] of held) {
    if (ids.includes(id)) continue;
    held.delete(id);
    letGo();
  }
}

/** Calls back once no other tab has it any more: at once when none does. */
export function whenFree(id: string, then: () => void): void {
  if (!locks || watched.has(id)) return;
  watched.add(id);
  void locks.request(nameOf(id), () => {
    watched.delete(id);
    then();
  });
}
