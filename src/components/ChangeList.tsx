import { isObject, type JsonObject } from '@contract/merge-patch';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { fieldAt } from '@/utils/config-fields';
import { type Change, pathsIn } from '@/utils/json-changes';
import { ConfigValue } from './ConfigValue';
import './change-list.css';

interface ChangeListProps {
  /** The schema in one language. */
  schema: JsonObject;
  changes: Change[];
  /** For many devices: former values, which differ by device, are not shown. */
  isForMany?: boolean;
  /** Paths of further write-only values that are set or cleared. */
  secrets?: string[];
  /** Paths of write-only values that are set, but not part of the values. */
  hidden?: string[];
}

/** Lists changes: the name of each value, the old and the new one. */
export function ChangeList({ schema, changes, isForMany, secrets = [], hidden = [] }: ChangeListProps) {
  const t = useTexts(configTexts);
  return (
    <ul className="change-list">
      {changes.map(({ path, from, to }) => (
        <li key={path}>
          <ConfigName schema={schema} path={path} />
          {isForMany && (to === undefined || to === null) ? (
            <span>{t.toClear}</span>
          ) : isForMany && isObject(to) && Object.keys(to).length === 0 ? (
            <span>{t.toMake}</span>
          ) : (
            <FromTo
              schema={fieldAt(schema, path).schema}
              from={from}
              to={to}
              isSecret={hidden.includes(path)}
              hidden={pathsIn(hidden, path)}
              isForMany={isForMany}
            />
          )}
        </li>
      ))}
      {secrets.map((path) => (
        <li key={path}>
          <ConfigName schema={schema} path={path} />
          <span className="muted">{t.secretTouched}</span>
        </li>
      ))}
    </ul>
  );
}

/** The title and the path of a value. */
export function ConfigName({ schema, path }: { schema: JsonObject; path: string }) {
  const { schema: field, titles: steps } = fieldAt(schema, path);
  // A value that selects an alternative is named like the choice itself.
  const titles = field['x-tells'] !== undefined && steps.length > 1 ? steps.slice(0, -1) : steps;
  const own = titles.at(-1);
  return (
    <span className="config-name">
      <strong>{titles.join(' › ')}</strong>
      {own !== path && <small className="code muted">{path}</small>}
    </span>
  );
}

type FromToProps = Omit<Change, 'path'> & Pick<ChangeListProps, 'schema' | 'isForMany'> & { isSecret: boolean; hidden: string[] };

function FromTo({ schema, from, to, isSecret, hidden, isForMany }: FromToProps) {
  const t = useTexts(configTexts);
  if (isSecret || schema.writeOnly === true)
    return <span className="muted">{to === undefined || to === null ? t.secretRemoved : t.secretChanged}</span>;
  return (
    <span className="from-to">
      {!isForMany && (
        <>
          {from === undefined ? (
            <span>
              <span className="sr-only">{t.before}</span>
              <ConfigValue schema={schema} value={from} hidden={hidden} />
            </span>
          ) : (
            <del>
              <span className="sr-only">{t.before}</span>
              <ConfigValue schema={schema} value={from} hidden={hidden} />
            </del>
          )}
          <span aria-hidden="true">→</span>
        </>
      )}
      <ins>
        <span className="sr-only">{t.after}</span>
        <ConfigValue schema={schema} value={to} hidden={hidden} />
      </ins>
    </span>
  );
}
