import { Select } from 'antd';
import { useState } from 'react';
import { tabLeaves } from '@/utils/tab-leaves';

interface TagInputProps {
  /** Given by the form around it. */
  id?: string;
  value?: string[];
  onChange?: (tags: string[]) => void;
  /** Tags in use, to choose from. */
  known: string[];
  /** Something is typed, or no longer, that is no tag yet. */
  onTyping?: (isTyping: boolean) => void;
  label: string;
  placeholder?: string;
}

/** Tags: chosen from those in use, or typed, separated by comma, semicolon or Enter. */
export function TagInput({ known, label, value, onChange, onTyping, ...rest }: TagInputProps) {
  const [typed, setTyped] = useState('');

  function type(text: string) {
    setTyped(text.trim());
    onTyping?.(text !== '');
  }

  function change(tags: string[]) {
    // antd takes away what is typed and there already.
    const isThere = typed !== '' && value?.includes(typed) && !tags.includes(typed);
    if (!isThere) onChange?.(tags);
    type('');
  }

  return (
    <Select
      {...rest}
      value={value}
      {...tabLeaves}
      mode="tags"
      aria-label={label}
      className="tag-input"
      // Enter takes the first: what was typed is meant, not what begins alike; where nothing is, none, lest it take a tag away.
      defaultActiveFirstOption={typed !== ''}
      showSearch={{
        onSearch: type,
        filterSort: (one, other, { searchValue }) => Number(other.value === searchValue) - Number(one.value === searchValue),
      }}
      onChange={change}
      // It makes a tag of it, and where that is there already, of nothing.
      onBlur={() => type('')}
      tokenSeparators={[',', ';', '，', '；', '\n', '\t']}
      options={known.map((tag) => ({ value: tag, label: tag }))}
    />
  );
}
