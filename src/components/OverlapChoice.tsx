import { Radio } from 'antd';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import './overlap-choice.css';

const OVERLAPS = [0, 1, 24, 72, 168];

/** How many hours an old secret stays valid beside a new one. */
export function OverlapChoice({ value, onChange }: { value: number; onChange: (hours: number) => void }) {
  const t = useTexts(frameTexts);
  return (
    <div className="overlap-choice">
      <p className="muted">{t.overlap}</p>
      <Radio.Group
        aria-label={t.overlap}
        optionType="button"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={OVERLAPS.map((hours) => ({ value: hours, label: hours === 0 ? t.overlapNone : t.overlapHours(hours) }))}
      />
    </div>
  );
}
