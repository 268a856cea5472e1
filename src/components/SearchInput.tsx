import { SearchOutlined } from '@ant-design/icons';
import { useDebounceFn } from 'ahooks';
import { Input } from 'antd';
import { useEffect, useState } from 'react';

const TYPING_MS = 300;

interface SearchInputProps {
  value: string;
  /** What it searches: placeholder and name. */
  label: string;
  onSearch: (keyword: string) => void;
}

/** A search field that asks when the typing pauses, or at once on Enter. */
export function SearchInput({ value, label, onSearch }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const { run, flush } = useDebounceFn(onSearch, { wait: TYPING_MS });
  useEffect(() => setTyped(value), [value]);

  return (
    <Input
      allowClear
      type="search"
      className="search-input"
      prefix={<SearchOutlined aria-hidden />}
      placeholder={label}
      aria-label={label}
      maxLength={64}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        run(target.value.trim());
      }}
      onPressEnter={flush}
    />
  );
}
