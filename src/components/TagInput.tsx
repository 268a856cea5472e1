import { Select } from 'antd';
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
export function TagInput({ known, label, onChange, onTyping, ...rest }: TagInputProps) {
  return (
    <Select
      {...rest}
      {...tabLeaves}
      mode="tags"
      aria-label={label}
      className="tag-input"
      // Enter takes the first: what was typed is meant, not what begins alike.
      showSearch={{
        onSearch: (text) => onTyping?.(text !== ''),
        filterSort: (one, other, { searchValue }) => Number(other.value === searchValue) - Number(one.value === searchValue),
      }}
      onChange={(tags: string[]) => {
        onChange?.(tags);
        onTyping?.(false);
      }}
      // It makes a tag of it, and where that is there already, of nothing.
      onBlur={() => onTyping?.(false)}
      tokenSeparators={[',', ';', '，', '；', '\n', '\t']}
      options={known.map((tag) => ({ value: tag, label: tag }))}
    />
  );
}
