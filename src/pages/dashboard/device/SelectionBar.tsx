import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';
import { focusSoon } from '@/utils/focus-soon';
import type { ManyAct } from './ManyDevices';
import type { Selection } from './useSelection';

/** Most are counted before. */
const LOADING_AFTER_MS = 300;

/** The id of the bar. */
const BAR = 'selection-bar';

/** Leads to the bar by keyboard from where the page is selected: it stands before the list there, and at the bottom to see. */
export function ToSelectionBar() {
  const t = useTexts(deviceTexts);
  return (
    <button type="button" className="skip-link button" onClick={() => focusSoon(BAR)}>
      {t.selectionBar}
    </button>
  );
}

interface SelectionBarProps {
  selection: Selection;
  /** It is asked about as soon as they are counted, and nothing else before. */
  awaited?: ManyAct;
  onAct: (act: ManyAct) => void;
  onUpgrade: () => void;
}

/** What can be done with the devices that are selected, at the bottom of the window for as long as there are any; by keyboard before the list, which may be long. */
export function SelectionBar({ selection, awaited, onAct, onUpgrade }: SelectionBarProps) {
  const t = useTexts(deviceTexts);
  const upgrade = useTexts(upgradeTexts);
  const { count, more, isAll, matching } = selection;
  const canPickAll = !isAll && (matching.more || matching.total > count);
  const acts = (act: ManyAct) => ({
    className: 'act',
    loading: awaited === act && { delay: LOADING_AFTER_MS },
    onClick: () => awaited ?? onAct(act),
  });

  function pickAll() {
    selection.pickAll();
    // The button that was pressed goes.
    focusSoon(BAR);
  }

  return (
    <section id={BAR} className="selection-bar" aria-label={t.selectionBar}>
      <strong role="status">{t.selected(count, more)}</strong>
      {canPickAll && (
        <Button type="link" size="small" className="pick-all" onClick={pickAll}>
          {t.selectAll(matching.total, matching.more)}
        </Button>
      )}
      <span className="spring" />
      <Button {...acts('enable')}>{t.enable}</Button>
      <Button {...acts('disable')}>{t.disable}</Button>
      <Button {...acts('tag')}>{t.tag}</Button>
      <Button {...acts('config')}>{t.configShort}</Button>
      <Button className="act" onClick={() => awaited ?? onUpgrade()}>
        {upgrade.upgradeOne}
      </Button>
      <Button {...acts('remove')} danger>
        {t.remove}
      </Button>
      <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t.unselect} title={t.unselect} onClick={selection.clear} />
    </section>
  );
}
