import { lazy, type ReactElement, Suspense } from 'react';

/** Puts QA's switches beside everything. Nothing of them is in the console that is deployed: there nobody calls this. */
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
