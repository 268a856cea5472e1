import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { pathsOf } from '@/utils/config-fields';
import { changesBetween, isAround, isWithin } from '@/utils/json-changes';
import { stateOf } from './state';
import { useSurroundings } from './surroundings';

/** How many values of a section are wrong, are refused by the device, are changed, or are not what it has. */
export function Badges({ paths }: { paths: string[] }) {
  const t = useTexts(configTexts);
  const surroundings = useSurroundings();
  const isHere = (path: string) => paths.some((section) => isWithin(path, section));
  const named = pathsOf(surroundings.schema);
  // What the schema does not name one by one is known when somebody has set it.
  const free = changesBetween({}, surroundings.document)
    .concat(changesBetween({}, surroundings.saved))
    .map(({ path }) => path)
    .filter((path) => !named.some((one) => isAround(path, one)));
  const states = [...new Set([...named, ...free])].filter(isHere).map((path) => stateOf(surroundings, path));
  const faulty = new Set(surroundings.faults.map(({ path }) => path).filter(isHere)).size;
  const refused = surroundings.refused.filter(({ path }) => isHere(path)).length;
  const changed = states.filter(({ isChanged }) => isChanged).length;
  const different = states.filter(({ differs }) => differs).length;

  return (
    <span className="config-badges">
      {faulty > 0 && <span data-kind="faulty">{t.faultyCount(faulty)}</span>}
      {refused > 0 && <span data-kind="faulty">{t.reasons(refused)}</span>}
      {changed > 0 && <span data-kind="changed">{t.changedCount(changed)}</span>}
      {different > 0 && <span data-kind="differs">{t.differences(different)}</span>}
    </span>
  );
}
