import { Component, type ComponentType, lazy, type ReactNode, useEffect, useReducer } from 'react';
import { frameTexts } from '@/locales/frame';
import { textsNow, useTexts } from '@/locales/texts';
import { isUnloaded } from '@/utils/failure';
import { toast } from '@/utils/toast';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A lazily loaded part of a page. If loading fails, the rest of the page stays, and the part offers a retry in place. */
export const lazyPart = <Props extends object>(load: Load<Props>): ComponentType<Props> =>
  attempts(load, (_, again) => <Unloaded onRetry={again} />);

/** `lazyPart` for dialogs, which have no place in the page: after a failure, it closes. */
export const lazyDialog = <Props extends { onClosed: () => void }>(load: Load<Props>): ComponentType<Props> =>
  attempts(load, ({ onClosed }, again) => <Unopened onThere={again} onClosed={onClosed} />);

type Failed<Props> = (props: Props, again: () => void) => ReactNode;

/** @param failed renders a failed load; `again` retries it */
function attempts<Props extends object>(load: Load<Props>, failed: Failed<Props>): ComponentType<Props> {
  const attempt = () => lazy(load) as unknown as ComponentType<Props>;
  const last = { attempt, Loaded: attempt() };
  return (props) => <Part last={last} props={props} failed={failed} />;
}

interface PartProps<Props> {
  /** The latest attempt, since a failed `lazy` stays failed. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
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

/** Catches only load failures; other errors are handled by the page. */
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
