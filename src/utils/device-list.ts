const left = new Map<string, URLSearchParams>();

/** Keeps with which filters, in which order and at which page the list of a project's devices is looked at. */
export function keepDeviceList(appKey: string, search: string) {
  const kept = new URLSearchParams(search);
  // What stands over the list is over.
  for (const name of ['device', 'upgrade', 'upgradeTo']) kept.delete(name);
  left.set(appKey, kept);
}

/** The way from one device back to the list, as it was left. @param sn the device whose details are opened there */
export function deviceListPath(appKey: string, sn?: string): string {
  const search = new URLSearchParams(left.get(appKey));
  if (sn) search.set('device', sn);
  return `/dashboard/${appKey}/device${search.size > 0 ? `?${search}` : ''}`;
}
