import { Component, type ReactNode, useEffect, useState } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { isUnloaded } from '@/utils/failure';
import { StatusPage } from './StatusPage';

interface PageBoundaryProps {
  /** The current page: a change of it clears the error. */
  at?: string;
  children: ReactNode;
}

/** Shows pages that failed to load or render. A failed lazy import stays failed until a reload. */
export class PageBoundary extends Component<PageBoundaryProps, { error?: Error }> {
  state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  componentDidUpdate({ at }: PageBoundaryProps) {
    if (this.state.error && at !== this.props.at) this.setState({ error: undefined });
  }

  render() {
    const { error } = this.state;
    return error ? <FailedPage error={error} /> : this.props.children;
  }
}

function FailedPage({ error }: { error: Error }) {
  const t = useTexts(frameTexts);
  const unloaded = isUnloaded(error);
  const isAway = useAway(unloaded);
  return (
    <StatusPage
      role="alert"
      scene={unloaded ? 'unloaded' : 'fault'}
      title={unloaded ? t.unloaded : t.fault}
      action={
        <button type="button" className="button primary" onClick={() => location.reload()}>
          {t.retry}
        </button>
      }
    >
      <p>{isAway ? t.unreached : unloaded ? t.unloadedWhy : t.faultWhy}</p>
      <small className="code">{unloaded ? 'ChunkLoadError' : error.name}</small>
    </StatusPage>
  );
}

/** Poll interval while the console's host is unreachable. */
const LOOK_MS = 3000;

/**
 * Is the console's host unreachable? Once it is back, the page is loaded anew. Where the host was there all the time, a script is missing:
 * loading anew by itself would never end. Asked without `api`, which the first load does without.
 */
function useAway(unloaded: boolean) {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!unloaded) return;
    let wasAway = false;
    async function look() {
      if (document.hidden) return;
      const isThere = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isThere && wasAway) return location.reload();
      if (isThere) return clearInterval(timer);
      wasAway = true;
      setAway(true);
    }
    const timer = setInterval(look, LOOK_MS);
    void look();
    return () => clearInterval(timer);
  }, [unloaded]);
  return isAway;
}
