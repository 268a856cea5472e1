import type { JsonObject } from '@contract/merge-patch';
import { buttonId, canExpand, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { isSection, resolved } from '@/utils/config-fields';
import { GENERAL, sectionId } from '../section-id';
import { Badges } from './Badges';
import { useSurroundings } from './surroundings';
import './section.css';

type Props = ObjectFieldTemplateProps<JsonObject>;

/** The sections of the form; what is in none of them comes first, in one of its own. */
export function ObjectTemplate(props: Props) {
  const { fieldPathId, properties, registry } = props;
  const t = useTexts(configTexts);
  const path = fieldPathId.path.join('.');
  const depth = fieldPathId.path.length;
  if (depth === 1) return <Section {...props} path={path} />;
  if (depth > 1) return <Group {...props} path={path} />;

  const root = registry.rootSchema as JsonObject;
  const shown = properties.filter(({ hidden }) => !hidden);
  const isGroup = (name: string) => isSection(resolved(root, (props.schema.properties as JsonObject | undefined)?.[name]));
  const loose = shown.filter(({ name }) => !isGroup(name));
  return (
    <>
      {(loose.length > 0 || canExpand(props.schema, props.uiSchema, props.formData)) && (
        <SectionBox name={GENERAL} title={t.general} paths={loose.map(({ name }) => name)}>
          {loose.map(({ content }) => content)}
          <AddProperty {...props} />
        </SectionBox>
      )}
      {shown.filter(({ name }) => isGroup(name)).map(({ content }) => content)}
    </>
  );
}

function Section({ title, schema, properties, path, ...rest }: Props & { path: string }) {
  return (
    <SectionBox name={path} title={title || path} description={schema.description} paths={[path]}>
      {properties.map(({ content }) => content)}
      <AddProperty {...rest} title={title} schema={schema} properties={properties} />
    </SectionBox>
  );
}

interface SectionBoxProps {
  name: string;
  title: string;
  description?: string;
  paths: string[];
  children: React.ReactNode;
}

function SectionBox({ name, title, description, paths, children }: SectionBoxProps) {
  const t = useTexts(configTexts);
  const { reported } = useSurroundings();
  return (
    <details className="config-section" id={sectionId(name)} open data-reported={Boolean(reported)}>
      <summary>
        <h2>{title}</h2>
        <Badges paths={paths} />
      </summary>
      {description && <p className="muted">{description}</p>}
      {reported && (
        <div className="config-columns" aria-hidden="true">
          <span />
          <span>{t.desired}</span>
          <span>{t.reported}</span>
        </div>
      )}
      {children}
    </details>
  );
}

function Group({ title, schema, properties, path, ...rest }: Props & { path: string }) {
  return (
    <fieldset className="config-group">
      {!/(^|\.)\d+$/.test(path) && <legend>{title}</legend>}
      {schema.description && <p className="muted">{schema.description}</p>}
      {properties.map(({ content }) => content)}
      <AddProperty {...rest} title={title} schema={schema} properties={properties} />
    </fieldset>
  );
}

/** Where the schema allows values it does not name. */
function AddProperty({ schema, uiSchema, formData, registry, fieldPathId, disabled, readonly, onAddProperty }: Props) {
  const { AddButton } = registry.templates.ButtonTemplates;
  if (!canExpand(schema, uiSchema, formData)) return null;
  return <AddButton id={buttonId(fieldPathId, 'add')} disabled={disabled || readonly} onClick={onAddProperty} registry={registry} />;
}
