// Reading and writing of Markdown: a text has the same content after it was read and written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownBlocks, writtenBlocks, type Block, type Run } from 'src/model/text/markdownBlocks.ts';
import { writeMarkdown } from 'src/model/text/writeMarkdown.ts';

const styleOf = ({ bold, italic, struck, link }: Run): string =>
  [bold ? 'b' : '', italic ? 'i' : '', struck ? 's' : '', link ?? ''].join('');

/** Compares runs as they look: spaces have no formatting, and lines have no space at their end. */
const looksOf = (runs: readonly Run[]): string =>
  runs
    .map((run) => [...run.text].map((sign) => (/\s/u.test(sign) ? sign : `${styleOf(run)}·${sign}`)).join(''))
    .join('')
    .replace(/[^\S\n]*\n[^\S\n]*/gu, '\n')
    .trim();

const shape = (block: Block): unknown => {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return { ...block, runs: looksOf(block.runs) };
    case 'table':
      return { ...block, head: block.head.map(looksOf), rows: block.rows.map((row) => row.map(looksOf)) };
    case 'list':
      return { ...block, entries: block.entries.map(shapes) };
    case 'quote':
      return { ...block, blocks: shapes(block.blocks) };
    default:
      return block;
  }
};

const shapes = (blocks: readonly Block[]): unknown[] =>
  blocks.filter((block) => block.kind !== 'paragraph' || looksOf(block.runs) !== '').map(shape);

const rewritten = (text: string): string => writeMarkdown(writtenBlocks(text).blocks.map(({ block }) => block));

const KNOWN = [
  '# Heading\n\n**Bold** and *italic* and ***both***, ~~struck~~, [a link](https://example.test/a_(b)).',
  '## Second\n\n### Third\n\nLine one\\\nline two',
  '- a\n- b\n  - c\n    1. d\n    2. e\n\n  more of b\n- f',
  '1. a\n2. b\n\n* * *\n\n3) c\n4) d',
  '- one\n\n* two\n\n+ three',
  '| A | B |\n|---|---|\n| **a** | b \\| c |\n| {field.a_b} | |',
  '> A quote\n>\n> - with a list\n>\n> > and a quote',
  'Dear {consultation.contact_name_a}, about {a_b} and {c_d}: \\{not.a.field\\}.',
  '**bold*both*** *a **b** c* **a *b* c** un*frigging*believable',
  '2. begins at two\n3. goes on',
  '\\# no heading, \\- no list, 1\\. no number, 5-Dec-2026, 2 \\* 3',
  'https://example.test and a@example.test, www.example.test',
  '&amp; &lt;b&gt; <b>html</b> ![picture](https://example.test/a.png) `code {field}`',
  'a  \nb',
];

describe('[WF-02] Markdown, read and written', () => {
  it.each(KNOWN)('keeps %j', (text) => {
    expect(shapes(markdownBlocks(rewritten(text)))).toEqual(shapes(markdownBlocks(text)));
  });

  it('writes what is written in its own way as it was', () => {
    const text =
      '# Title\n\nA **bold** word, {field.name} and *more*.\n\n- a\n- b\n  - c\n\n1. d\n2. e\n\n| A | B |\n| --- | --- |\n| a | b |\n\n> Quote\n\n___';
    expect(rewritten(text)).toBe(text);
  });

  it('keeps every source when its parts are put together', () => {
    const text = '\n\n# A\n\n\nb\n\n[x]: https://example.test\n\n- c\n- d\n\n\n| a |\n|--|\n| [b][x] |\n\n<p>\n\nend\n';
    const { lead, blocks } = writtenBlocks(text);
    expect(lead + blocks.map(({ raw, gap }) => raw + gap).join('')).toBe(text);
  });

  const sign = fc.constantFrom(
    ...Array.from('ab \n*_~`[]()<>{}|#-+=>!\\.1&;:@"é'),
    ...['\n\n', '**', '{a.b}', '- ', '1. ', '| ', '# ', '> ', 'word ', 'https://e.test', '&amp;'],
  );

  it('reads back as the same blocks for any text, or as the same words', () => {
    const wordsOf = (blocks: readonly Block[]): string =>
      JSON.stringify(shapes(blocks)).replace(/(?:[bis]*(?:(?:https?|mailto):[^·]*)?)·/gu, '');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
        const text = signs.join('');
        const written = rewritten(text);
        expect(wordsOf(markdownBlocks(written))).toEqual(wordsOf(markdownBlocks(text)));
      }),
      { numRuns: 500 },
    );
  });
});
