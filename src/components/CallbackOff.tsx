import type { Application } from '@contract/application';
import { Link } from '@umijs/max';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';

/** Marks a project whose callback is disabled, with a link to where it is enabled. */
export function CallbackOff({ project: { appKey, callbackOff } }: { project: Pick<Application, 'appKey' | 'callbackOff'> }) {
  const t = useTexts(menuTexts);
  if (callbackOff === null) return null;
  return (
    <Link className="off-tag" to={`/dashboard/${appKey}/consumer`} title={t.toCallback}>
      {callbackOff === 'owner' ? t.callbackOff : t.callbackStopped}
    </Link>
  );
}
