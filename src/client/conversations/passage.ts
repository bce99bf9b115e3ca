// Passages of a text that conversations are about: quotes one for a new conversation, and searches it in the current text.

import { isRecord } from 'src/base/isRecord.ts';
import type { Item } from 'src/model/item/Item.ts';
import { markdownBlocks, type Block, type Run } from 'src/model/text/markdownBlocks.ts';

export interface Passage {
  /** The property that holds the text. */
  readonly path: string;
  readonly exact: string;
}

export const passageOf = ({ quote }: Item): Passage | undefined => {
  if (!isRecord(quote)) return undefined;
  const { path, exact } = quote;
  return typeof path === 'string' && typeof exact === 'string' ? { path, exact } : undefined;
};

const runsText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

const blocksText = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'list') return block.entries.map(blocksText).join('\n');
      if (block.kind === 'quote') return blocksText(block.blocks);
      if (block.kind === 'table') return [block.head, ...block.rows].flat().map(runsText).join('\n');
      return block.kind === 'rule' ? '' : runsText(block.runs);
    })
    .join('\n');

/** The paragraphs, headings, entries of lists and rows of tables of a text, in their order. */
export const passagesIn = (markdown: string): readonly string[] => {
  const inBlock = (block: Block): readonly string[] => {
    if (block.kind === 'list') return block.entries.flatMap((entry) => entry.flatMap(inBlock));
    if (block.kind === 'quote') return block.blocks.flatMap(inBlock);
    if (block.kind === 'table') return [block.head, ...block.rows].map((row) => row.map(runsText).join('\n'));
    return block.kind === 'rule' ? [] : [runsText(block.runs)];
  };
  return markdownBlocks(markdown)
    .flatMap(inBlock)
    .filter((text) => text.trim() !== '');
};

/** A selection of a page has other space than the text. */
const withoutSpace = (text: string): string => text.normalize('NFC').replace(/\s+/gu, '');

/** Returns whether the Markdown text still contains the passage. */
export const hasPassage = (markdown: string, { exact }: Passage): boolean =>
  withoutSpace(blocksText(markdownBlocks(markdown))).includes(withoutSpace(exact));
