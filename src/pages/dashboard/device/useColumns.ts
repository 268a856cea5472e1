import { useLocalStorageState } from 'ahooks';
import { useSyncExternalStore } from 'react';

export const COLUMNS = ['name', 'state', 'version', 'address', 'tags', 'lastSeen', 'created', 'remark'] as const;
export type Column = (typeof COLUMNS)[number];

/** What is shown until somebody chooses, and the width of the window from which it fits, in pixels. */
const USUAL: Partial<Record<Column, number>> = { name: 0, state: 0, version: 1040, address: 1266, tags: 1156, lastSeen: 916 };

/** Which columns the table shows beside the SN; the choice is kept. */
export function useColumns() {
  const [chosen, setChosen] = useLocalStorageState<Column[] | undefined>('deviceColumns');
  const usual = useSyncExternalStore(subscribe, usualNow).split(' ');
  const shown = chosen ?? COLUMNS.filter((column) => usual.includes(column));
  const toggle = (column: Column) => setChosen(shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column]);
  return { shown, toggle, reset: () => setChosen(undefined) };
}

export type Columns = ReturnType<typeof useColumns>;

const usualNow = () => COLUMNS.filter((column) => window.innerWidth >= (USUAL[column] ?? Number.POSITIVE_INFINITY)).join(' ');

function subscribe(changed: () => void) {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
