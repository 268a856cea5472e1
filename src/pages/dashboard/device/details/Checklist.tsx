import type { Device } from '@contract/device';
import type { Diagnosis } from '@contract/event';
import { Button } from 'antd';
import { RelativeTime } from '@/components/RelativeTime';
import { causeTexts, diagnosisTexts, remedyTexts } from '@/locales/diagnosis';
import { useTexts } from '@/locales/texts';
import { virtualTexts } from '@/locales/virtual';

export type Cause = Diagnosis['causes'][number];

/** Remedies that are available on this page. */
interface Remedies {
  enableProject: () => void;
  enableDevice: () => void;
  resetSecret: () => void;
  showSnippets: () => void;
  startVirtual: () => void;
}

const remedyOf: Partial<Record<Cause['code'], (keyof Remedies)[]>> = {
  projectDisabled: ['enableProject'],
  deviceDisabled: ['enableDevice'],
  wrongSecret: ['resetSecret', 'showSnippets'],
  namesDiffer: ['showSnippets'],
  replaced: ['resetSecret'],
  neverConnected: ['startVirtual'],
};

/** Basic checks, each with the cause that means it failed. */
const checks = {
  broker: 'brokerUnreachable',
  project: 'projectDisabled',
  device: 'deviceDisabled',
  secret: 'wrongSecret',
  names: 'namesDiffer',
} as const;

interface ChecklistProps {
  device: Device;
  /** Undefined while loading. */
  diagnosis?: Diagnosis;
  /** Runs in this tab as a virtual device already. */
  isHere: boolean;
  remedies: Remedies;
}

/** Why a device does not stay online, with remedies; nothing if it does. */
export function Unsteady({ diagnosis, remedies }: Pick<ChecklistProps, 'diagnosis' | 'remedies'>) {
  const t = useTexts(diagnosisTexts);
  const causes = diagnosis?.causes.filter(({ count }) => count !== undefined) ?? [];
  if (causes.length === 0) return null;
  return (
    <section className="details-section" aria-label={t.unsteady}>
      <header>
        <h3>{t.unsteady}</h3>
      </header>
      <Causes of={causes} remedies={remedies} />
    </section>
  );
}

/** Why a device is offline: causes with remedies, likeliest first. */
export function Checklist({ device, diagnosis, isHere, remedies }: ChecklistProps) {
  const t = useTexts(diagnosisTexts);
  const virtual = useTexts(virtualTexts);
  const found = new Set(diagnosis?.causes.map(({ code }) => code));
  // Names are compared after the secret: that it was right is said there, and an earlier one may have been wrong.
  const isAsked = (check: keyof typeof checks) => !(check === 'secret' && found.has('namesDiffer'));
  const fine = (Object.keys(checks) as (keyof typeof checks)[]).filter((check) => !found.has(checks[check]) && isAsked(check));
  // Refusals before its last connection explain nothing, but are seen in the timeline.
  const said = found.has('neverConnected') ? t : { ...t, secret: t.secretSince, names: t.namesSince };
  // A device created as a virtual one was most likely stopped, and can be started again here.
  const isVirtual = device.tags.includes('virtual') && device.enabled && !isHere && !found.has('neverConnected');

  return (
    <section className="details-section" aria-label={t.title}>
      <header>
        <h3>{t.title}</h3>
        <span className="spring" />
        {isVirtual && (
          <Button size="small" onClick={remedies.startVirtual}>
            {virtual.again}
          </Button>
        )}
      </header>
      {!diagnosis ? (
        <i className="bone cause-bone" role="status" aria-label={t.title} />
      ) : (
        <>
          <Causes of={diagnosis.causes} remedies={remedies} />
          {fine.length > 0 && (
            <p className="checked-fine muted">
              {t.fine}
              {fine.map((check) => (
                <span key={check}>✓ {said[check]}</span>
              ))}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Causes({ of: causes, remedies }: { of: Cause[]; remedies: Remedies }) {
  const t = useTexts(diagnosisTexts);
  // A virtual device would be refused as well.
  const isShut = causes.some(({ code }) => code === 'deviceDisabled' || code === 'projectDisabled');
  return (
    <ul className="causes">
      {causes.map((cause) => (
        <CauseItem
          key={cause.code}
          cause={cause}
          offered={(remedyOf[cause.code] ?? []).filter((remedy) => !(isShut && remedy === 'startVirtual'))}
          remedies={remedies}
        />
      ))}
      {causes.length === 0 && <li>{t.noCause}</li>}
    </ul>
  );
}

interface CauseItemProps {
  cause: Cause;
  offered: (keyof Remedies)[];
  remedies: Remedies;
}

function CauseItem({ cause: { code, at, address, count, topic }, offered, remedies }: CauseItemProps) {
  const t = useTexts(diagnosisTexts);
  const causes = useTexts(causeTexts);
  const what = useTexts(remedyTexts);
  const virtual = useTexts(virtualTexts);
  const names = { ...t, startVirtual: virtual.start };

  return (
    <li data-code={code}>
      <strong>{causes[code]}</strong>
      <span className="muted cause-when">
        {at && <RelativeTime at={at} />}
        {address && <span>{t.from(address)}</span>}
        {count !== undefined && <span>{code === 'replaced' ? t.timesReplaced(count) : t.times(count)}</span>}
      </span>
      {topic && (
        <p className="cause-topic">
          {t.topic} <span className="code">{topic}</span>
        </p>
      )}
      <p>{what[code]}</p>
      {offered.length > 0 && (
        <div className="cause-remedies">
          {offered.map((remedy) => (
            <Button key={remedy} size="small" onClick={remedies[remedy]}>
              {names[remedy]}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
