/** `over`: the platform no longer knows it, which nobody did here. */
type Why = 'over' | undefined;

const closedListeners = new Set<(why: Why) => void>();

/** The sign-in state in local storage (spec §4): `token` with the prefix Bearer, and `name`. Signing out sets both to ''. */
export const session = {
  get token(): string {
    return localStorage.getItem('token') ?? '';
  },
  open(token: string, name: string): void {
    localStorage.setItem('token', `Bearer ${token}`);
    localStorage.setItem('name', name);
  },
  rename(name: string): void {
    localStorage.setItem('name', name);
  },
  close(why?: Why): void {
    localStorage.setItem('token', '');
    localStorage.setItem('name', '');
    for (const listener of closedListeners) listener(why);
  },
  /** Calls back when somebody has signed in, in another tab. @returns unsubscribe */
  onOpenedElsewhere(listener: () => void): () => void {
    const elsewhere = ({ key, newValue }: StorageEvent) => key === 'token' && newValue && listener();
    window.addEventListener('storage', elsewhere);
    return () => window.removeEventListener('storage', elsewhere);
  },
  /** Calls back when the session is over: signed out here, signed out in another tab, or expired. @returns unsubscribe */
  onClosed(listener: (why: Why) => void): () => void {
    const elsewhere = ({ key, newValue }: StorageEvent) => key === 'token' && !newValue && listener(undefined);
    closedListeners.add(listener);
    window.addEventListener('storage', elsewhere);
    return () => {
      closedListeners.delete(listener);
      window.removeEventListener('storage', elsewhere);
    };
  },
};
