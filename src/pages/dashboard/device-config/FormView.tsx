import type { Twin } from '@contract/config';
import { valueAt } from '@contract/config-document';
import type { Json, JsonObject } from '@contract/merge-patch';
import { useMemoizedFn } from 'ahooks';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { isNamedGroup, isRequired, isSection, propertiesOf } from '@/utils/config-fields';
import { isAround, isWithin, put } from '@/utils/json-changes';
import { refusedBy } from './refused-by';
import { GENERAL, sectionId } from './section-id';
import type { Draft } from './useDraft';
import './form-view.css';

const ConfigForm = lazyPart(() => import('./form/ConfigForm'));

interface FormViewProps {
  twin: Twin;
  draft: Draft;
  /** Opens the JSON view. */
  onJson: () => void;
}

/** The form, with a list of its sections beside it. */
export function FormView({ twin, draft, onJson }: FormViewProps) {
  const { shown: schema } = draft;
  // Memoized: a field that is not rendered again still writes into the present document.
  const onSet = useMemoizedFn((path: string, value: Json | undefined) => {
    const next = put(draft.document, path, value);
    draft.write(value === undefined ? withoutGroup(next, path.split('.').slice(0, -1)) : next);
  });

  /** Removes a group that has become empty, unless it was empty before, is required, or contains a secret. */
  function withoutGroup(document: JsonObject, group: string[]): JsonObject {
    const path = group.join('.');
    const before = valueAt(draft.saved, path);
    const isKept =
      isEmpty(before) || (before !== undefined && isRequired(schema, group)) || draft.hidden.some((one) => isWithin(one, path));
    if (path === '' || !isEmpty(valueAt(document, path)) || isKept || !isNamedGroup(schema, group)) return document;
    return withoutGroup(put(document, path, undefined), group.slice(0, -1));
  }

  return (
    <div className="config-form-view">
      <Sections draft={draft} twin={twin} />
      <Suspense fallback={<FormBones />}>
        <ConfigForm
          schema={schema}
          document={draft.document}
          wanted={draft.wanted}
          version={draft.base.version}
          saved={draft.saved}
          toBe={draft.isOutrun ? draft.toBe : draft.document}
          newest={twin.desired.version}
          secrets={draft.base.secrets}
          hidden={draft.hidden}
          sitting={draft.sitting}
          typed={draft.typed}
          reported={twin.reported}
          faults={draft.faults}
          faulty={draft.faulty}
          edited={draft.edits.map(({ path }) => path)}
          differing={draft.differences ?? []}
          refused={refusedBy(twin, draft.document)}
          onJson={onJson}
          onSet={onSet}
        />
      </Suspense>
    </div>
  );
}

const isEmpty = (value: Json | undefined) => JSON.stringify(value) === '{}';

function Sections({ draft, twin }: Omit<FormViewProps, 'onJson'>) {
  const t = useTexts(configTexts);
  const properties = propertiesOf(draft.shown);
  const loose = properties.filter(([, inner]) => !isSection(inner)).map(([name]) => name);
  const sections = [
    ...(loose.length > 0 ? [{ name: GENERAL, title: t.general, paths: loose }] : []),
    ...properties
      .filter(([, inner]) => isSection(inner))
      .map(([name, { title }]) => ({ name, title: typeof title === 'string' ? title : name, paths: [name] })),
  ];
  const refused = refusedBy(twin, draft.document);

  function goTo(name: string) {
    const section = document.getElementById(sectionId(name));
    if (section instanceof HTMLDetailsElement) section.open = true;
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('summary')?.focus({ preventScroll: true });
  }

  return (
    <nav className="config-sections" aria-label={t.sections}>
      {sections.map(({ name, title, paths }) => {
        const isHere = (path: string) => paths.some((one) => isAround(path, one));
        const isWrong = draft.faults.some(({ path }) => isHere(path));
        const isRefused = refused.some(({ path }) => isHere(path));
        const isChanged = draft.edits.some(({ path }) => isHere(path));
        const mark = isWrong
          ? 'faulty'
          : isRefused
            ? 'refused'
            : isChanged
              ? 'changed'
              : draft.differences?.some(isHere)
                ? 'differs'
                : undefined;
        return (
          <button type="button" key={name} data-mark={mark} onClick={() => goTo(name)}>
            {title}
            {mark && <span className="sr-only">{t[`${mark}Mark`]}</span>}
          </button>
        );
      })}
    </nav>
  );
}

function FormBones() {
  return (
    <div className="config-bones" aria-hidden="true">
      <i className="bone" style={{ height: 320 }} />
      <i className="bone" style={{ height: 240 }} />
    </div>
  );
}
