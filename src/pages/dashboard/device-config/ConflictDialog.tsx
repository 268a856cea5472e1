import type { Twin } from '@contract/config';
import { valueAt } from '@contract/config-document';
import type { Json, JsonObject } from '@contract/merge-patch';
import { Button, Modal, Radio } from 'antd';
import { useState } from 'react';
import { ConfigName } from '@/components/ChangeList';
import { ConfigValue } from '@/components/ConfigValue';
import { RelativeTime } from '@/components/RelativeTime';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { fieldAt } from '@/utils/config-fields';
import { type Change, changesBetween, pathsIn } from '@/utils/json-changes';
import { asTyped, type Typed } from '@/utils/json-text';
import { useBackCloses } from '@/utils/useBackCloses';
import { rebase } from './rebase';
import { startOf } from './start-of';
import type { Draft } from './useDraft';
import './conflict.css';

interface ConflictDialogProps {
  twin: Twin;
  schema: JsonObject;
  draft: Draft;
  /** The newest version was saved on this page, by rolling back. */
  isOwn: boolean;
  /** The edits are now on top of the newest version and can be saved. */
  onRebased: () => void;
  onClosed: () => void;
}

/** Somebody else saved while this was being edited: shows both changes, and lets the user choose where they conflict. */
export default function ConflictDialog({ twin, schema, draft, isOwn, onRebased, onClosed }: ConflictDialogProps) {
  const t = useTexts(configTexts);
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  useBackCloses(open, close);
  const [theirsAt, setTheirsAt] = useState<ReadonlySet<string>>(new Set());
  // Kept from the opening: either choice changes the draft, and the dialog stays visible until its animation ends.
  const [{ base, mine, typed }] = useState(() => ({ base: draft.base, mine: mineIn(schema, draft, twin.desired), typed: draft.typed }));
  const { desired } = twin;
  const { rows, document, isEmpty } = rebase(schema, base, mine, desired, theirsAt);

  function choose(path: string, isTheirs: boolean) {
    setTheirsAt(new Set(isTheirs ? [...theirsAt, path] : [...theirsAt].filter((other) => other !== path)));
  }

  function takeTheirs() {
    draft.discard();
    close();
  }

  function putMineOnTop() {
    draft.write(document, desired);
    if (isEmpty) close();
    else onRebased();
  }

  return (
    <Modal
      title={t.conflictTitle}
      open={open}
      width={820}
      className="conflict"
      onCancel={close}
      afterClose={onClosed}
      footer={
        <>
          <Button onClick={close}>{t.goOn}</Button>
          <Button danger onClick={takeTheirs}>
            {t.takeTheirs}
          </Button>
          <Button type="primary" onClick={putMineOnTop}>
            {t.mineOnTop(desired.version)}
          </Button>
        </>
      }
    >
      <p>{isOwn ? t.conflictOwn(desired.version) : t.conflictWhy(t.by(desired.updatedBy), desired.version)}</p>
      <p className="muted">
        {desired.updatedAt && <RelativeTime at={desired.updatedAt} />} {desired.note && <q className="config-note">{desired.note}</q>}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables must be scrollable by keyboard */}
      <section className="conflict-scroll" aria-label={t.conflictTitle} tabIndex={0}>
        <table className="conflict-table">
          <thead>
            <tr>
              <th scope="col">{t.setting}</th>
              <th scope="col">{t.versionOf(base.version)}</th>
              <th scope="col">{t.theirs(desired.version)}</th>
              <th scope="col">{t.mine}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ path, mine, theirs, isBoth }) => {
              const field = fieldAt(schema, path).schema;
              const isTheirs = theirsAt.has(path);
              const wins = isBoth ? (isTheirs ? 'theirs' : 'mine') : mine ? 'mine' : 'theirs';
              const isSecret = field.writeOnly === true || [...base.secrets, ...desired.secrets].includes(path);
              const wasValue = isSecret ? (
                <IsSet is={base.secrets.includes(path)} />
              ) : (
                <ConfigValue schema={field} value={valueAt(base.state, path)} hidden={pathsIn(base.secrets, path)} />
              );
              const theirValue = isSecret ? (
                <SecretTo to={desired.secrets.includes(path) ? null : undefined} />
              ) : (
                <ConfigValue schema={field} value={valueAt(desired.state, path)} hidden={pathsIn(desired.secrets, path)} />
              );
              const myValue =
                mine &&
                (isSecret ? (
                  <SecretTo to={mine.to} />
                ) : (
                  <MyValue schema={field} to={mine.to} typed={typed} path={path} hidden={pathsIn(base.secrets, path)} />
                ));
              return (
                <tr key={path} data-both={isBoth}>
                  <th scope="row">
                    <ConfigName schema={schema} path={path} />
                    {isBoth && <small className="both">{t.bothChanged}</small>}
                  </th>
                  <td data-name={t.versionOf(base.version)}>{wasValue}</td>
                  <td data-name={t.theirs(desired.version)} data-wins={wins === 'theirs'}>
                    {isBoth ? (
                      <Radio checked={isTheirs} name={path} onChange={() => choose(path, true)}>
                        {theirValue}
                      </Radio>
                    ) : theirs ? (
                      theirValue
                    ) : isSecret ? (
                      // Its value may have been replaced, which cannot be seen: so not "unchanged".
                      <IsSet is={desired.secrets.includes(path)} />
                    ) : (
                      <span className="muted">{t.unchanged}</span>
                    )}
                  </td>
                  <td data-name={t.mine} data-wins={wins === 'mine'}>
                    {isBoth ? (
                      <Radio checked={!isTheirs} name={path} onChange={() => choose(path, false)}>
                        {myValue}
                      </Radio>
                    ) : (
                      (myValue ?? <span className="muted">{t.unchanged}</span>)
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </Modal>
  );
}

/** The edits, and those of the defaults that they brought that the newer version does not have. */
function mineIn(schema: JsonObject, { base, document, edits }: Draft, newest: Twin['desired']): Change[] {
  const brought = changesBetween(startOf(schema, base), document).filter(
    ({ path, to }) => to !== undefined && valueAt(newest.state, path) === undefined && !edits.some((edit) => edit.path === path),
  );
  return [...brought, ...edits.filter((edit) => !brought.some(({ path }) => edit.path.startsWith(`${path}.`)))];
}

function IsSet({ is }: { is: boolean }) {
  const t = useTexts(configTexts);
  return <span className="muted">{is ? t.secretSet : t.secretUnset}</span>;
}

function SecretTo({ to }: Pick<Change, 'to'>) {
  const t = useTexts(configTexts);
  return <span>{to === undefined ? t.secretRemoved : t.secretChanged}</span>;
}

interface MyValueProps {
  schema: JsonObject;
  to: Json | undefined;
  typed: Typed;
  path: string;
  hidden: string[];
}

/** The edited value; a number that cannot be stored is shown as it was typed. */
function MyValue({ schema, to, typed, path, hidden }: MyValueProps) {
  const shown = to === undefined ? undefined : asTyped(to, typed, path);
  if (typeof to === 'number' && typeof shown === 'string') return <span className="number config-value">{shown}</span>;
  return <ConfigValue schema={schema} value={shown} hidden={hidden} />;
}
