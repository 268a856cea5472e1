import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TagInput } from '@/components/TagInput';

function Tags({ onTags, unknown }: { onTags: (tags: string[]) => void; unknown?: string }) {
  const [tags, setTags] = useState<string[]>([]);
  const changed = (now: string[]) => {
    setTags(now);
    onTags(now);
  };
  return <TagInput label="tags" known={['bulk', 'west']} unknown={unknown} value={tags} onChange={changed} />;
}

const codes: Record<string, number> = { Tab: 9, Enter: 13, ArrowDown: 40 };

const told = jest.fn();
beforeEach(() => told.mockClear());

/** Types texts and presses keys, with `keyCode`, which antd needs. */
async function enter(...keys: string[]) {
  const field = screen.getByRole('combobox', { name: 'tags' });
  const user = userEvent.setup({ delay: 10 });
  for (const key of keys) {
    const which = codes[key];
    if (!which) await user.type(field, key);
    else for (const kind of ['keyDown', 'keyUp'] as const) fireEvent[kind](field, { key, which, keyCode: which });
    await act(() => new Promise((passed) => setTimeout(passed, 50)));
  }
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
  render(<Tags onTags={told} />);
  await enter(...keys);
  expect(told.mock.lastCall?.[0]).toEqual(tags);
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

test.each([
  ['a text', ['zeta']],
  ['a suggestion', ['ArrowDown', 'ArrowDown']],
])('%s taken by Enter closes the list, what is typed next opens it', async (_, keys) => {
  render(<Tags onTags={told} />);
  await enter(...keys);
  const field = screen.getByRole('combobox', { name: 'tags' });
  expect(field).toHaveAttribute('aria-expanded', 'true');
  await enter('Enter');
  expect(field).toHaveAttribute('aria-expanded', 'false');
  await enter('w');
  expect(field).toHaveAttribute('aria-expanded', 'true');
});

test('where only tags in use are taken, another text makes none, and says why', async () => {
  render(<Tags onTags={told} unknown="no such tag" />);
  await enter('zeta');
  expect(screen.getByText('no such tag')).toBeInTheDocument();
  await enter('Enter');
  expect(told).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByRole('combobox', { name: 'tags' }));
  await enter('wes', 'Enter');
  expect(told).toHaveBeenLastCalledWith(['west']);
});
