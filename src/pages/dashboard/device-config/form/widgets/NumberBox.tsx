import { isNoNumber, isTooLarge } from '@contract/config-document';
import { withoutRounding } from '@contract/exact-json';
import type { Json } from '@contract/merge-patch';
import { InputNumber, type InputNumberProps } from 'antd';
import { useContext, useState } from 'react';
import { asTyped } from '@/utils/json-text';
import { numberText } from '@/utils/number-text';
import { PlaceContext, useSurroundings } from '../surroundings';

interface NumberBoxProps extends Omit<InputNumberProps<string | number>, 'value' | 'onChange' | 'stringMode' | 'changeOnWheel'> {
  value: Json | undefined;
  onChange: (next: number | undefined) => void;
}

/** A number as it is typed: what would be rounded, and what is none, is a fault of its place, and is shown as it was typed. */
export function NumberBox({ value, onChange, ...props }: NumberBoxProps) {
  const place = useContext(PlaceContext);
  const { typed } = useSurroundings();
  // One that cannot be kept is the same value after each key.
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
      stringMode
      // antd's two buttons would have English names for whoever hears them; the arrow keys do the same.
      controls={false}
      parser={(text) => numberText(text ?? '')}
      changeOnWheel={false}
      onChange={(number) => {
        if (number !== null) write(String(number), Number(withoutRounding(String(number))));
      }}
      // antd tells numbers only, as far as it can count: not what is none or beyond all, nor always that there is nothing any more.
      onInput={(text) => {
        const number = numberText(text);
        if (!Number.isFinite(Number(number))) write(text, Number(number));
        if (number === '' && value !== undefined) write('', undefined);
      }}
    />
  );
}

const isUnkept = (value: Json | undefined): value is number => value !== undefined && (isTooLarge(value) || isNoNumber(value));
