// Conversion between a Markdown text and a document of the editor. An unchanged block is written as it was.

import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { TableMap } from 'prosemirror-tables';
import { editorSchema } from 'src/client/fields/markdown/editorSchema.ts';
import { writtenBlocks, type Block, type Run } from 'src/model/text/markdownBlocks.ts';
import { signAfter, writeBlock } from 'src/model/text/writeMarkdown.ts';

const { nodes, marks } = editorSchema;

const runMarks = ({ bold, italic, struck, link }: Run): readonly Mark[] => [
  ...(link === undefined ? [] : [editorSchema.mark('link', { href: link })]),
  ...(bold ? [editorSchema.mark('strong')] : []),
  ...(italic ? [editorSchema.mark('em')] : []),
  ...(struck ? [editorSchema.mark('struck')] : []),
];

interface RunOptions {
  /** Breaks of lines become space. */
  readonly oneLine?: boolean;
}

const inlineOf = (runs: readonly Run[], { oneLine = false }: RunOptions = {}): Node[] =>
  runs.flatMap((run) => {
    const style = runMarks(run);
    if (run.field !== undefined) return [editorSchema.node('field', { path: run.field }, undefined, style)];
    return (oneLine ? [run.text.replaceAll('\n', ' ')] : run.text.split('\n')).flatMap((line, at) => [
      ...(at > 0 ? [editorSchema.node('hard_break', null, undefined, style)] : []),
      ...(line === '' ? [] : [editorSchema.text(line, style)]),
    ]);
  });

const paragraph = (runs: readonly Run[], options?: RunOptions): Node =>
  editorSchema.node('paragraph', null, inlineOf(runs, options));

const someBlocks = (blocks: readonly Block[]): readonly Node[] =>
  blocks.length === 0 ? [editorSchema.node('paragraph')] : blocks.map(nodeOf);

const tableRowNode = (type: 'table_header' | 'table_cell', cells: readonly (readonly Run[])[]): Node =>
  editorSchema.node(
    'table_row',
    null,
    cells.map((runs) => editorSchema.node(type, null, paragraph(runs, { oneLine: true }))),
  );

const nodeOf = (block: Block): Node => {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(block.runs);
    case 'heading':
      return editorSchema.node('heading', { level: block.level }, inlineOf(block.runs, { oneLine: true }));
    case 'list': {
      const items = block.entries.map((entry) => editorSchema.node('list_item', null, someBlocks(entry)));
      return block.start === undefined
        ? editorSchema.node('bullet_list', null, items)
        : editorSchema.node('ordered_list', { order: block.start }, items);
    }
    case 'table':
      return editorSchema.node('table', null, [
        tableRowNode('table_header', block.head),
        ...block.rows.map((row) => tableRowNode('table_cell', row)),
      ]);
    case 'quote':
      return editorSchema.node('quote', null, someBlocks(block.blocks));
    case 'rule':
      return editorSchema.node('rule');
  }
};

const textRun = (node: Node): Run => {
  const has = (mark: keyof typeof marks): Mark | undefined => node.marks.find(({ type }) => type === marks[mark]);
  const href: unknown = has('link')?.attrs['href'];
  const style = {
    ...{ bold: has('strong') !== undefined, italic: has('em') !== undefined, struck: has('struck') !== undefined },
    link: typeof href === 'string' ? href : undefined,
  };
  if (node.type === nodes['field']) {
    const field = String(node.attrs['path']);
    return { ...style, text: `{${field}}`, field };
  }
  return { ...style, text: node.type === nodes['hard_break'] ? '\n' : (node.text ?? '') };
};

const runsOf = (node: Node): Run[] => node.children.map(textRun);

/** A cell over several columns or rows gives its text to the first of them. */
const tableBlock = (table: Node): Block => {
  const { map, width, height } = TableMap.get(table);
  const seen = new Set<number>();
  const rows = Array.from({ length: height }, (_, row) =>
    map.slice(row * width, (row + 1) * width).map((at): Run[] => {
      const cell = seen.has(at) ? undefined : table.nodeAt(at);
      seen.add(at);
      return cell ? cell.children.flatMap(runsOf) : [];
    }),
  );
  const [head = [], ...body] = rows;
  return { kind: 'table', head, rows: body };
};

const EDITOR_HEADING_LEVELS = [1, 2, 3] as const;

const blockOf = (node: Node): Block => {
  switch (node.type) {
    case nodes['heading']:
      return {
        kind: 'heading',
        level: EDITOR_HEADING_LEVELS[Number(node.attrs['level']) - 1] ?? 3,
        runs: runsOf(node),
      };
    case nodes['bullet_list']:
    case nodes['ordered_list']: {
      const start = node.type === nodes['ordered_list'] ? Number(node.attrs['order']) : undefined;
      return { kind: 'list', start, entries: node.children.map(({ children }) => children.map(blockOf)) };
    }
    case nodes['table']:
      return tableBlock(node);
    case nodes['quote']:
      return { kind: 'quote', blocks: node.children.map(blockOf) };
    case nodes['rule']:
      return { kind: 'rule' };
    default:
      return { kind: 'paragraph', runs: runsOf(node) };
  }
};

interface Origin {
  readonly raw: string;
  readonly gap: string;
  /** The block that followed in the source. */
  next: Node | undefined;
}

/** Source text of a document's nodes. Nodes never change, so a node that is still there was not changed. */
export interface Origins {
  readonly lead: string;
  readonly source: string;
  readonly doc: Node | undefined;
  readonly first: Node | undefined;
  readonly of: WeakMap<Node, Origin>;
}

export interface ReadDocument {
  readonly doc: Node;
  readonly origins: Origins;
}

export const readDocument = (text: string): ReadDocument => {
  const source = text.replace(/\r\n?/gu, '\n');
  const { lead, blocks } = writtenBlocks(source);
  const of = new WeakMap<Node, Origin>();
  const children: Node[] = [];
  let before: Origin | undefined;
  for (const { block, raw, gap } of blocks) {
    const node = nodeOf(block);
    const origin: Origin = { raw, gap, next: undefined };
    if (before) before.next = node;
    of.set(node, origin);
    children.push(node);
    before = origin;
  }
  const doc = editorSchema.node('doc', null, children.length === 0 ? [editorSchema.node('paragraph')] : children);
  return { doc, origins: { lead, source, doc, of, first: children[0] } };
};

const TRAILING_BREAKS = /\n+$/u;
const isListNode = (node: Node | undefined): boolean =>
  node?.type === nodes['bullet_list'] || node?.type === nodes['ordered_list'];

/** Definitions of links, which the document does not show. */
const DEFINITIONS = /^ {0,3}\[[^\]\n]+\]:.*$/gmu;

/** Returns the Markdown of a document. */
export const writeDocument = (doc: Node, origins: Origins): string => {
  const { lead, source, first, of } = origins;
  if (origins.doc?.eq(doc)) return source;
  let written = doc.firstChild === first ? lead : '';
  let before: { node: Node; origin: Origin | undefined; sign: 0 | 1 } | undefined;
  for (const node of doc.children) {
    const block = blockOf(node);
    const sign = signAfter(block, before && blockOf(before.node), before?.sign ?? 0);
    const known = of.get(node);
    // A list after a rewritten list has another sign than that one, or they would be one list.
    const origin = isListNode(node) && isListNode(before?.node) && before?.origin?.next !== node ? undefined : known;
    const text = origin ? origin.raw : writeBlock(block, sign);
    if (text === '') continue;
    if (before) {
      const follows = before.origin?.next === node && origin !== undefined;
      const continued = written + (before.origin?.gap ?? '');
      written = follows && continued.endsWith('\n') ? continued : `${written.replace(TRAILING_BREAKS, '')}\n\n`;
    }
    written += text;
    before = { node, origin, sign };
  }
  const ends = before?.origin?.next === undefined ? (before?.origin?.gap ?? '') : '';
  const missing = (source.match(DEFINITIONS) ?? []).filter((line) => !`${written}${ends}`.includes(line));
  return missing.length === 0
    ? written + ends
    : `${(written + ends).replace(TRAILING_BREAKS, '')}\n\n${missing.join('\n')}`;
};

/** Returns the nodes of one line of Markdown, to be put in where the cursor is. */
export const inlineFragment = (text: string): Fragment => {
  const [written] = writtenBlocks(text).blocks;
  return written?.block.kind === 'paragraph'
    ? Fragment.from(inlineOf(written.block.runs))
    : Fragment.from(editorSchema.text(text));
};
