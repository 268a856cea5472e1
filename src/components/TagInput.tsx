import { withoutUnseen } from '@contract/text';
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
  /** Shown instead of the list if no tag in use contains the text; only those can be chosen then. */
  unknown?: string;
  /** Called with whether there is text that is not a tag yet. */
  onTyping?: (isTyping: boolean) => void;
  label: string;
  placeholder?: string;
}

/** Tags: chosen from those in use, or typed, separated by comma, semicolon or Enter. */
export function TagInput({ known, unknown, label, value, onChange, onTyping, ...rest }: TagInputProps) {
  const [typed, setTyped] = useState('');
  // Closed by a choice, because it covers what comes next in the form.
  const [isOpen, setOpen] = useState(false);

  function type(text: string) {
    setTyped(withoutUnseen(text));
    onTyping?.(text !== '');
  }

  function change(tags: string[]) {
    // antd removes a tag when its text is typed again: that is ignored.
    const isThere = typed !== '' && value?.includes(typed) && !tags.includes(typed);
    if (!isThere) onChange?.(tags);
    type('');
    setOpen(false);
  }

  return (
    <Select
      {...rest}
      value={value}
      {...tabLeaves}
      mode={unknown ? 'multiple' : 'tags'}
      notFoundContent={unknown}
      aria-label={label}
      className="tag-input"
      // A longer one would cover the buttons of the form.
      listHeight={128}
      open={isOpen}
      onOpenChange={setOpen}
      // Enter takes the first option, which is the typed text itself; without text there must be none, or Enter would remove a tag.
      defaultActiveFirstOption={typed !== ''}
      showSearch={{
        onSearch: type,
        filterSort: (one, other, { searchValue }) => Number(other.value === searchValue) - Number(one.value === searchValue),
      }}
      onChange={change}
      // On blur antd makes a tag of the text, or drops it if there is such a tag: either way no text is left.
      onBlur={() => type('')}
      tokenSeparators={[',', ';', '，', '；', '\n', '\t']}
      options={known.map((tag) => ({ value: tag, label: tag }))}
    />
  );
}
