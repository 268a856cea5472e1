const KEY = 'device-list:';

const OPEN = ['device', 'events', 'from', 'to', 'upgrade', 'upgradeTo'];
/** Closes, in the list's query, what is open over it: a device's details with the filter of its timeline, or upgrades. */
export const NOTHING_OPEN: Record<string, undefined> = Object.fromEntries(OPEN.map((name) => [name, undefined]));

/** Remembers the filters, order and page of a project's device list for the lifetime of the tab. */
export function keepDeviceList(appKey: string, search: string) {
  const query = new URLSearchParams(search);
  for (const name of OPEN) query.delete(name);
  sessionStorage.setItem(KEY + appKey, query.toString());
}

/** Forgets the lists of a user, for the next one. */
export function forgetDeviceLists() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
}

/** The path back to the device list as it was left. @param open opened over it: a device's details, or an upgrade */
export function deviceListPath(appKey: string, open: { device?: string; upgrade?: number } = {}): string {
  const query = new URLSearchParams(sessionStorage.getItem(KEY + appKey) ?? '');
  for (const [name, value] of Object.entries(open)) query.set(name, String(value));
  const search = query.toString();
  return `/dashboard/${appKey}/device${search && `?${search}`}`;
}
