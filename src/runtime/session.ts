import type { CurrentUser } from '@contract/account';
export interface InitialState {
  currentUser?: CurrentUser;
}
export async function getInitialState(): Promise<InitialState> {
  return {};
}
