import type { ReactElement } from 'react';
import { PageBoundary } from '@/components/PageBoundary';
import { SessionGuard } from './guard';
import { Notices } from './notices';
import { Toasts } from './toasts';

/** Around everything: the last resort for errors, and what is said over every page. */
export const rootContainer = (container: ReactElement) => (
  <>
    <PageBoundary>{container}</PageBoundary>
    <Toasts />
    <Notices />
  </>
);

/** Inside the state of the session, around all pages. */
export const innerProvider = (container: ReactElement) => <SessionGuard>{container}</SessionGuard>;
