import { valueAt } from '@contract/config-document';
import { isObject, type Json } from '@contract/merge-patch';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { alternativesOf } from '@/utils/config-alternatives';
import { fieldAt } from '@/utils/config-fields';
import { useSurroundings } from './surroundings';

/** The faults of a value, and the device's errors about it. */
export function Faults({ path, id }: { path: string; id: string }) {
  const t = useTexts(configTexts);
  const { schema, document, faults, refused, chosen } = useSurroundings();
  // Faults of list entries are shown beside the entries.
  const own = faults.filter((fault) => fault.path === path).map(({ message }) => message);
  const said = refused.filter((fault) => fault.path === path);
  // A value that was just added is empty: it has to be chosen or filled in, rather than to be of another type.
  const isChoice = own.length > 0 && chosen !== path && alternativesOf(fieldAt(schema, path).schema).length > 0;
  const value = valueAt(document, path);
  const messages = own.length > 0 && (isChoice ? isNothing(value) : value === null) ? [isChoice ? t.chooseKind : t.fillIn] : own;
  return (
    <div id={`${id}-note`} className="config-faults">
      {messages.map((message) => (
        <p key={message} role="alert">
          {message}
        </p>
      ))}
      {said.map(({ message }) => (
        <p key={message} className="refused">
          <strong>{t.deviceRefused}</strong> {message}
        </p>
      ))}
    </div>
  );
}

/** No value, or an object that has none yet. */
export const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
