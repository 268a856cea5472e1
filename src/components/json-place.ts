import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

interface Place {
  from: number;
  to: number;
}

/** Time limit for parsing long documents; beyond it, the nearest known place is marked. */
const PARSE_MS = 200;

/** The position of a path's value, or of the nearest enclosing one; with a syntax error, the first one's. */
export function placeOf(state: EditorState, path: string[]): Place {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  const broken = errorIn(tree.topNode);
  const node = broken ?? find(state, tree.topNode.firstChild, path);
  if (!node) return { from: 0, to: Math.min(1, state.doc.length) };
  // Of a faulty object or list, only the first line is marked.
  const to = Math.min(node.to, state.doc.lineAt(node.from).to);
  if (to > node.from) return { from: node.from, to };
  // If something is missing at the end of a line, the character before it is marked.
  return { from: Math.max(0, node.from - 1), to: Math.max(1, node.from) };
}

function find(state: EditorState, node: SyntaxNode | null, [key, ...rest]: string[]): SyntaxNode | null {
  if (!node || key === undefined) return node;
  const inner = node.name === 'Array' ? childrenOf(node)[Number(key)] : propertyOf(state, node, key);
  return inner ? find(state, inner, rest) : nameOf(node);
}

function propertyOf(state: EditorState, object: SyntaxNode, key: string) {
  const properties = object.getChildren('Property').filter((one) => {
    const name = one.getChild('PropertyName');
    return name && textOf(state, name) === key;
  });
  // Of duplicate keys, the last value counts.
  return properties.at(-1)?.lastChild;
}

// The property's name is marked rather than the opening brace of its value.
const nameOf = (value: SyntaxNode) => value.parent?.getChild('PropertyName') ?? value;

function childrenOf(array: SyntaxNode): SyntaxNode[] {
  const items: SyntaxNode[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling) if (!['[', ']', ',', '⚠'].includes(child.name)) items.push(child);
  return items;
}

function textOf(state: EditorState, { from, to }: SyntaxNode): string {
  try {
    return JSON.parse(state.sliceDoc(from, to));
  } catch {
    // An incomplete name matches nothing.
    return '';
  }
}

function errorIn(top: SyntaxNode): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  top.cursor().iterate((node) => {
    if (!found && node.type.isError) found = node.node;
    return !found;
  });
  return found;
}
