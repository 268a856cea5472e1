import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';
import type { ManyAct } from './ManyDevices';
import type { Selection } from './useSelection';

interface SelectionBarProps {
  selection: Selection;
  onAct: (act: ManyAct) => void;
  onUpgrade: () => void;
}

/** What can be done with the devices that are selected, at the bottom of the window for as long as there are any; by keyboard before the list, which may be long. */
export function SelectionBar({ selection, onAct, onUpgrade }: SelectionBarProps) {
  const t = useTexts(deviceTexts);
  const upgrade = useTexts(upgradeTexts);
  const { count, more, isAll, matching } = selection;
  const canPickAll = !isAll && (matching.more || matching.total > count);
  return (
    <section className="selection-bar" aria-label={t.selectionBar}>
      <strong role="status">{t.selected(count, more)}</strong>
      {canPickAll && (
        <Button type="link" size="small" className="pick-all" onClick={selection.pickAll}>
          {t.selectAll(matching.total, matching.more)}
        </Button>
      )}
      <span className="spring" />
      <Button className="act" onClick={() => onAct('enable')}>
        {t.enable}
      </Button>
      <Button className="act" onClick={() => onAct('disable')}>
        {t.disable}
      </Button>
      <Button className="act" onClick={() => onAct('tag')}>
        {t.tag}
      </Button>
      <Button className="act" onClick={() => onAct('config')}>
        {t.configShort}
      </Button>
      <Button className="act" onClick={onUpgrade}>
        {upgrade.upgradeOne}
      </Button>
      <Button className="act" danger onClick={() => onAct('remove')}>
        {t.remove}
      </Button>
      <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t.unselect} title={t.unselect} onClick={selection.clear} />
    </section>
  );
}
