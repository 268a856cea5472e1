import { RETRYING_COUNTED } from '@contract/application';
import { Share } from '@/components/Share';
import { useLanguage } from '@/locales/language';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import { percentOf } from '@/utils/percent';
import type { Totals } from './useProjects';

/** Totals of all projects, regardless of the filter. */
export function ProjectTotals({ totals }: { totals?: Totals }) {
  const t = useTexts(projectTexts);
  const language = useLanguage();
  const { projects = 0, devices = 0, online = 0, callbacks = { delivered: 0, failed: 0, retrying: 0 } } = totals ?? {};
  const called = callbacks.delivered + callbacks.failed + callbacks.retrying;
  const rate = t.callbackRate(percentOf(callbacks.delivered, called, language));

  return (
    <dl className="totals" aria-label={t.totals} aria-busy={!totals} aria-hidden={!totals}>
      <div>
        <dt>{t.projects}</dt>
        <dd>{t.number(projects)}</dd>
      </div>
      <div>
        <dt>{t.devicesOnline}</dt>
        <dd>
          {t.number(online)}
          <small>/ {t.number(devices)}</small>
          <Share part={online} whole={devices} label={t.online(online, devices)} />
        </dd>
      </div>
      <div title={t.callbacksAre}>
        <dt>{t.callbacks}</dt>
        <dd>
          {t.atLeast(called, callbacks.retrying >= RETRYING_COUNTED)}
          {called > 0 && <small>{rate}</small>}
          <Share part={callbacks.delivered} whole={called} label={called > 0 ? rate : t.noCallbacks} />
        </dd>
      </div>
    </dl>
  );
}
