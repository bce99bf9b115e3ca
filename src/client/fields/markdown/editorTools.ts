// Commands of the editor's toolbar and keys.

import { baseKeymap, chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Node, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { TextSelection, type Command, type EditorState } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
} from 'prosemirror-tables';
import { editorSchema } from 'src/client/fields/markdown/editorSchema.ts';

const { nodes, marks } = editorSchema;
type NodeName = 'bullet_list' | 'ordered_list' | 'quote';

const nodeType = (name: string): NodeType => {
  const type = nodes[name];
  if (!type) throw new Error(`The editor has no ${name}`);
  return type;
};
const LIST_ITEM = nodeType('list_item');

/** Returns the innermost node of one of the types around the selection. */
const enclosingNode = ({ selection: { $from } }: EditorState, types: readonly NodeType[]): Node | undefined => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (types.includes(node.type)) return node;
  }
  return undefined;
};

const LIST_NODES = [nodeType('bullet_list'), nodeType('ordered_list')];

const isInside =
  (name: NodeName) =>
  (state: EditorState): boolean =>
    enclosingNode(state, name === 'quote' ? [nodeType(name)] : LIST_NODES)?.type === nodeType(name);

/** Changes the list around the selection into one of the other kind. */
const changeList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      if (!LIST_NODES.includes($from.node(depth).type)) continue;
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type, type === LIST_NODES[1] ? { order: 1 } : null));
      return true;
    }
    return false;
  };

const toggleList = (name: 'bullet_list' | 'ordered_list'): Command => {
  const type = nodeType(name);
  return (state, dispatch, view) => {
    const list = enclosingNode(state, LIST_NODES);
    if (list?.type === type) return liftListItem(LIST_ITEM)(state, dispatch, view);
    return (list ? changeList(type) : wrapInList(type))(state, dispatch, view);
  };
};

const toggleQuote: Command = (state, dispatch, view) =>
  (isInside('quote')(state) ? lift : wrapIn(nodeType('quote')))(state, dispatch, view);

const hasMark =
  (name: 'strong' | 'em' | 'struck') =>
  ({ selection: { from, to, empty, $from }, storedMarks, doc }: EditorState): boolean => {
    const type = marks[name];
    if (!type) return false;
    return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
  };

const mark = (name: 'strong' | 'em' | 'struck'): Command => {
  const type = marks[name];
  return type ? toggleMark(type) : () => false;
};

const NEW_TABLE_ROWS = 3;
const NEW_TABLE_COLUMNS = 2;

const newTable = (): Node => {
  const row = (type: string): Node =>
    editorSchema.node(
      'table_row',
      null,
      Array.from({ length: NEW_TABLE_COLUMNS }, () => editorSchema.node(type, null, editorSchema.node('paragraph'))),
    );
  return editorSchema.node(
    'table',
    null,
    Array.from({ length: NEW_TABLE_ROWS }, (_, at) => row(at === 0 ? 'table_header' : 'table_cell')),
  );
};

/** Puts a table below the paragraph, or in place of an empty one, and the cursor into its first cell. */
const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const { $from } = state.selection;
  const after = $from.depth === 0 ? $from.pos : $from.after();
  const container = $from.node(Math.max(0, $from.depth - 1));
  if (!container.type.contentMatch.matchType(nodeType('table'))) return false;
  const isEmpty = $from.depth > 0 && $from.parent.content.size === 0 && $from.parent.type === nodes['paragraph'];
  const at = isEmpty ? $from.before() : after;
  const tr = state.tr.replaceWith(at, after, newTable());
  tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

export type ToolKey =
  | 'bold'
  | 'italic'
  | 'struck'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'table'
  | 'rowAfter'
  | 'columnAfter'
  | 'deleteRow'
  | 'deleteColumn'
  | 'deleteTable'
  | 'undo'
  | 'redo';

export interface Tool {
  readonly key: ToolKey;
  readonly icon: string;
  readonly run: Command;
  /** The key that does the same, as it is announced. */
  readonly shortcut?: string;
  /** Given for what is on or off. */
  readonly isOn?: (state: EditorState) => boolean;
  /** Shown only there. */
  readonly onlyIn?: 'table';
}

export const TOOLS: readonly Tool[] = [
  { key: 'bold', icon: 'bold', run: mark('strong'), isOn: hasMark('strong'), shortcut: 'Mod-b' },
  { key: 'italic', icon: 'italic', run: mark('em'), isOn: hasMark('em'), shortcut: 'Mod-i' },
  { key: 'struck', icon: 'strikethrough', run: mark('struck'), isOn: hasMark('struck') },
  {
    key: 'bullets',
    icon: 'properties',
    run: toggleList('bullet_list'),
    isOn: isInside('bullet_list'),
    shortcut: 'Mod-Shift-8',
  },
  {
    key: 'numbers',
    icon: 'numbered-list',
    run: toggleList('ordered_list'),
    isOn: isInside('ordered_list'),
    shortcut: 'Mod-Shift-7',
  },
  { key: 'quote', icon: 'citation', run: toggleQuote, isOn: isInside('quote') },
  { key: 'table', icon: 'th', run: insertTable },
  { key: 'rowAfter', icon: 'add-row-bottom', run: addRowAfter, onlyIn: 'table' },
  { key: 'columnAfter', icon: 'add-column-right', run: addColumnAfter, onlyIn: 'table' },
  { key: 'deleteRow', icon: 'remove-row-bottom', run: deleteRow, onlyIn: 'table' },
  { key: 'deleteColumn', icon: 'remove-column-right', run: deleteColumn, onlyIn: 'table' },
  { key: 'deleteTable', icon: 'trash', run: deleteTable, onlyIn: 'table' },
  { key: 'undo', icon: 'undo', run: undo, shortcut: 'Mod-z' },
  { key: 'redo', icon: 'redo', run: redo, shortcut: 'Mod-Shift-z' },
];

export const TEXT_STYLES = ['paragraph', 'heading1', 'heading2', 'heading3'] as const;
export type TextStyle = (typeof TEXT_STYLES)[number];

export const setStyle = (style: TextStyle): Command =>
  style === 'paragraph'
    ? setBlockType(nodeType('paragraph'))
    : setBlockType(nodeType('heading'), { level: TEXT_STYLES.indexOf(style) });

export const textStyleOf = ({ selection: { $from } }: EditorState): TextStyle =>
  $from.parent.type === nodes['heading']
    ? (TEXT_STYLES[Number($from.parent.attrs['level'])] ?? 'paragraph')
    : 'paragraph';

const insertBreak: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (isInTable(state) || $from.parent.type !== nodes['paragraph']) return true;
  dispatch?.(state.tr.replaceSelectionWith(editorSchema.node('hard_break')).scrollIntoView());
  return true;
};

/** A cell has one line, so the key moves to the next cell. */
const leaveCell: Command = (state, dispatch) => isInTable(state) && (goToNextCell(1)(state, dispatch) || true);

export const EDITOR_KEYS: Readonly<Record<string, Command>> = {
  ...baseKeymap,
  ...Object.fromEntries(TOOLS.flatMap(({ shortcut, run }) => (shortcut === undefined ? [] : [[shortcut, run]]))),
  ...Object.fromEntries(TEXT_STYLES.map((style, at) => [`Mod-Alt-${at}`, setStyle(style)])),
  'Mod-y': redo,
  Enter: chainCommands(leaveCell, splitListItem(LIST_ITEM), baseKeymap['Enter'] ?? exitCode),
  'Shift-Enter': insertBreak,
  'Mod-Enter': () => false,
  'Mod-]': sinkListItem(LIST_ITEM),
  'Mod-[': liftListItem(LIST_ITEM),
  Tab: goToNextCell(1),
  'Shift-Tab': goToNextCell(-1),
};

/** The address that the selection leads to. */
export const linkAt = ({ selection: { $from, from, to, empty }, doc }: EditorState): string | undefined => {
  const type = marks['link'];
  if (!type) return undefined;
  let found: unknown = type.isInSet($from.marks())?.attrs['href'];
  if (!empty)
    doc.nodesBetween(from, to, (node) => {
      found ??= type.isInSet(node.marks)?.attrs['href'];
    });
  return typeof found === 'string' ? found : undefined;
};

const LINK_ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/iu;
const EMAIL_ADDRESS = /^[^\s@/]+@[^\s@/]+$/u;
const BARE_HOST = /^[^\s@:]+\.[^\s@:]+$/u;

/** Returns the address as it is kept; undefined for a text that is none. */
export const linkAddress = (typed: string): string | undefined => {
  const text = typed.trim();
  if (LINK_ADDRESS.test(text)) return text;
  if (EMAIL_ADDRESS.test(text)) return `mailto:${text}`;
  return BARE_HOST.test(text) ? `https://${text}` : undefined;
};

/**
 * Makes the selection a link; undefined takes the link away. Without a selection, it changes the link at the cursor, or inserts the address
 * as text.
 */
export const setLink =
  (href: string | undefined): Command =>
  (state, dispatch) => {
    const type = marks['link'];
    if (!type) return false;
    const { $from, from, to, empty } = state.selection;
    const { tr } = state;
    const here = type.isInSet($from.marks());
    let [start, end] = [from, to];
    if (empty && here) {
      const parent = $from.parent;
      let at = $from.start();
      for (const child of parent.children) {
        if (at <= from && from <= at + child.nodeSize && here.isInSet(child.marks))
          [start, end] = [at, at + child.nodeSize];
        at += child.nodeSize;
      }
    }
    if (start === end) {
      if (href === undefined) return false;
      tr.replaceSelectionWith(editorSchema.text(href.replace(/^mailto:/iu, ''), [type.create({ href })]), false);
    } else {
      tr.removeMark(start, end, type);
      if (href !== undefined) tr.addMark(start, end, type.create({ href }));
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
