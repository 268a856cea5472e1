import { lazy, type ReactElement, Suspense } from 'react';

/** Adds QA's switches to every page. Not called in production builds, which contain no part of them. */
export function withSwitches(frame: (container: ReactElement) => ReactElement) {
  const Switches = lazy(() => import('./Switches'));
  return (container: ReactElement) => (
    <>
      {frame(container)}
      <Suspense fallback={null}>
        <Switches />
      </Suspense>
    </>
  );
}
