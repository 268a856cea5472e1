import { isTooLarge } from '@contract/config-document';
import { withoutRounding } from '@contract/exact-json';
import type { Json } from '@contract/merge-patch';
import { InputNumber, type InputNumberProps } from 'antd';
import { useContext, useState } from 'react';
import { numberText } from '@/utils/number-text';
import { PlaceContext, useSurroundings } from '../surroundings';

interface NumberBoxProps extends Omit<InputNumberProps<string | number>, 'value' | 'onChange' | 'stringMode' | 'changeOnWheel'> {
  value: Json | undefined;
  onChange: (next: number | undefined) => void;
}

/** A number as it is typed: what would be rounded is too large to be one, and is shown as it was typed. */
export function NumberBox({ value, onChange, ...props }: NumberBoxProps) {
  const place = useContext(PlaceContext);
  const { typed: elsewhere } = useSurroundings();
  const [typed, setTyped] = useState(elsewhere.get(place) ?? '');
  return (
    <InputNumber<string | number>
      {...props}
      value={value !== undefined && isTooLarge(value) ? typed : (value as number | undefined)}
      stringMode
      parser={(text) => numberText(text ?? '')}
      changeOnWheel={false}
      onChange={(text) => {
        const source = String(text ?? '');
        const next = source === '' ? undefined : Number(withoutRounding(source));
        setTyped(source);
        if (next !== undefined && isTooLarge(next)) elsewhere.set(place, source);
        onChange(next);
      }}
    />
  );
}
