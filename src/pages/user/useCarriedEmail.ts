import { useLocation } from '@umijs/max';

/** The email that was entered on the page before this one; it comes along in the state of the link, not in the URL. */
export function useCarriedEmail(): string | undefined {
  const { email } = (useLocation().state ?? {}) as { email?: string | null };
  return email ?? undefined;
}
