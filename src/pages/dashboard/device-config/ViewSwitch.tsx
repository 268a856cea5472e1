import { CodeOutlined, FormOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useState } from 'react';
import { Segments } from '@/components/Segments';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import type { Draft, View } from './useDraft';

/** The id of its element. */
export const VIEW_SWITCH = 'config-view';

interface ViewSwitchProps {
  view: View;
  draft: Draft;
  /** The device has not heard of the newest version, which may take values away: of them nothing can be compared. */
  isBehind: boolean;
  onView: (view: View) => void;
}

/** From the form to JSON and back; JSON that is none stays where it can be mended. */
export function ViewSwitch({ view, draft, isBehind, onView }: ViewSwitchProps) {
  const t = useTexts(configTexts);
  const [isRefused, setRefused] = useState(false);
  const different = draft.differences?.length ?? 0;

  function turn(next: View) {
    setRefused(draft.isBroken);
    if (!draft.isBroken) onView(next);
  }

  return (
    <>
      <div id={VIEW_SWITCH} className="config-tools">
        <Segments<View>
          value={view}
          onChange={turn}
          aria-label={t.view}
          options={[
            { value: 'form', label: t.form, icon: <FormOutlined aria-hidden /> },
            { value: 'json', label: 'JSON', icon: <CodeOutlined aria-hidden /> },
          ]}
        />
        <span className="spring" />
        {draft.differences && !(isBehind && different === 0) && (
          <span className="config-differences" data-some={different > 0}>
            {different > 0 ? t.differences(different) : t.noDifferences}
          </span>
        )}
      </div>
      {isRefused && draft.isBroken && <Alert type="error" showIcon role="alert" title={t.stayInJson(draft.faults[0]?.message ?? '')} />}
    </>
  );
}
