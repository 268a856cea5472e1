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
      isPage
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

/** Poll interval while the console's host is unreachable, and how long it may take to answer. */
const LOOK_MS = 3000;

/**
 * Is the console's host unreachable? Once it is back, the page is loaded anew. Where the host was there all the time, a script is missing:
 * loading anew by itself would never end. Asked without `api`, which the first load does without.
 */
function useAway(unloaded: boolean) {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!unloaded) return;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look(wasAway: boolean) {
      const isAway = document.hidden ? wasAway : !(await isHostThere());
      if (isLeft) return;
      if (wasAway && !isAway) return location.reload();
      setAway(isAway);
      if (isAway || document.hidden) timer = setTimeout(() => void look(isAway), LOOK_MS);
    }
    void look(false);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [unloaded]);
  return isAway;
}

/** A proxy answers 5xx for a host that is away. */
const isHostThere = () =>
  fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(LOOK_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  );
