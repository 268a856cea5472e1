import { CheckOutlined } from '@ant-design/icons';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { fieldAt } from '@/utils/config-fields';
import { Said } from './Row';
import { type Kinds, stateOf } from './state';
import { useSurroundings } from './surroundings';

/** The reported value beside the wanted one, with a sign and words where it differs. If none is wanted, it is shown without a mark. */
export function Reported({ path, kinds }: { path: string; kinds?: Kinds }) {
  const t = useTexts(configTexts);
  const surroundings = useSurroundings();
  const { schema } = fieldAt(surroundings.schema, path);
  if (!surroundings.reported) return null;
  if (schema.writeOnly === true) return <div className="config-reported muted">{t.neverReported}</div>;

  const { isWanted, differs, had } = stateOf(surroundings, path, kinds);
  const said = <Said path={path} value={had} kinds={kinds} />;
  return (
    <div className="config-reported" data-is-news={differs || (had !== undefined && !isWanted)}>
      <span className="config-reported-name">{t.reported}</span>
      {differs ? (
        <span className="differs">
          <span aria-hidden="true">≠</span> <span className="sr-only">{t.differs}</span> {said}
        </span>
      ) : had === undefined ? (
        <span className="muted">{t.notSet}</span>
      ) : !isWanted ? (
        said
      ) : (
        <span className="alike">
          <CheckOutlined aria-hidden /> {said} <span className="sr-only">{t.alike}</span>
        </span>
      )}
    </div>
  );
}
