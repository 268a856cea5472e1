import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { placeOf } from './json-place';
import './json-editor.css';

/** A fault in the document; the path of a syntax error is not used, because the editor finds it. */
export interface Mark {
  path: string[];
  message: string;
  isWarning?: boolean;
}

export interface JsonEditorHandle {
  /** Puts the cursor at a path. */
  goTo: (path: string[]) => void;
  /** Prepares typing a path's value: selects it, or puts the cursor into a list or group. */
  typeAt: (path: string[]) => void;
}

interface JsonEditorProps {
  value: string;
  onChange: (text: string) => void;
  marks?: Mark[];
  /** The accessible name; `describedBy`: id of the hint how to leave the field. */
  label: string;
  describedBy?: string;
  autoFocus?: boolean;
  handle?: RefObject<JsonEditorHandle | null>;
}

const NONE: Mark[] = [];

/** A JSON editor with line numbers, folding and marked faults. Escape, then Tab leaves it. */
export default function JsonEditor({ value, onChange, marks = NONE, label, describedBy, autoFocus, handle }: JsonEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  useEffect(() => {
    const editor = new EditorView({
      parent: holder.current ?? undefined,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...extensions,
          // Escape must not reach a dialog around it, which would close and lose the input.
          EditorView.domEventHandlers({ keydown: (event) => void (event.key === 'Escape' && event.stopPropagation()) }),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', ...(describedBy && { 'aria-describedby': describedBy }) }),
          EditorView.updateListener.of((update) => update.docChanged && latest.current.onChange(update.state.doc.toString())),
        ],
      }),
    });
    view.current = editor;
    if (autoFocus) editor.focus();
    // Measured again after animations: an opening dialog was still small.
    const measure = () => editor.requestMeasure();
    document.addEventListener('animationend', measure);
    document.addEventListener('transitionend', measure);
    return () => {
      document.removeEventListener('animationend', measure);
      document.removeEventListener('transitionend', measure);
      editor.destroy();
    };
  }, [label, describedBy, autoFocus]);

  // In a layout effect: later, the value might overwrite newer input.
  useLayoutEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the positions of the marks depend on the value
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const diagnostics = marks.map((mark) => diagnosticOf(editor.state, mark));
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [value, marks]);

  useImperativeHandle(handle, () => ({
    goTo(path) {
      const editor = view.current;
      if (!editor) return;
      const { from } = placeOf(editor.state, path);
      moveTo(editor, from, from);
    },
    typeAt(path) {
      const editor = view.current;
      if (!editor) return;
      const { from, to } = placeOf(editor.state, path);
      const first = editor.state.sliceDoc(from, from + 1);
      if (first === '"') moveTo(editor, from + 1, to - 1);
      else if (first === '[' || first === '{') moveTo(editor, from + 1, from + 1);
      else moveTo(editor, from, to);
    },
  }));

  return <div ref={holder} className="json-editor" data-faulty={marks.some(({ isWarning }) => !isWarning)} />;
}

function moveTo(editor: EditorView, anchor: number, head: number) {
  editor.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  editor.focus();
}

function diagnosticOf(state: EditorState, { path, message, isWarning }: Mark): Diagnostic {
  return { ...placeOf(state, path), message, severity: isWarning ? 'warning' : 'error' };
}

// Colours with enough contrast on white (WCAG AA).
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: '#0b4fb3' },
  { tag: tags.string, color: '#0d6b3a' },
  { tag: tags.number, color: '#9a3412' },
  { tag: [tags.bool, tags.null], color: '#7a2e9d' },
]);

const extensions = [
  lineNumbers(),
  foldGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  syntaxHighlighting(colours),
  indentUnit.of('  '),
  json(),
  lintGutter(),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
];
