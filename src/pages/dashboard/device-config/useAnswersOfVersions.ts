import type { Reported } from '@contract/config';
import { ConfigReport } from '@contract/topics';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';

/** A device's answer to a version: accepted, partially accepted or rejected, with the errors. */
export type Answer = Pick<Reported, 'result' | 'errors'>;

/** The device's answer by version, as far as its events are kept. The latest answer is in `reported`. */
export function useAnswersOfVersions(appKey: string, sn: string, reported: Reported | null): ReadonlyMap<number, Answer> {
  const query = { type: 'device.config.applied,device.config.rejected', limit: 100 };
  const { data } = useRead(() => api.event.list({ params: { appKey, sn }, query }), { refreshDeps: [reported?.at] });
  const answers = new Map<number, Answer>();
  if (reported) answers.set(reported.version, reported);
  for (const event of data?.list ?? []) {
    const { data: said } = ConfigReport.safeParse(event.data);
    // The list starts with the newest event, which wins.
    if (said && !answers.has(said.version)) answers.set(said.version, said);
  }
  return answers;
}
