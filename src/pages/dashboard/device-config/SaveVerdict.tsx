import { CloseOutlined } from '@ant-design/icons';
import type { Twin } from '@contract/config';
import type { Device } from '@contract/device';
import type { JsonObject } from '@contract/merge-patch';
import { Button } from 'antd';
import type { Ref } from 'react';
import { Refusals } from '@/components/Refusals';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { standingOf } from '@/utils/config-standing';
import { useUntilRead } from '@/utils/useUntilRead';
import { standingIcons } from './SyncState';
import './sync-state.css';

const SHOWN_MS = 8000;

interface SaveVerdictProps {
  ref: Ref<HTMLElement>;
  device: Device;
  twin: Twin;
  unread?: string;
  schema: JsonObject;
  /** It was shown long enough, or closed. */
  onClosed: () => void;
}

/** The result of a save, beside the save button: the state at the top may be out of sight. A good result disappears by itself. */
export function SaveVerdict({ ref, device, twin, unread, schema, onClosed }: SaveVerdictProps) {
  const t = useTexts(configTexts);
  const { desired, reported } = twin;
  const standing = standingOf(twin, device.state, unread);
  const isWell = standing === 'inSync' || standing === 'inactive' || standing === 'offline' || standing === 'disabled';
  const errors = standing === 'rejected' || standing === 'partial' ? (reported?.errors ?? []) : [];

  const reading = useUntilRead(onClosed, isWell ? SHOWN_MS : undefined);

  return (
    <section ref={ref} tabIndex={-1} className="save-verdict" data-standing={standing} aria-label={t.verdict} {...reading}>
      <span className="sync-icon">{standingIcons[standing]}</span>
      <div tabIndex={errors.length > 0 ? 0 : undefined}>
        <strong>{t[`${standing}Title`](desired.version)}</strong>
        {errors.length > 0 ? (
          <Refusals errors={errors} schema={schema} />
        ) : (
          <p className="muted">
            {t[`${standing}Why`]} {standing === 'unread' && unread}
          </p>
        )}
      </div>
      <Button
        type="text"
        size="small"
        aria-label={t.closeVerdict}
        title={t.closeVerdict}
        icon={<CloseOutlined aria-hidden />}
        onClick={onClosed}
      />
    </section>
  );
}
