const KEY = 'device-list:';

/** Remembers the filters, order and page of a project's device list for the lifetime of the tab. */
export function keepDeviceList(appKey: string, search: string) {
  const query = new URLSearchParams(search);
  // Without the details or upgrade that were open over the list.
  for (const name of ['device', 'upgrade', 'upgradeTo']) query.delete(name);
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
