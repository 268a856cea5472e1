import { Button } from 'antd';
import { StatusPage } from './StatusPage';

interface NothingFoundProps {
  texts: { nothingTitle: string; nothingWhy: string; clear: string };
  /** The filters are to be cleared. */
  onClear: () => void;
}

/** In place of a list of which nothing matches the filters. */
export function NothingFound({ texts, onClear }: NothingFoundProps) {
  return (
    <StatusPage scene="empty" title={texts.nothingTitle} action={<Button onClick={onClear}>{texts.clear}</Button>}>
      {texts.nothingWhy}
    </StatusPage>
  );
}
