import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';

export interface SelectedRecordsProps {
  selected: string[];
  /** Why nothing is sent now. */
  heldWhy?: string;
  onSelect: (ids: string[]) => void;
  onResend: (ids: string[]) => Promise<void>;
}

/** Actions for selected records, at the bottom of the window while there are any; in tab order before the list. */
export function SelectedRecords({ selected, heldWhy, onSelect, onResend }: SelectedRecordsProps) {
  const t = useTexts(recordTexts);
  if (selected.length === 0) return null;
  return (
    <section className="selection-bar" aria-label={t.selectionBar}>
      <strong role="status">{t.selected(selected.length)}</strong>
      <span className="spring" />
      <Button disabled={heldWhy !== undefined} title={heldWhy} onClick={() => onResend(selected)}>
        {t.resendSelected}
      </Button>
      <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t.unselect} title={t.unselect} onClick={() => onSelect([])} />
    </section>
  );
}
