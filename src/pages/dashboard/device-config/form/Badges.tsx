import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { valuesOf } from '@/utils/config-fields';
import { isAround } from '@/utils/json-changes';
import { stateOf } from './state';
import { useSurroundings } from './surroundings';

/** How many values of a section are changed, are not what the device has, or are wrong. */
export function Badges({ paths }: { paths: string[] }) {
  const t = useTexts(configTexts);
  const surroundings = useSurroundings();
  const states = valuesOf(surroundings.schema)
    .filter(({ path }) => paths.some((section) => isAround(path, section)))
    .map(({ path }) => stateOf(surroundings, path));
  const [faulty, changed, different] = (['isFaulty', 'isChanged', 'differs'] as const).map(
    (is) => states.filter((state) => state[is]).length,
  );

  return (
    <span className="config-badges">
      {Boolean(faulty) && <span data-kind="faulty">{t.faultyCount(faulty ?? 0)}</span>}
      {Boolean(changed) && <span data-kind="changed">{t.changedCount(changed ?? 0)}</span>}
      {Boolean(different) && <span data-kind="differs">{t.differences(different ?? 0)}</span>}
    </span>
  );
}
