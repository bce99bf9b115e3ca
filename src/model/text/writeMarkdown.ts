// Writes blocks as Markdown that parses to the same blocks. The editor uses it for changed blocks.

import type { Block, Run } from 'src/model/text/markdownBlocks.ts';
import { writeInline } from 'src/model/text/writeInline.ts';

const runsInOneLine = (runs: readonly Run[]): Run[] =>
  runs.map((run) => (run.field === undefined ? { ...run, text: run.text.replace(/\s*\n\s*/gu, ' ') } : run));

const indented = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? `${first}${line}` : line === '' ? rest.trimEnd() : `${rest}${line}`))
    .join('\n');

const CLOSING_SIGNS = /#+$/u;
const headingMarkdown = ({ level, runs }: Extract<Block, { kind: 'heading' }>): string => {
  const text = writeInline(runsInOneLine(runs), false).replace(
    CLOSING_SIGNS,
    (signs) => `\\${signs.split('').join('\\')}`,
  );
  return `${'#'.repeat(level)} ${text}`.trimEnd();
};

type List = Extract<Block, { kind: 'list' }>;
/** Two consecutive lists have different bullets, because otherwise they would be one. */
type Sign = 0 | 1;
const BULLETS = ['-', '*'] as const;
const POINTS = ['.', ')'] as const;

/** A list within an entry follows its paragraph directly, unless it would become a line of the paragraph. */
const startsTight = (block: Block | undefined): boolean =>
  block?.kind === 'list' && (block.start === undefined || block.start === 1) && (block.entries[0]?.length ?? 0) > 0;

const entryMarkdown = (blocks: readonly Block[]): string => {
  const [first, second, ...rest] = blocks;
  if (first?.kind !== 'paragraph' || !startsTight(second) || !second) return writeMarkdown(blocks);
  return [
    `${writeMarkdown([first])}\n${writeMarkdown([second])}`,
    ...(rest.length > 0 ? [writeMarkdown(rest)] : []),
  ].join('\n\n');
};

const listMarkdown = ({ start, entries }: List, sign: Sign): string =>
  entries
    .map((blocks, at) => {
      const marker = start === undefined ? BULLETS[sign] : `${start + at}${POINTS[sign]}`;
      return indented(entryMarkdown(blocks), `${marker} `, ' '.repeat(marker.length + 1)).trimEnd();
    })
    .join('\n');

const rowMarkdown = (cells: readonly (readonly Run[])[]): string =>
  `| ${cells.map((runs) => writeInline(runsInOneLine(runs), false)).join(' | ')} |`;

const tableMarkdown = ({ head, rows }: Extract<Block, { kind: 'table' }>): string =>
  [rowMarkdown(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(rowMarkdown)].join('\n');

/** Returns one block. */
export const writeBlock = (block: Block, sign: Sign = 0): string => {
  switch (block.kind) {
    case 'paragraph':
      return writeInline(block.runs).replace(/(?:\\\n)+$/u, '');
    case 'heading':
      return headingMarkdown(block);
    case 'list':
      return listMarkdown(block, sign);
    case 'table':
      return tableMarkdown(block);
    case 'quote':
      return indented(writeMarkdown(block.blocks), '> ', '> ').trimEnd();
    case 'rule':
      return '___';
  }
};

/** Returns the sign for a list after a block. */
export const signAfter = (block: Block, before: Block | undefined, sign: Sign): Sign =>
  block.kind === 'list' &&
  before?.kind === 'list' &&
  (block.start === undefined) === (before.start === undefined) &&
  sign === 0
    ? 1
    : 0;

/** Returns the Markdown of blocks. Empty paragraphs are left out. */
export const writeMarkdown = (blocks: readonly Block[]): string => {
  let sign: Sign = 0;
  let before: Block | undefined;
  const written: string[] = [];
  for (const block of blocks) {
    sign = signAfter(block, before, sign);
    const text = writeBlock(block, sign);
    if (text === '') continue;
    written.push(text);
    before = block;
  }
  return written.join('\n\n');
};
