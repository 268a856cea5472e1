import type { Reported } from '@contract/config';
import { ConfigReport } from '@contract/topics';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';

/** What a device said to a version: taken, in part, or not at all, and why. */
export type Answer = Pick<Reported, 'result' | 'errors'>;

/** The device's answer to each version, as far as its events are kept; of the newest it is known in any case. */
export function useAnswersOfVersions(appKey: string, sn: string, reported: Reported | null): ReadonlyMap<number, Answer> {
  const query = { type: 'device.config.applied,device.config.rejected', limit: 100 };
  const { data } = useRead(() => api.event.list({ params: { appKey, sn }, query }), { refreshDeps: [reported?.at] });
  const answers = new Map<number, Answer>();
  if (reported) answers.set(reported.version, reported);
  for (const event of data?.list ?? []) {
    const { data: said } = ConfigReport.safeParse(event.data);
    // The newest comes first: it holds.
    if (said && !answers.has(said.version)) answers.set(said.version, said);
  }
  return answers;
}
