import { isObject, type JsonObject } from '@contract/merge-patch';
import type { WidgetProps } from '@rjsf/utils';
import { ListItem } from '../FieldTemplate';
import { NumberBox } from './NumberBox';

/** A short list of numbers of a fixed length in one line, such as a region: x, y, width, height. */
export function Numbers({ id, label, schema, value, options, onChange, disabled, readonly }: WidgetProps<JsonObject>) {
  const numbers = Array.isArray(value) ? value : [];
  const count = Number(schema.maxItems);
  const path = String(options.path).split('.');

  function change(at: number, number: number | undefined) {
    const next = Array.from({ length: count }, (_, n) => (n === at ? number : numbers[n]) ?? null);
    onChange(next.every((one) => one === null) ? undefined : next);
  }

  return (
    <fieldset className="config-numbers" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint ${id}-note`}>
      {Array.from({ length: count }, (_, n) => (
        // The label of the row belongs to the first number.
        // biome-ignore lint/suspicious/noArrayIndexKey: the number of places is fixed
        <ListItem key={n} id={`${id}-${n}`} htmlFor={n === 0 ? id : `${id}-${n}`} path={[...path, n]} label={`${label} ${n + 1}`}>
          <NumberBox
            id={n === 0 ? id : `${id}-${n}`}
            aria-label={`${label} ${n + 1}`}
            aria-describedby={`${id}-${n}-note`}
            schema={schema.items}
            value={numbers[n] ?? undefined}
            step={isObject(schema.items) && schema.items.type === 'number' ? 0.1 : 1}
            disabled={disabled || readonly}
            onChange={(number) => change(n, number)}
          />
        </ListItem>
      ))}
    </fieldset>
  );
}
