import { useLocalStorageState } from 'ahooks';

export const COLUMNS = ['name', 'state', 'version', 'address', 'tags', 'lastSeen', 'created', 'remark'] as const;
export type Column = (typeof COLUMNS)[number];

const USUAL: Column[] = ['name', 'state', 'version', 'address', 'tags', 'lastSeen'];

/** Which columns the table shows beside the SN; the choice is kept. */
export function useColumns() {
  const [shown = USUAL, setShown] = useLocalStorageState<Column[]>('deviceColumns', { defaultValue: USUAL });
  const toggle = (column: Column) => setShown(shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column]);
  return { shown, toggle, reset: () => setShown(USUAL) };
}

export type Columns = ReturnType<typeof useColumns>;
