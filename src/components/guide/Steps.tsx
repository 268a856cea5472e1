import { CheckOutlined } from '@ant-design/icons';
import { Link } from '@umijs/max';
import { guideTexts } from '@/locales/guide';
import { useTexts } from '@/locales/texts';

const steps = [
  { name: 'project', page: 'device' },
  { name: 'device', page: 'device' },
  { name: 'callback', page: 'consumer' },
  { name: 'event', page: 'call-record' },
  { name: 'record', page: 'call-record' },
] as const;

interface StepsProps {
  /** Undefined: no project yet, only the first step can be taken. */
  appKey?: string;
  done: Partial<Record<(typeof steps)[number]['name'], boolean>>;
}

/** The steps from a project to a delivered callback. Completed ones link to their page. */
export function Steps({ appKey, done }: StepsProps) {
  const t = useTexts(guideTexts);
  const current = steps.find(({ name }) => !done[name])?.name;
  return (
    <ol className="guide-steps">
      {steps.map(({ name, page }, at) => (
        <li key={name} data-state={done[name] ? 'done' : name === current ? 'current' : 'later'} aria-current={name === current && 'step'}>
          <i className="guide-mark number" aria-hidden>
            {done[name] ? <CheckOutlined /> : at + 1}
          </i>
          {done[name] && appKey ? <Link to={`/dashboard/${appKey}/${page}`}>{t[name]}</Link> : <span>{t[name]}</span>}
          {done[name] && <span className="sr-only">{t.stepDone}</span>}
        </li>
      ))}
    </ol>
  );
}
