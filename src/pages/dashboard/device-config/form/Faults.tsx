import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { useSurroundings } from './surroundings';

/** What is wrong with a value, and what the device said against it. */
export function Faults({ path, id }: { path: string; id: string }) {
  const t = useTexts(configTexts);
  const { faults, refused } = useSurroundings();
  // Of a list, what is wrong with its items stands beside them.
  const own = faults.filter((fault) => fault.path === path);
  const said = refused.filter((fault) => fault.path === path);
  return (
    <div id={`${id}-note`} className="config-faults">
      {own.map(({ message }) => (
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
