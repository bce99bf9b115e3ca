// The body of a letter, written in Markdown, as the few kinds of blocks that a printed letter has. What Markdown can do beyond them
// (pictures, HTML) stays text, as it was written.

import { lexer, type Token, type Tokens } from 'marked';

export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly struck: boolean;
  /** An address that the text leads to: http, https or mailto. */
  readonly link: string | undefined;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly runs: readonly Run[] }
  | {
      readonly kind: 'list';
      /** Number of the first entry; undefined: bullets. */
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

const PLAIN: Style = { bold: false, italic: false, struck: false, link: undefined };
const LINKS = /^(?:https?:\/\/|mailto:)/iu;
const LEVELS = [1, 2, 3] as const;
/** A list in a list in a list: deeper ones are drawn at this depth. Bounds what a hostile text costs. */
const MAX_DEPTH = 6;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** The lexer hands some texts out with the five signs of HTML escaped. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/gu, (whole, name: string) => ENTITIES[name] ?? whole);

const inlineTokens = (token: Token): readonly Token[] => ('tokens' in token && token.tokens ? token.tokens : []);

const isAlike = (one: Run, other: Run): boolean =>
  one.bold === other.bold && one.italic === other.italic && one.struck === other.struck && one.link === other.link;

/** The lexer ends a text at each escaped sign. Laying out a page takes the square of the number of runs, so those that look alike are one. */
const joined = (runs: readonly Run[]): Run[] => {
  const groups: (Style & { readonly parts: string[] })[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && isAlike({ ...last, text: '' }, run)) last.parts.push(run.text);
    else groups.push({ ...run, parts: [run.text] });
  }
  return groups.map(({ parts, bold, italic, struck, link }) => ({ text: parts.join(''), bold, italic, struck, link }));
};

const runsIn = (tokens: readonly Token[], style: Style, depth: number): Run[] =>
  joined(
    tokens.flatMap((token) => (depth > MAX_DEPTH ? [{ ...style, text: token.raw }] : runsOf(token, style, depth))),
  );

const runsOf = (token: Token, style: Style, depth: number): Run[] => {
  const inside = (change: Partial<Style>): Run[] => runsIn(inlineTokens(token), { ...style, ...change }, depth + 1);
  switch (token.type) {
    case 'strong':
      return inside({ bold: true });
    case 'em':
      return inside({ italic: true });
    case 'del':
      return inside({ struck: true });
    case 'link':
      return LINKS.test((token as Tokens.Link).href)
        ? inside({ link: (token as Tokens.Link).href })
        : [{ ...style, text: token.raw }];
    case 'br':
      return [{ ...style, text: '\n' }];
    case 'escape':
      return [{ ...style, text: unescaped((token as Tokens.Escape).text) }];
    case 'text':
      return inlineTokens(token).length > 0 ? inside({}) : [{ ...style, text: unescaped((token as Tokens.Text).text) }];
    default:
      return [{ ...style, text: token.raw }];
  }
};

const runs = (token: Token): Run[] => runsIn(inlineTokens(token), PLAIN, 0);

const blocksIn = (tokens: readonly Token[], depth: number): Block[] =>
  tokens.flatMap((token) => blockOf(token, depth) ?? []);

const listOf = (token: Tokens.List, depth: number): Block => ({
  kind: 'list',
  start: token.ordered ? Number(token.start) || 1 : undefined,
  entries: token.items.map((entry) => blocksIn(entry.tokens, depth + 1)),
});

const blockOf = (token: Token, depth: number): Block | undefined => {
  if (token.type === 'space' || token.type === 'def') return undefined;
  if (depth > MAX_DEPTH) return { kind: 'paragraph', runs: [{ ...PLAIN, text: token.raw }] };
  switch (token.type) {
    case 'heading':
      return { kind: 'heading', level: LEVELS[(token as Tokens.Heading).depth - 1] ?? 3, runs: runs(token) };
    case 'list':
      return listOf(token as Tokens.List, depth);
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cell = ({ tokens }: Tokens.TableCell): Run[] => runsIn(tokens, PLAIN, 0);
      return { kind: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) };
    }
    case 'blockquote':
      return { kind: 'quote', blocks: blocksIn(inlineTokens(token), depth + 1) };
    case 'hr':
      return { kind: 'rule' };
    case 'paragraph':
    case 'text':
      return { kind: 'paragraph', runs: inlineTokens(token).length > 0 ? runs(token) : runsOf(token, PLAIN, 0) };
    default:
      return { kind: 'paragraph', runs: [{ ...PLAIN, text: token.raw.trimEnd() }] };
  }
};

/** Headings skip no level, so that readers of headings miss none: each is at most one level below the heading before it. */
const withoutSkips = (blocks: readonly Block[], last: { level: number }): Block[] =>
  blocks.map((block): Block => {
    if (block.kind === 'list') return { ...block, entries: block.entries.map((entry) => withoutSkips(entry, last)) };
    if (block.kind === 'quote') return { ...block, blocks: withoutSkips(block.blocks, last) };
    if (block.kind !== 'heading') return block;
    last.level = Math.min(block.level, last.level + 1);
    return { ...block, level: LEVELS[last.level - 1] ?? 3 };
  });

/** Returns the blocks of a letter. Any text is a letter; nothing throws. */
export const letterBlocks = (markdown: string): Block[] => {
  try {
    return withoutSkips(blocksIn(lexer(markdown), 0), { level: 0 });
  } catch (error) {
    // Thousands of signs within one another are more than the lexer can follow.
    if (error instanceof RangeError) return [{ kind: 'paragraph', runs: [{ ...PLAIN, text: markdown }] }];
    throw error;
  }
};
