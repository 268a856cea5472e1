import { CloudDownloadOutlined, ImportOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import type { DeviceFilter } from '@contract/device';
import { Button, Checkbox, Popover, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { ExportButton } from '@/components/ExportButton';
import { SearchInput } from '@/components/SearchInput';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';
import { api } from '@/services/api';
import { useBackCloses } from '@/utils/useBackCloses';
import { useNarrow } from '@/utils/useNarrow';
import { COLUMNS, type Column, type Columns } from './useColumns';
import type { DeviceQuery } from './useDevices';
import { VirtualButton } from './VirtualButton';

interface DeviceFiltersProps {
  query: DeviceQuery;
  /** Those of the project; while they are not known there is nothing to choose from. */
  tags: string[];
  /** Columns that the table shows. */
  shown: Column[];
  /** Whether the list is live: on a phone beside the search, which has room. */
  news: ReactNode;
}

/** Heads that say what the list is sorted by, beside the SN's, which is always there. */
const sortColumns: Record<string, Column> = { createdAt: 'created', lastSeenAt: 'lastSeen' };

export function DeviceFilters({ query, tags, shown, news }: DeviceFiltersProps) {
  const t = useTexts(deviceTexts);
  const isNarrow = useNarrow();
  const { filter, sort, look } = query;
  const column = sortColumns[sort.replace('-', '')];
  // That the newest are first goes without saying.
  const isUnsaid = isNarrow || (sort !== '-createdAt' && column !== undefined && !shown.includes(column));
  const sorts = {
    '-createdAt': t.sortNewest,
    createdAt: t.sortOldest,
    '-lastSeenAt': t.sortSeen,
    lastSeenAt: t.sortUnseen,
    sn: t.sortSn,
    '-sn': t.sortSnDown,
  };

  return (
    <>
      <SearchInput
        value={filter.keyword ?? ''}
        label={t.search}
        onSearch={(keyword) => look({ keyword }, { replace: filter.keyword !== undefined })}
      />
      {isNarrow && news}
      <Select
        className="tag-filter"
        aria-label={t.tagFilter}
        showSearch
        disabled={tags.length === 0 && !filter.tag}
        value={filter.tag ?? ''}
        onChange={(tag) => look({ tag })}
        options={[{ value: '', label: t.allTags }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
      />
      {isUnsaid && (
        <Select
          className="sort-select"
          aria-label={t.sortBy}
          value={sort}
          onChange={(chosen) => look({ sort: chosen })}
          options={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
        />
      )}
      {!isNarrow && news}
    </>
  );
}

interface DeviceActionsProps {
  appKey: string;
  filter: DeviceFilter;
  columns: Columns;
  onAdd: () => void;
  onImport: () => void;
  /** Shows the upgrades and the versions in use. */
  onUpgrades: () => void;
  /** A virtual device was added. */
  onStarted: () => void;
}

export function DeviceActions({ appKey, filter, columns, onAdd, onImport, onUpgrades, onStarted }: DeviceActionsProps) {
  const t = useTexts(deviceTexts);
  const upgrade = useTexts(upgradeTexts);
  const isNarrow = useNarrow();
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
      {t.add}
    </Button>
  );
  return (
    <div className="device-actions">
      {isNarrow ? add : <ColumnChooser {...columns} />}
      <ExportButton
        appKey={appKey}
        nameOf={t.exportName}
        read={(options) => api.device.export({ params: { appKey }, query: filter }, options)}
      />
      <Button icon={<ImportOutlined aria-hidden />} onClick={onImport}>
        {t.import}
      </Button>
      <Button icon={<CloudDownloadOutlined aria-hidden />} title={upgrade.open} onClick={onUpgrades}>
        {upgrade.title}
      </Button>
      <VirtualButton appKey={appKey} onAdded={onStarted} short />
      {!isNarrow && add}
    </div>
  );
}

function ColumnChooser({ shown, toggle, reset }: Columns) {
  const t = useTexts(deviceTexts);
  const [isOpen, setOpen] = useState(false);
  useBackCloses(isOpen, () => setOpen(false));
  const choice = (
    <div className="column-choice">
      {COLUMNS.map((column) => (
        <Checkbox key={column} checked={shown.includes(column)} onChange={() => toggle(column)}>
          {t[column]}
        </Checkbox>
      ))}
      <Button type="link" size="small" onClick={reset}>
        {t.columnsReset}
      </Button>
    </div>
  );
  return (
    // In a place of its own, so that Tab comes to the choice right after its button.
    <span>
      <Popover
        open={isOpen}
        trigger="click"
        placement="bottomLeft"
        content={choice}
        getPopupContainer={(button) => button.parentElement as HTMLElement}
        onOpenChange={setOpen}
      >
        <Button icon={<SettingOutlined aria-hidden />} aria-label={t.columns} title={t.columns} aria-expanded={isOpen} />
      </Popover>
    </span>
  );
}
