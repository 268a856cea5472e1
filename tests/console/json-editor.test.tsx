import { EditorView } from '@codemirror/view';
import { act, render, screen } from '@testing-library/react';
import { createRef, useLayoutEffect, useState } from 'react';
import JsonEditor, { type JsonEditorHandle } from '@/components/JsonEditor';

const editor = () => EditorView.findFromDOM(screen.getByRole('textbox')) as EditorView;
const type = (insert: string) => editor().dispatch({ changes: { from: 0, to: editor().state.doc.length, insert } });

/** Types in a layout effect, before the other effects of the same render. */
function Page({ news }: { news: number }) {
  const [text, setText] = useState('{}');
  useLayoutEffect(() => {
    if (news > 0) type('{"typed":1}');
  }, [news]);
  return <JsonEditor label="JSON" value={text} marks={[{ path: [], message: `${news}` }]} onChange={setText} />;
}

test('what is typed while the page shows something new stays', () => {
  const { rerender } = render(<Page news={0} />);
  rerender(<Page news={1} />);
  expect(editor().state.doc.toString()).toBe('{"typed":1}');
});

test('what somebody else makes of it takes its place', () => {
  const { rerender } = render(<JsonEditor label="JSON" value="{}" onChange={() => {}} />);
  act(() => type('{"typed":1}'));
  rerender(<JsonEditor label="JSON" value='{"theirs":1}' onChange={() => {}} />);
  expect(editor().state.doc.toString()).toBe('{"theirs":1}');
});

test('one types over a number and between the quotes of a text, and into a list; a fault only has the cursor', () => {
  const handle = createRef<JsonEditorHandle>();
  const document = '{"fps": 15, "mode": "fast", "tags": []}';
  render(<JsonEditor label="JSON" value={document} handle={handle} onChange={() => {}} />);
  const chosenAt = (path: string) => {
    act(() => handle.current?.typeAt([path]));
    const { from, to } = editor().state.selection.main;
    return [document.slice(0, from).at(-1), document.slice(from, to)];
  };

  expect(chosenAt('fps')).toEqual([' ', '15']);
  expect(chosenAt('mode')).toEqual(['"', 'fast']);
  expect(chosenAt('tags')).toEqual(['[', '']);
  act(() => handle.current?.goTo(['fps']));
  expect(editor().state.selection.main).toMatchObject({ from: 8, to: 8 });
});
