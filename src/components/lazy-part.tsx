import { Component, type ComponentType, lazy, type ReactNode, useEffect, useReducer } from 'react';
import { frameTexts } from '@/locales/frame';
import { textsNow, useTexts } from '@/locales/texts';
import { isUnloaded } from '@/utils/failure';
import { toast } from '@/utils/toast';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A part of a page that is loaded when it is first drawn. Where it cannot be, the page around it stays, and the part is tried again in its place. */
export const lazyPart = <Props extends object>(load: Load<Props>): ComponentType<Props> =>
  attempts(load, (_, again) => <Unloaded onRetry={again} />);

/** The same of what opens over the page: it has no place there, and closes. */
export const lazyDialog = <Props extends { onClosed: () => void }>(load: Load<Props>): ComponentType<Props> =>
  attempts(load, ({ onClosed }, again) => <Unopened onThere={again} onClosed={onClosed} />);

type Failed<Props> = (props: Props, again: () => void) => ReactNode;

/** @param failed what is drawn when it could not be loaded; `again` asks for it once more */
function attempts<Props extends object>(load: Load<Props>, failed: Failed<Props>): ComponentType<Props> {
  const attempt = () => lazy(load) as unknown as ComponentType<Props>;
  const last = { attempt, Loaded: attempt() };
  return (props) => <Part last={last} props={props} failed={failed} />;
}

interface PartProps<Props> {
  /** One that failed stays failed. */
  last: { attempt: () => ComponentType<Props>; Loaded: ComponentType<Props> };
  props: Props;
  failed: Failed<Props>;
}

function Part<Props extends object>({ last, props, failed }: PartProps<Props>) {
  const [turn, redraw] = useReducer((n: number) => n + 1, 0);
  function again() {
    last.Loaded = last.attempt();
    redraw();
  }
  return (
    <LoadBoundary key={turn} failed={failed(props, again)}>
      <last.Loaded {...props} />
    </LoadBoundary>
  );
}

function Unloaded({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(frameTexts);
  return (
    <p className="failed-part" role="alert">
      <span>{t.unloadedPart}</span>
      <button type="button" className="link-button" onClick={onRetry}>
        {t.retry}
      </button>
    </p>
  );
}

function Unopened({ onThere, onClosed }: { onThere: () => void; onClosed: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    toast.error(textsNow(frameTexts).unopened);
    onThere();
    onClosed();
  }, []);
  return null;
}

interface LoadBoundaryProps {
  failed: ReactNode;
  children: ReactNode;
}

/** What else goes wrong in it is the page's affair. */
class LoadBoundary extends Component<LoadBoundaryProps, { error?: Error }> {
  state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  render() {
    const { error } = this.state;
    if (error && !isUnloaded(error)) throw error;
    return error ? this.props.failed : this.props.children;
  }
}
