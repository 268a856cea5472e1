import type { Application } from '@contract/application';
import { Link } from '@umijs/max';
import type { TableColumnType } from 'antd';
import { CallbackOff } from '@/components/CallbackOff';
import { CopyText } from '@/components/CopyText';
import { DataTable } from '@/components/DataTable';
import { MoreRows } from '@/components/MoreRows';
import { RelativeTime } from '@/components/RelativeTime';
import { Share } from '@/components/Share';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import type { ProjectActions } from './index';
import { Callbacks, ProjectMenu, ProjectSwitch } from './ProjectCards';
import type { Projects } from './useProjects';

interface ProjectTableProps extends Projects {
  actions: ProjectActions;
}

/** The projects as rows, for users with many. */
export default function ProjectTable({ list, actions, ...more }: ProjectTableProps) {
  const t = useTexts(projectTexts);

  const columns: TableColumnType<Application>[] = [
    {
      title: t.name,
      dataIndex: 'name',
      className: 'project-name-cell',
      render: (_, { name, appKey, description }) => (
        <>
          <Link to={`/dashboard/${appKey}/device`} title={name}>
            {name}
          </Link>
          <small className="muted" title={description}>
            {description || t.noDescription}
          </small>
        </>
      ),
    },
    { title: t.appKey, dataIndex: 'appKey', width: 230, render: (_, { appKey }) => <CopyText text={appKey} what={t.appKey} /> },
    {
      title: t.devicesOnline,
      dataIndex: 'deviceCount',
      width: 130,
      render: (_, { onlineCount, deviceCount }) => (
        <span className="number">
          {t.number(onlineCount)} / {t.number(deviceCount)}
          <Share part={onlineCount} whole={deviceCount} label={t.online(onlineCount, deviceCount)} />
        </span>
      ),
    },
    {
      title: t.callbacks,
      dataIndex: 'callbacks',
      width: 140,
      render: (_, project) => (
        <>
          <Callbacks of={project.callbacks} />
          <CallbackOff project={project} />
        </>
      ),
    },
    { title: t.created, dataIndex: 'createdAt', width: 144, render: (_, { createdAt }) => <RelativeTime at={createdAt} /> },
    { title: t.enabled, dataIndex: 'status', width: 80, render: (_, project) => <ProjectSwitch project={project} actions={actions} /> },
    { title: t.actions, key: 'actions', width: 70, render: (_, project) => <ProjectMenu project={project} actions={actions} /> },
  ];

  return (
    <DataTable<Application>
      className="project-table"
      rowKey="id"
      size="middle"
      columns={columns}
      dataSource={list}
      pagination={false}
      scroll={{ x: 1000 }}
      footer={() => <MoreRows {...more} list={list} texts={t} />}
    />
  );
}
