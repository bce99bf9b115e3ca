// A letter as PDF: tagged with its title and language, its fonts inside, the text selectable. Nothing outside the letter is read: no address is followed, and of this machine's files only the fonts.

import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions, TFontDictionary } from 'pdfmake/interfaces.js';
import { type Letter, logoSize } from 'src/server/letters/Letter.ts';
import { letterBlocks, type Block, type Run } from 'src/server/letters/letterBlocks.ts';
import { byFont, FONT_FILES, LATIN_FONT } from 'src/server/letters/letterFonts.ts';

const INDENT = 18;
const GAP = 8;
const SIZES = { 1: 15, 2: 13, 3: 11 } as const;
const LINE = '#8a8f99';
const LINK = '#1c5bb8';

const fontPaths = new Set<string>(Object.values(FONT_FILES).flatMap((files) => Object.values(files)));
pdfmake.setFonts(FONT_FILES as unknown as TFontDictionary);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontPaths.has(path));

/** Longer than any word or address that people write: the library would try each of its letters to break the line. */
const ENDLESS = /[\S\u00A0\u202F\uFEFF]{200,}/gu;
/** Longer than any gap that people leave within a line: the library takes the square of its length. */
const GAP_IN_LINE = /[^\S\n]{20,}/gu;
const WIDEST_GAP = ' '.repeat(20);
const breakable = (text: string): string =>
  text.replace(GAP_IN_LINE, WIDEST_GAP).replace(ENDLESS, (word) => word.replace(/.{60}/gsu, '$&\u200B'));

const styled = ({ text, bold, italic, struck, link }: Run): Content[] =>
  byFont(breakable(text)).map(({ text: part, font }) => ({
    text: part,
    font,
    // What is not bold takes after the block that it stands in.
    ...(bold && { bold }),
    ...(italic && { italics: true }),
    ...(struck && { decoration: 'lineThrough' as const }),
    ...(link !== undefined && { link, color: LINK, decoration: 'underline' as const }),
  }));

const texts = (runs: readonly Run[]): Content[] => runs.flatMap(styled);
const plain = (text: string): Content[] => styled({ text, bold: false, italic: false, struck: false, link: undefined });
const lines = (all: readonly string[]): Content[] => all.map((line) => ({ text: plain(line) }));

const contentOf = (block: Block, gap = GAP): Content => {
  switch (block.kind) {
    case 'heading':
      return {
        text: texts(block.runs),
        ...{ fontSize: SIZES[block.level], bold: true, margin: [0, 10, 0, 4], headlineLevel: block.level },
      };
    case 'list': {
      const entries = block.entries.map((entry): Content => ({ stack: entry.map((each) => contentOf(each, 0)) }));
      return block.start === undefined
        ? { ul: entries, margin: [0, 0, 0, gap] }
        : { ol: entries, start: block.start, margin: [0, 0, 0, gap] };
    }
    case 'table':
      return {
        table: {
          headerRows: 1,
          widths: block.head.map(() => '*'),
          body: [block.head, ...block.rows].map((row, index) =>
            row.map((cell) => ({ text: texts(cell), bold: index === 0 })),
          ),
        },
        layout: 'lightHorizontalLines',
        margin: [0, 4, 0, 10],
      };
    case 'quote':
      return { stack: block.blocks.map((each) => contentOf(each)), margin: [INDENT, 0, INDENT, 0] };
    case 'rule':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 451, y2: 0, lineWidth: 0.5, lineColor: LINE }],
        margin: [0, 6, 0, 8],
      };
    case 'paragraph':
      return { text: texts(block.runs), margin: [0, 0, 0, gap] };
  }
};

const headOf = ({ letterhead: { name, lines: below, logo } }: Letter): Content => ({
  columns: [
    logo
      ? {
          image: `data:image/png;base64,${Buffer.from(logo.content).toString('base64')}`,
          ...logoSize(logo),
          margin: [0, 0, 16, 0],
        }
      : { text: '', width: 0 },
    { stack: [{ text: plain(name), bold: true, fontSize: 13 }, ...lines(below)], alignment: 'right' },
  ],
  margin: [0, 0, 0, 28],
});

const definitionOf = (letter: Letter): TDocumentDefinitions => ({
  info: { title: letter.title, author: letter.letterhead.name, subject: letter.subject },
  language: letter.language,
  pageSize: 'LETTER',
  pageMargins: [72, 64, 72, 64],
  defaultStyle: { font: LATIN_FONT, fontSize: 10.5, lineHeight: 1.25 },
  footer: (page, pages) => ({
    text: plain(letter.foot.replace('{page}', String(page)).replace('{pages}', String(pages))),
    alignment: 'center',
    fontSize: 8.5,
    color: LINE,
  }),
  content: [
    headOf(letter),
    { text: plain(letter.date), margin: [0, 0, 0, 12] },
    { stack: lines(letter.recipient), margin: [0, 0, 0, 14] },
    {
      stack: letter.references.map(({ name, value }) => ({ text: plain(`${name}: ${value}`), fontSize: 9.5 })),
      margin: [0, 0, 0, letter.references.length > 0 ? 12 : 0],
    },
    { text: plain(letter.subject), bold: true, fontSize: 12, margin: [0, 0, 0, 10] },
    ...letterBlocks(letter.body).map((block) => contentOf(block)),
    { stack: lines(letter.signature), margin: [0, 16, 0, 0], unbreakable: true },
  ],
  // A heading never stands alone at the foot of a page.
  pageBreakBefore: (node, nodes) =>
    node.headlineLevel !== undefined &&
    nodes.getFollowingNodesOnPage().length === 0 &&
    nodes.getNodesOnNextPage().length > 0,
});

/** The file. Cost grows with the text: about 30 ms a page. */
export const letterPdf = async (letter: Letter): Promise<Buffer> =>
  Buffer.from(await pdfmake.createPdf(definitionOf(letter)).getBuffer());
