/** Removes service workers of earlier versions, which would go on serving those versions. */
export async function forgetServiceWorkers(): Promise<void> {
  const left = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(left.map((worker) => worker.unregister()));
}
