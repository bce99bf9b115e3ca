// Parses Markdown into the few kinds of blocks that printed letters, item pages and the editor support. Other features of Markdown
// (pictures, code, HTML) stay text as written. writeMarkdown.ts is the inverse.

import { Marked, type Token, type Tokens } from 'marked';

export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly struck: boolean;
  /** Address of a link: http, https or mailto. */
  readonly link: string | undefined;
  /** Path of a merge field. The text is the field as written. */
  readonly field?: string | undefined;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly runs: readonly Run[] }
  | {
      readonly kind: 'list';
      /** Number of the first entry; undefined for bullets. */
      readonly start: number | undefined;
      readonly entries: readonly (readonly Block[])[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Run[])[];
      readonly rows: readonly (readonly (readonly Run[])[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'rule' };

type Style = Omit<Run, 'text'>;

const FIELD_AT_START = /^\{([$_A-Za-z][\w$.]*)\}/u;

/** Recognises merge fields, `{consultation.projectName}`, so that no character within one is formatting. */
const lexer = new Marked({
  extensions: [
    {
      name: 'field',
      level: 'inline',
      start: (text) => text.indexOf('{'),
      tokenizer(text) {
        const [raw, path] = FIELD_AT_START.exec(text) ?? [];
        return raw === undefined ? undefined : { type: 'field', raw, path };
      },
    },
  ],
});

const PLAIN_STYLE: Style = { bold: false, italic: false, struck: false, link: undefined };
const LINK_SCHEMES = /^(?:https?:\/\/|mailto:)/iu;
const MARKDOWN_HEADING_LEVELS = [1, 2, 3] as const;
/** Maximum depth of nested lists; deeper ones are drawn at this depth. It limits the cost of a hostile text. */
const MAX_LIST_DEPTH = 6;

const HTML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** The lexer returns some texts with the five characters of HTML escaped. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/gu, (whole, name: string) => HTML_ENTITIES[name] ?? whole);

const inlineTokens = (token: Token): readonly Token[] => ('tokens' in token && token.tokens ? token.tokens : []);

const isAlike = (one: Run, other: Run): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.struck === other.struck &&
  one.link === other.link &&
  one.field === undefined &&
  other.field === undefined;

/**
 * Merges adjacent runs with the same style. The lexer ends a run at each escaped character, and layout time grows with the square of the
 * number of runs.
 */
const mergedRuns = (runs: readonly Run[]): Run[] => {
  const groups: (Style & { readonly parts: string[] })[] = [];
  for (const { text, ...style } of runs) {
    const last = groups.at(-1);
    if (last && isAlike({ ...last, text: '' }, { ...style, text })) last.parts.push(text);
    else groups.push({ ...style, parts: [text] });
  }
  return groups.map(({ parts, ...style }) => ({ text: parts.join(''), ...style }));
};

const runsIn = (tokens: readonly Token[], style: Style, depth: number): Run[] =>
  mergedRuns(
    tokens.flatMap((token) =>
      depth > MAX_LIST_DEPTH ? [{ ...style, text: token.raw }] : tokenRuns(token, style, depth),
    ),
  );

const tokenRuns = (token: Token, style: Style, depth: number): Run[] => {
  const inside = (change: Partial<Style>): Run[] => runsIn(inlineTokens(token), { ...style, ...change }, depth + 1);
  switch (token.type) {
    case 'strong':
      return inside({ bold: true });
    case 'em':
      return inside({ italic: true });
    case 'del':
      return inside({ struck: true });
    case 'link':
      return LINK_SCHEMES.test((token as Tokens.Link).href)
        ? inside({ link: (token as Tokens.Link).href })
        : [{ ...style, text: token.raw }];
    case 'br':
      return [{ ...style, text: '\n' }];
    case 'field':
      return [{ ...style, text: token.raw, field: String((token as Tokens.Generic)['path']) }];
    case 'escape':
      return [{ ...style, text: unescaped((token as Tokens.Escape).text) }];
    case 'text':
      return inlineTokens(token).length > 0 ? inside({}) : [{ ...style, text: unescaped((token as Tokens.Text).text) }];
    default:
      return [{ ...style, text: token.raw }];
  }
};

const runs = (token: Token): Run[] => runsIn(inlineTokens(token), PLAIN_STYLE, 0);

const blocksIn = (tokens: readonly Token[], depth: number): Block[] =>
  tokens.flatMap((token) => tokenBlock(token, depth) ?? []);

const listBlock = (token: Tokens.List, depth: number): Block => ({
  kind: 'list',
  start: token.ordered ? Number(token.start) || 1 : undefined,
  entries: token.items.map((entry) => blocksIn(entry.tokens, depth + 1)),
});

const tokenBlock = (token: Token, depth: number): Block | undefined => {
  if (token.type === 'space' || token.type === 'def') return undefined;
  if (depth > MAX_LIST_DEPTH) return { kind: 'paragraph', runs: [{ ...PLAIN_STYLE, text: token.raw }] };
  switch (token.type) {
    case 'heading':
      return {
        kind: 'heading',
        level: MARKDOWN_HEADING_LEVELS[(token as Tokens.Heading).depth - 1] ?? 3,
        runs: runs(token),
      };
    case 'list':
      return listBlock(token as Tokens.List, depth);
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cell = ({ tokens }: Tokens.TableCell): Run[] => runsIn(tokens, PLAIN_STYLE, 0);
      return { kind: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) };
    }
    case 'blockquote':
      return { kind: 'quote', blocks: blocksIn(inlineTokens(token), depth + 1) };
    case 'hr':
      return { kind: 'rule' };
    case 'paragraph':
    case 'text':
      return {
        kind: 'paragraph',
        runs: inlineTokens(token).length > 0 ? runs(token) : tokenRuns(token, PLAIN_STYLE, 0),
      };
    default:
      return { kind: 'paragraph', runs: [{ ...PLAIN_STYLE, text: token.raw.trimEnd() }] };
  }
};

/** Reduces headings to at most one level below the preceding heading, so that navigation by headings misses none. */
const withoutSkips = (blocks: readonly Block[], last: { level: number }): Block[] =>
  blocks.map((block): Block => {
    if (block.kind === 'list') return { ...block, entries: block.entries.map((entry) => withoutSkips(entry, last)) };
    if (block.kind === 'quote') return { ...block, blocks: withoutSkips(block.blocks, last) };
    if (block.kind !== 'heading') return block;
    last.level = Math.min(block.level, last.level + 1);
    return { ...block, level: MARKDOWN_HEADING_LEVELS[last.level - 1] ?? 3 };
  });

/** Deeply nested characters can exceed the stack of the lexer. Such a text becomes a paragraph. */
const markdownTokens = (markdown: string): readonly Token[] => {
  try {
    return lexer.lexer(markdown);
  } catch (error) {
    if (error instanceof RangeError) return [{ type: 'html', raw: markdown, text: markdown }];
    throw error;
  }
};

/** Returns the blocks of a text as they are printed. Every text has blocks; nothing throws. */
export const markdownBlocks = (markdown: string): Block[] =>
  withoutSkips(blocksIn(markdownTokens(markdown), 0), { level: 0 });

export interface WrittenBlock {
  /** Block with the heading level as written. */
  readonly block: Block;
  /** Source of the block. */
  readonly raw: string;
  /** Source between the block and the next one: empty lines and definitions of links. */
  gap: string;
}

/** Returns the blocks of a text with their source, and the text before the first one. */
export const writtenBlocks = (markdown: string): { readonly lead: string; readonly blocks: WrittenBlock[] } => {
  const blocks: WrittenBlock[] = [];
  let lead = '';
  for (const token of markdownTokens(markdown)) {
    const block = tokenBlock(token, 0);
    const last = blocks.at(-1);
    if (block) blocks.push({ block, raw: token.raw, gap: '' });
    else if (last) last.gap += token.raw;
    else lead += token.raw;
  }
  return { lead, blocks };
};
