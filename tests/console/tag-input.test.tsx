import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TagInput } from '@/components/TagInput';

function Tags({ onTags }: { onTags: (tags: string[]) => void }) {
  const [tags, setTags] = useState<string[]>([]);
  const changed = (now: string[]) => {
    setTags(now);
    onTags(now);
  };
  return <TagInput label="tags" known={['bulk', 'west']} value={tags} onChange={changed} />;
}

const codes: Record<string, number> = { Tab: 9, Enter: 13, ArrowDown: 40 };

/** Types texts and presses keys, with `keyCode`, which antd needs. @returns the resulting tags */
async function typed(...keys: string[]) {
  const told = jest.fn();
  render(<Tags onTags={told} />);
  const field = screen.getByRole('combobox', { name: 'tags' });
  const user = userEvent.setup({ delay: 10 });
  for (const key of keys) {
    const which = codes[key];
    if (!which) await user.type(field, key);
    else for (const kind of ['keyDown', 'keyUp'] as const) fireEvent[kind](field, { key, which, keyCode: which });
    await act(() => new Promise((passed) => setTimeout(passed, 50)));
  }
  return told.mock.lastCall?.[0];
}

test.each([
  [['zeta', 'Enter'], ['zeta']],
  [
    ['west', 'Enter', 'sou', 'Enter'],
    ['west', 'sou'],
  ],
  [
    ['a,b', 'Enter'],
    ['a', 'b'],
  ],
  [['bul', 'Enter'], ['bul']],
  [['bul', 'ArrowDown', 'Enter'], ['bulk']],
  [['a；b，'], ['a', 'b']],
  // Enter without a text or with an existing tag must not remove a tag.
  [['bulk', 'Enter', 'Enter'], ['bulk']],
  [['bulk', 'Enter', '  ', 'Enter'], ['bulk']],
  [['bulk', 'Enter', 'bulk', 'Enter'], ['bulk']],
  [['ArrowDown', 'ArrowDown', 'Enter'], ['bulk']],
  // Tab moves on without taking a suggestion.
  [['zeta', 'Enter', 'Tab'], ['zeta']],
])('%j makes the tags %j', async (keys, tags) => {
  expect(await typed(...keys)).toEqual(tags);
});

test('what is typed and is no tag yet is told, and that it is one', async () => {
  const typing = jest.fn();
  render(<TagInput label="tags" known={[]} value={[]} onTyping={typing} />);
  const user = userEvent.setup({ delay: 10 });
  await user.type(screen.getByRole('combobox', { name: 'tags' }), 'east');
  expect(typing).toHaveBeenLastCalledWith(true);
  await user.tab();
  expect(typing).toHaveBeenLastCalledWith(false);
});
