import type { JsonObject } from '@contract/merge-patch';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { configManyTexts } from '@/locales/config-many';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';

interface CopyFromProps {
  appKey: string;
  onCopied: (state: JsonObject) => void;
}

/** Copies the configuration of a device as the starting point. */
export function CopyFrom({ appKey, onCopied }: CopyFromProps) {
  const t = useTexts(configManyTexts);
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const [said, setSaid] = useState<string>();
  const { data, loading } = useRead(() => api.device.list({ params: { appKey }, query: { keyword, pageSize: 20, sort: 'sn' } }), {
    refreshDeps: [keyword],
    debounceWait: 250,
  });

  async function copy(sn: string) {
    const { desired } = await api.config.read({ params: { appKey, sn } });
    setSaid(desired.version === 0 ? t.neverConfigured(sn) : t.copied(sn, desired.version));
    if (desired.version > 0) onCopied(desired.state);
  }

  return (
    <div className="copy-from">
      <label htmlFor={id}>{t.copyFrom}</label>
      <Select<string>
        id={id}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        placeholder={t.copyPlaceholder}
        loading={loading}
        notFoundContent={null}
        options={data?.list.map(({ sn, name }) => ({ value: sn, label: name ? `${sn} · ${name}` : sn }))}
        onChange={copy}
      />
      {said && (
        <p className="muted" role="status">
          {said}
        </p>
      )}
    </div>
  );
}
