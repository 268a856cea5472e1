import { isObject, type JsonObject } from '@contract/merge-patch';
import type { WidgetProps } from '@rjsf/utils';
import { InputNumber } from 'antd';

/** A short list of numbers of a fixed length in one line, such as a region: x, y, width, height. */
export function Numbers({ id, label, schema, value, onChange, disabled, readonly }: WidgetProps<JsonObject>) {
  const numbers = Array.isArray(value) ? value : [];
  const count = Number(schema.maxItems);

  function change(at: number, number: number | null) {
    const next = Array.from({ length: count }, (_, n) => (n === at ? number : numbers[n]) ?? null);
    onChange(next.every((one) => one === null) ? undefined : next);
  }

  return (
    <fieldset className="config-numbers" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint ${id}-note`}>
      {Array.from({ length: count }, (_, n) => (
        <InputNumber
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of places
          key={n}
          id={n === 0 ? id : `${id}-${n}`}
          aria-label={`${label} ${n + 1}`}
          value={numbers[n] ?? undefined}
          step={isObject(schema.items) && schema.items.type === 'number' ? 0.1 : 1}
          changeOnWheel={false}
          disabled={disabled || readonly}
          onChange={(number) => change(n, number)}
        />
      ))}
    </fieldset>
  );
}
