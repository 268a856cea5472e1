/** How a session ended: signed out in this tab, in another one, or no longer valid on the platform. */
type End = 'here' | 'elsewhere' | 'over';
/** Storage key that tells other tabs that the session expired, and nobody signed out. */
const OVER = 'sessionOver';

const openedListeners = new Set<(where: 'here' | 'elsewhere') => void>();
const renamedListeners = new Set<(where: 'here' | 'elsewhere') => void>();
const closedListeners = new Set<(end: End) => void>();

/** The sign-in state in local storage (spec §4): `token` with the prefix Bearer, and `name`. Signing out sets both to ''. */
export const session = {
  get token(): string {
    return localStorage.getItem('token') ?? '';
  },
  get name(): string {
    return localStorage.getItem('name') ?? '';
  },
  open(token: string, name: string): void {
    localStorage.removeItem(OVER);
    localStorage.setItem('token', `Bearer ${token}`);
    localStorage.setItem('name', name);
    for (const listener of openedListeners) listener('here');
  },
  rename(name: string): void {
    localStorage.setItem('name', name);
    for (const listener of renamedListeners) listener('here');
  },
  close(end: End = 'here'): void {
    if (end === 'over') localStorage.setItem(OVER, 'true');
    localStorage.setItem('token', '');
    localStorage.setItem('name', '');
    for (const listener of closedListeners) listener(end);
  },
  /** Calls back when somebody has signed in, in this tab or in another one. @returns unsubscribe */
  onOpened(listener: (where: 'here' | 'elsewhere') => void): () => void {
    openedListeners.add(listener);
    return () => void openedListeners.delete(listener);
  },
  /** Calls back when the name of the user has changed, in this tab or in another one. @returns unsubscribe */
  onRenamed(listener: (where: 'here' | 'elsewhere') => void): () => void {
    renamedListeners.add(listener);
    return () => void renamedListeners.delete(listener);
  },
  /** Calls back when the session is over: signed out here, signed out in another tab, or expired. @returns unsubscribe */
  onClosed(listener: (end: End) => void): () => void {
    closedListeners.add(listener);
    return () => void closedListeners.delete(listener);
  },
};

// From the events, not from the storage: a suspended tab gets them late, when the storage may belong to the next session.
let isOver = false;
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === OVER) isOver = newValue !== null;
  if (key === 'name' && newValue) for (const listener of renamedListeners) listener('elsewhere');
  if (key !== 'token') return;
  if (newValue) for (const listener of openedListeners) listener('elsewhere');
  else for (const listener of closedListeners) listener(isOver ? 'over' : 'elsewhere');
});
