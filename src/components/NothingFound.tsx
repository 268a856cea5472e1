import { Button } from 'antd';
import { StatusPage } from './StatusPage';

interface NothingFoundProps {
  texts: { nothingTitle: string; nothingWhy: string; clear: string };
  /** Clears the filters. */
  onClear: () => void;
}

/** Shown instead of a list without matches. */
export function NothingFound({ texts, onClear }: NothingFoundProps) {
  return (
    <StatusPage scene="empty" title={texts.nothingTitle} action={<Button onClick={onClear}>{texts.clear}</Button>}>
      {texts.nothingWhy}
    </StatusPage>
  );
}
