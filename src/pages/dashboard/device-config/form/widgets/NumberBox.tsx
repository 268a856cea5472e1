import { isNoNumber, isTooLarge } from '@contract/config-document';
import { withoutRounding } from '@contract/exact-json';
import { isObject, type Json } from '@contract/merge-patch';
import { InputNumber, type InputNumberProps } from 'antd';
import { useContext, useState } from 'react';
import { asTyped } from '@/utils/json-text';
import { numberText } from '@/utils/number-text';
import { PlaceContext, useSurroundings } from '../surroundings';

interface NumberBoxProps extends Omit<InputNumberProps<string | number>, 'value' | 'onChange' | 'stringMode' | 'changeOnWheel'> {
  schema: unknown;
  value: Json | undefined;
  onChange: (next: number | undefined) => void;
}

/** A number field. Numbers that would be rounded, and text that is no number, stay as typed and are reported as faults. */
export function NumberBox({ schema, value, onChange, ...props }: NumberBoxProps) {
  const place = useContext(PlaceContext);
  const { typed } = useSurroundings();
  // All numbers that cannot be stored have the same value (Infinity or NaN): the text as state causes the rendering.
  const [, draw] = useState('');

  function write(source: string, next: number | undefined) {
    if (isUnkept(next)) typed.set(place, source);
    draw(source);
    onChange(next);
  }

  return (
    <InputNumber<string | number>
      {...props}
      value={isUnkept(value) ? String(asTyped(value, typed, place)) : (value as number | undefined)}
      inputMode={isNeverNegative(schema) ? 'decimal' : undefined}
      stringMode
      // antd's step buttons have English accessible names; the arrow keys do the same.
      controls={false}
      parser={(text) => numberText(text ?? '')}
      changeOnWheel={false}
      onChange={(number) => {
        if (number !== null) write(String(number), Number(withoutRounding(String(number))));
      }}
      // antd's onChange reports only numbers in its range: not invalid text, nor always that the field was emptied.
      onInput={(text) => {
        const number = numberText(text);
        if (!Number.isFinite(Number(number))) write(text, Number(number));
        if (number === '' && value !== undefined) write('', undefined);
      }}
    />
  );
}

/** The keypads of some phones have no minus. */
const isNeverNegative = (schema: unknown) => isObject(schema) && Number(schema.minimum ?? schema.exclusiveMinimum ?? -1) >= 0;

const isUnkept = (value: Json | undefined): value is number => value !== undefined && (isTooLarge(value) || isNoNumber(value));
