import { Component, type ReactNode } from 'react';
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
      <p>{unloaded ? t.unloadedWhy : t.faultWhy}</p>
      <small className="code">{unloaded ? 'ChunkLoadError' : error.name}</small>
    </StatusPage>
  );
}
