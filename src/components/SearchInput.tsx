import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { UNFIT } from '@contract/text';
import { useDebounceFn } from 'ahooks';
import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

const TYPING_MS = 300;
/** As a tab between pasted cells. */
const UNFIT_SIGNS = new RegExp(`[${UNFIT}]+`, 'gu');

interface SearchInputProps {
  value: string;
  /** Placeholder and accessible name. */
  label: string;
  onSearch: (keyword: string) => void;
}

/** A search field that searches after a pause in typing, or at once on Enter. */
export function SearchInput({ value, label, onSearch }: SearchInputProps) {
  const t = useTexts(frameTexts);
  const [typed, setTyped] = useState(value);
  const asked = useRef<string[]>([]);
  const { run, flush, cancel } = useDebounceFn(ask, { wait: TYPING_MS });

  function ask(keyword: string) {
    asked.current.push(keyword);
    onSearch(keyword);
  }

  useEffect(() => {
    const at = asked.current.indexOf(value);
    asked.current = at < 0 ? [] : asked.current.slice(at + 1);
    // A value that this field itself reported earlier must not overwrite newer input.
    if (at >= 0) return;
    cancel();
    setTyped(value);
  }, [value, cancel]);

  return (
    <Input
      allowClear={{ clearIcon: <CloseCircleFilled aria-label={t.clearSearch} /> }}
      type="search"
      className="search-input"
      prefix={<SearchOutlined aria-hidden />}
      placeholder={label}
      aria-label={label}
      maxLength={64}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        run(target.value.replace(UNFIT_SIGNS, ' ').trim());
      }}
      onPressEnter={flush}
    />
  );
}
