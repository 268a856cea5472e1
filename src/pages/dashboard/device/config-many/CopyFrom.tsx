import type { JsonObject } from '@contract/merge-patch';
import { Button, Select } from 'antd';
import { type ComponentRef, useId, useRef, useState } from 'react';
import { configManyTexts } from '@/locales/config-many';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';

interface CopyFromProps {
  appKey: string;
  onCopied: (state: JsonObject) => void;
  /** Brings back what a copy replaced, if it did. */
  onBack?: () => void;
}

/** Copies the configuration of a device as the starting point. */
export function CopyFrom({ appKey, onCopied, onBack }: CopyFromProps) {
  const t = useTexts(configManyTexts);
  const id = useId();
  const select = useRef<ComponentRef<typeof Select>>(null);
  const [keyword, setKeyword] = useState('');
  const [said, setSaid] = useState<{ text: string; isCopied: boolean }>();
  const { data, loading } = useRead(() => api.device.list({ params: { appKey }, query: { keyword, pageSize: 20, sort: 'sn' } }), {
    refreshDeps: [keyword],
    debounceWait: 250,
  });

  async function copy(sn: string) {
    const { desired } = await api.config.read({ params: { appKey, sn } });
    const isCopied = desired.version > 0;
    setSaid({ text: isCopied ? t.copied(sn, desired.version) : t.neverConfigured(sn), isCopied });
    if (isCopied) onCopied(desired.state);
  }

  function back() {
    setSaid(undefined);
    onBack?.();
    // The button that had the focus is gone.
    select.current?.focus();
  }

  return (
    <div className="copy-from">
      <label htmlFor={id}>{t.copyFrom}</label>
      <Select<string>
        id={id}
        ref={select}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        placeholder={t.copyPlaceholder}
        // What was copied stands below: the same device can be chosen again.
        value={null}
        loading={loading}
        notFoundContent={null}
        options={data?.list.map(({ sn, name }) => ({ value: sn, label: name ? `${sn} · ${name}` : sn }))}
        onChange={copy}
      />
      {said && (
        <p className="muted" role="status">
          {said.text}
          {said.isCopied && onBack && (
            <Button type="link" size="small" onClick={back}>
              {t.copyBack}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
