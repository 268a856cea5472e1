import { Input, type InputProps } from 'antd';
import { useState } from 'react';
import { numberText } from '@/utils/number-text';

interface PercentInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  value?: number;
  /** @param percent NaN while the input is no number */
  onChange?: (percent: number) => void;
}

/** An input for percentages that keeps invalid text for validation instead of changing it to another number. */
export function PercentInput({ value, onChange, ...props }: PercentInputProps) {
  const [typed, setTyped] = useState('');
  const text = Object.is(percentOf(typed), value) ? typed : String(value ?? '');
  return (
    <Input
      {...props}
      inputMode="decimal"
      suffix="%"
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange?.(percentOf(target.value));
      }}
    />
  );
}

const percentOf = (text: string) => Number(numberText(text.replace(/\s*[%％]\s*$/, '')) || Number.NaN);
