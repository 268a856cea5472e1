import { DeleteOutlined, EditOutlined, EllipsisOutlined, KeyOutlined } from '@ant-design/icons';
import { type Application, RETRYING_COUNTED } from '@contract/application';
import { Link } from '@umijs/max';
import { Button, Switch } from 'antd';
import { CallbackOff } from '@/components/CallbackOff';
import { CopyText } from '@/components/CopyText';
import { DropMenu } from '@/components/DropMenu';
import { RelativeTime } from '@/components/RelativeTime';
import { Share } from '@/components/Share';
import { useLanguage } from '@/locales/language';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import { percentOf } from '@/utils/percent';
import type { ProjectActions } from './index';
import type { Projects } from './useProjects';

interface ProjectCardsProps extends Projects {
  actions: ProjectActions;
}

export function ProjectCards({ list, total, loadingMore, loadMore, actions }: ProjectCardsProps) {
  const t = useTexts(projectTexts);
  if (!list) return <SkeletonCards />;

  return (
    <>
      <div className="project-grid">
        {list.map((project) => (
          <ProjectCard key={project.id} project={project} actions={actions} />
        ))}
      </div>
      {list.length < total && (
        <div className="load-more">
          <Button onClick={loadMore} loading={loadingMore}>
            {t.more}
          </Button>
        </div>
      )}
    </>
  );
}

function ProjectCard({ project, actions }: { project: Application; actions: ProjectActions }) {
  const t = useTexts(projectTexts);
  const { name, appKey, description, status, deviceCount, onlineCount, createdAt } = project;

  return (
    <article className="project-card" data-status={status} aria-label={name}>
      <header>
        <h2>
          <Link to={`/dashboard/${appKey}/device`}>{name}</Link>
        </h2>
        {status === 'disabled' && <span className="off-tag">{t.isDisabled}</span>}
        <CallbackOff project={project} />
        <ProjectMenu project={project} actions={actions} />
      </header>
      <CopyText text={appKey} what={t.appKey} />
      <p className="description">{description || <span className="muted">{t.noDescription}</span>}</p>
      <div className="facts">
        <Share shape="ring" part={onlineCount} whole={deviceCount} label={t.online(onlineCount, deviceCount)} />
        <div>
          <span className="fact-name">{t.onlineShort}</span>
          <strong>
            {t.number(onlineCount)}
            <small> / {t.number(deviceCount)}</small>
          </strong>
        </div>
        <div title={t.callbacksAre}>
          <span className="fact-name">{t.callbacks}</span>
          <Callbacks of={project.callbacks} hours={project.callbackHours} />
        </div>
      </div>
      <footer>
        <span className="muted">
          {t.createdAt} <RelativeTime at={createdAt} />
        </span>
        <ProjectSwitch project={project} actions={actions} />
      </footer>
    </article>
  );
}

/** The callbacks of the last 24 h, with those that failed or wait for a retry, or the note that there were none. */
export function Callbacks({
  of: { delivered, failed, retrying },
  hours,
}: {
  of: Application['callbacks'];
  hours?: Application['callbackHours'];
}) {
  const t = useTexts(projectTexts);
  const language = useLanguage();
  const all = delivered + failed + retrying;
  const more = retrying >= RETRYING_COUNTED;
  const beingRetried = t.retrying(retrying, more);
  const bad = [failed > 0 && t.failed(failed), retrying > 0 && beingRetried].filter((one) => one !== false);
  const label = [t.delivered(delivered), t.failed(failed), beingRetried].join(t.comma);
  if (all === 0) return <span className="no-callbacks">{t.noneYet}</span>;
  return (
    <>
      <strong>
        {t.atLeast(all, more)}{' '}
        <small className={bad.length > 0 ? 'failed' : undefined}>
          {bad.length > 0 ? bad.join(' · ') : percentOf(delivered, all, language)}
        </small>
      </strong>
      {hours ? <Hours of={hours} label={label} /> : <Share part={delivered} whole={all} label={label} />}
    </>
  );
}

const HOURS_HEIGHT = 16;

/** One bar per hour: delivered, and on top those given up or being retried. */
function Hours({ of: hours, label }: { of: Application['callbackHours']; label: string }) {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const scaled = (n: number) => (n === 0 ? 0 : Math.max(1, (n / most) * HOURS_HEIGHT));
  return (
    <svg
      role="img"
      aria-label={label}
      className="hour-bars"
      viewBox={`0 0 ${hours.length * 4 - 1} ${HOURS_HEIGHT}`}
      preserveAspectRatio="none"
    >
      {hours.map(({ delivered, failed }, n) => {
        const [good, bad] = [scaled(delivered), scaled(failed)];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: hours are identified by their position
          <g key={n} transform={`translate(${n * 4} ${HOURS_HEIGHT})`}>
            <rect width="3" y="-1" height="1" />
            <rect className="good" width="3" y={-good} height={good} />
            <rect className="bad" width="3" y={-good - bad} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}

export function ProjectSwitch({ project, actions }: { project: Application; actions: ProjectActions }) {
  const t = useTexts(projectTexts);
  return (
    <Switch
      size="small"
      aria-label={t.switchOf(project.name)}
      checked={project.status === 'enabled'}
      onChange={() => actions.toggle(project)}
    />
  );
}

export function ProjectMenu({ project, actions }: { project: Application; actions: ProjectActions }) {
  const t = useTexts(projectTexts);
  const items = [
    { key: 'edit', icon: <EditOutlined aria-hidden />, label: t.edit },
    { key: 'secret', icon: <KeyOutlined aria-hidden />, label: t.secret },
    { type: 'divider' as const },
    { key: 'remove', icon: <DeleteOutlined aria-hidden />, label: t.remove, danger: true },
  ];
  return (
    <DropMenu
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => actions.open({ is: key as 'edit' | 'secret' | 'remove', project }) }}
    >
      <Button type="text" size="small" aria-label={t.menuOf(project.name)} icon={<EllipsisOutlined aria-hidden />} />
    </DropMenu>
  );
}

/** Placeholder while projects are loading. */
export function SkeletonCards() {
  const t = useTexts(projectTexts);
  return (
    <div className="project-grid" role="status" aria-label={t.loading}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <div key={card} className="project-card skeleton" aria-hidden>
          <i className="bone" style={{ width: '52%', height: 22 }} />
          <i className="bone" style={{ width: '64%' }} />
          <i className="bone" style={{ width: '86%' }} />
          <i className="bone" style={{ width: 56, height: 56, borderRadius: '50%' }} />
          <i className="bone" style={{ width: '40%' }} />
        </div>
      ))}
    </div>
  );
}
