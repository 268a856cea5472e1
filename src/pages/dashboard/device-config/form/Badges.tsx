import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { isWithin } from '@/utils/json-changes';
import { useSurroundings } from './surroundings';

/** How many values of a section are wrong, are refused by the device, are changed, or are not what it has: counted as for the page as a whole. */
export function Badges({ paths }: { paths: string[] }) {
  const t = useTexts(configTexts);
  const surroundings = useSurroundings();
  const countOf = (all: string[]) => all.filter((path) => paths.some((section) => isWithin(path, section))).length;
  const faulty = countOf(surroundings.faulty);
  const refused = countOf(surroundings.refused.map(({ path }) => path));
  const changed = countOf(surroundings.edited);
  const different = countOf(surroundings.differing);

  return (
    <span className="config-badges">
      {faulty > 0 && <span data-kind="faulty">{t.faultyCount(faulty)}</span>}
      {refused > 0 && <span data-kind="faulty">{t.reasons(refused)}</span>}
      {changed > 0 && <span data-kind="changed">{t.changedCount(changed)}</span>}
      {different > 0 && <span data-kind="differs">{t.differences(different)}</span>}
    </span>
  );
}
