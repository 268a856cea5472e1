import type { DeviceFilter } from '@contract/device';
import { useState } from 'react';
import type { DeviceList } from './useDevices';

/** Devices that were picked one by one, over several pages, or all that match the filter. */
export interface Selection {
  sns: string[];
  isAll: boolean;
  count: number;
  /** There are more than `count`: they were not counted to the end. */
  more: boolean;
  matching: { total: number; more: boolean };
  pick: (sns: string[]) => void;
  pickAll: () => void;
  clear: () => void;
  /** As the API is told: of all that match, what was added since the list was read is none that was meant. */
  body: { sns: string[] } | { filter: DeviceFilter; upTo?: number };
}

export function useSelection(filter: DeviceFilter, data?: DeviceList): Selection {
  const of = JSON.stringify(filter);
  const [picked, setPicked] = useState<{ of: string; sns: string[]; isAll: boolean }>({ of, sns: [], isAll: false });
  // Another filter shows other devices: what cannot be seen is not acted upon.
  const { sns, isAll } = picked.of === of ? picked : { sns: [], isAll: false };
  const { total = 0, more = false, newest: upTo } = data ?? {};

  return {
    sns,
    isAll,
    count: isAll ? total : sns.length,
    more: isAll && more,
    matching: { total, more },
    pick: (chosen) => setPicked({ of, sns: chosen, isAll: false }),
    pickAll: () => setPicked({ of, sns: [], isAll: true }),
    clear: () => setPicked({ of, sns: [], isAll: false }),
    body: isAll ? { filter, upTo } : { sns },
  };
}
