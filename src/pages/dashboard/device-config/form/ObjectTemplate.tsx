import type { JsonObject } from '@contract/merge-patch';
import { getUiOptions, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { isSection, propertiesOf } from '@/utils/config-fields';
import { objectOf } from '@/utils/config-shape';
import { GENERAL, sectionId } from '../section-id';
import { Badges } from './Badges';
import { Faults } from './Faults';
import { fieldsOf } from './FreeField';
import { FreeKeys } from './FreeKeys';
import { ToJson } from './OnlyInJson';
import { useSurroundings } from './surroundings';
import './section.css';

type Props = ObjectFieldTemplateProps<JsonObject>;

/** The sections of the form. Fields outside of any group come first, in a section of their own. */
export function ObjectTemplate(given: Props) {
  const props = { ...given, properties: fieldsOf(given) };
  const { fieldPathId, properties, registry } = props;
  const t = useTexts(configTexts);
  const path = fieldPathId.path.join('.');
  const depth = fieldPathId.path.length;
  // The row above already shows the title of an alternative's fields.
  const isInRow = getUiOptions(props.uiSchema).isInRow === true;
  if (isInRow) return <Group {...props} title="" path={path} />;
  if (depth === 1) return <Section {...props} path={path} />;
  if (depth > 1) return <Group {...props} path={path} />;

  const root = registry.rootSchema as JsonObject;
  const shown = properties.filter(({ hidden }) => !hidden);
  // The library adds `type: object` to alternatives, which are rows and no sections.
  const isGroup = (name: string) => {
    const inner = objectOf((props.schema.properties as JsonObject | undefined)?.[name]);
    return isSection(inner) && inner.oneOf === undefined;
  };
  const loose = shown.filter(({ name }) => !isGroup(name));
  const isOpen = Boolean(props.schema.additionalProperties || props.schema.patternProperties);
  const hasMore = root['x-more'] !== undefined;
  const isBare = shown.length === 0 && !isOpen && !hasMore;
  return (
    <>
      {(loose.length > 0 || isOpen || hasMore || isBare) && (
        <SectionBox name={GENERAL} title={t.general} paths={loose.map(({ name }) => name)}>
          {loose.map(({ content }) => content)}
          <FreeKeys {...props} title={t.general} />
          {hasMore && <Note why={t.moreInJson} />}
          {isBare && <Note why={t.bareSchema} />}
        </SectionBox>
      )}
      {shown.filter(({ name }) => isGroup(name)).map(({ content }) => content)}
    </>
  );
}

function Section(props: Props & { path: string }) {
  const { title, schema, path, fieldPathId } = props;
  return (
    <SectionBox name={path} title={title || path} description={schema.description} paths={[path]}>
      <Faults path={path} id={fieldPathId.$id} />
      <Fields {...props} />
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
    <details className="config-section folds" id={sectionId(name)} open data-reported={Boolean(reported)}>
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

function Group(props: Props & { path: string }) {
  const { title, schema, path, fieldPathId, uiSchema } = props;
  const { isInRow, isNamed } = getUiOptions(uiSchema);
  return (
    <fieldset className="config-group" id={fieldPathId.$id}>
      {/* The number of a list entry is already shown above. */}
      {title && (isNamed || !/(^|\.)\d+$/.test(path)) && <legend>{title}</legend>}
      {schema.description && <p className="muted">{schema.description}</p>}
      {/* Faults of an alternative are shown beside its select. */}
      {!isInRow && <Faults path={path} id={fieldPathId.$id} />}
      <Fields {...props} />
    </fieldset>
  );
}

function Fields(props: Props) {
  const t = useTexts(configTexts);
  const { properties, schema } = props;
  const isOpen = Boolean(schema.additionalProperties || schema.patternProperties);
  return (
    <>
      {properties.map(({ content }) => content)}
      <FreeKeys {...props} />
      {propertiesOf(schema as JsonObject).length === 0 && !isOpen && schema.additionalProperties !== false && <Note why={t.untypedGroup} />}
    </>
  );
}

const Note = ({ why }: { why: string }) => (
  <div className="config-add-key">
    <ToJson why={why} />
  </div>
);
