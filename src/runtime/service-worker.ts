/** The console has no service worker; one left by an earlier version would go on serving that version. */
export async function forgetServiceWorkers(): Promise<void> {
  const left = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(left.map((worker) => worker.unregister()));
}
