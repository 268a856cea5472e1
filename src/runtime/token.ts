/** The sign-in state in local storage (spec §4): `token` with the prefix Bearer, and `name`. Signing out sets both to ''. */
export const session = {
  get token(): string {
    return localStorage.getItem('token') ?? '';
  },
  open(token: string, name: string): void {
    localStorage.setItem('token', `Bearer ${token}`);
    localStorage.setItem('name', name);
  },
  close(): void {
    localStorage.setItem('token', '');
    localStorage.setItem('name', '');
  },
};
