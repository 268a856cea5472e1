import type { ReactElement } from 'react';
import { PageBoundary } from '@/components/PageBoundary';
import { SessionGuard } from './guard';
import { Notices } from './notices';
import { withSwitches } from './switches/with-switches';
import { Toasts } from './toasts';

/** Around everything: the error boundary, toasts and notices. */
const frame = (container: ReactElement) => (
  <>
    <PageBoundary>{container}</PageBoundary>
    <Toasts />
    <Notices />
  </>
);

export const rootContainer = process.env.MOCK ? withSwitches(frame) : frame;

/** Inside the state of the session, around all pages. */
export const innerProvider = (container: ReactElement) => <SessionGuard>{container}</SessionGuard>;
