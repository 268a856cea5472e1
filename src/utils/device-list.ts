const KEY = 'device-list:';

/** Keeps with which filters, in which order and at which page the list of a project's devices is looked at, for as long as the tab is there. */
export function keepDeviceList(appKey: string, search: string) {
  const query = new URLSearchParams(search);
  // What stands over the list is over.
  for (const name of ['device', 'upgrade', 'upgradeTo']) query.delete(name);
  sessionStorage.setItem(KEY + appKey, query.toString());
}

/** For somebody else they say nothing. */
export function forgetDeviceLists() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
}

/** The way from one device back to the list, as it was left. @param open what opens over it there: a device's details, or an upgrade */
export function deviceListPath(appKey: string, open: { device?: string; upgrade?: number } = {}): string {
  const query = new URLSearchParams(sessionStorage.getItem(KEY + appKey) ?? '');
  for (const [name, value] of Object.entries(open)) query.set(name, String(value));
  const search = query.toString();
  return `/dashboard/${appKey}/device${search && `?${search}`}`;
}
