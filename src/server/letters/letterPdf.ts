// Writes a letter as a tagged PDF with title, language, structure, embedded fonts and selectable text. Reads nothing outside of the letter:
// follows no addresses, and reads only the fonts from disk.

import type { Content } from 'pdfmake/interfaces.js';
import {
  type Letter,
  type LetterAnnex,
  type LetterPicture,
  logoSize,
  PAPERS,
  printedPictureSize,
  type PrintedLetter,
} from 'src/server/letters/Letter.ts';
import { markdownBlocks, type Block, type Run } from 'src/model/text/markdownBlocks.ts';
import { pdfParts, LATIN_FONT } from 'src/server/letters/letterFonts.ts';
import { createTag, PAGE_FURNITURE, type Tag } from 'src/server/letters/pdfTags.ts';
import { printTagged } from 'src/server/letters/taggedPdf.ts';

const INDENT_POINTS = 18;
const BLOCK_GAP = 8;
/** Font sizes of the subject and of headings below it. */
const HEADING_SIZES = { 1: 14, 2: 13, 3: 12, 4: 11 } as const;
const LINE_COLOUR = '#8a8f99';
export const FOOT = '#5f6670';
const LINK_COLOUR = '#1c5bb8';
const LETTER_MARGIN = { side: 72, top: 64 } as const;

/** Longer than any word or address. The library would try each letter for a line break. */
const ENDLESS = /[\S\u00A0\u202F\uFEFF]{200,}/gu;
/** Longer than any gap within a line. The library needs quadratic time. */
const GAP_IN_LINE = /[^\S\n]{20,}/gu;
const WIDEST_GAP = ' '.repeat(20);
const breakable = (text: string): string =>
  text.replace(GAP_IN_LINE, WIDEST_GAP).replace(ENDLESS, (word) => word.replace(/.{60}/gsu, '$&\u200B'));

/** Replacement for a character that no font can draw. */
const REPLACEMENT_CHARACTER = '\uFFFD';
/** No font draws a tab. */
const TAB = /\t/gu;

type Owner = Tag | typeof PAGE_FURNITURE;

const pdfRun = ({ text, bold, italic, struck, link }: Run, owner: Owner): Content[] => {
  const tag = link === undefined || owner === PAGE_FURNITURE ? owner : createTag('Link', owner);
  return pdfParts(breakable(text).replaceAll(TAB, ' ')).map(
    ({ text: part, font, isUndrawn }) =>
      ({
        text: isUndrawn ? REPLACEMENT_CHARACTER : part,
        ...(isUndrawn && { undrawn: part }),
        ...{ font, tag },
        // Text without bold inherits the style of its block.
        ...(bold && { bold }),
        ...(italic && { italics: true }),
        ...(struck && { decoration: 'lineThrough' as const }),
        ...(link !== undefined && { link, color: LINK_COLOUR, decoration: 'underline' as const }),
      }) as Content,
  );
};

const texts = (runs: readonly Run[], owner: Owner): Content[] => runs.flatMap((run) => pdfRun(run, owner));
/** Returns the content of unformatted text. */
export const plainRun = (text: string, owner: Owner): Content[] =>
  pdfRun({ text, bold: false, italic: false, struck: false, link: undefined }, owner);

interface Place {
  readonly parent: Tag;
  /** Level of the heading above the blocks. */
  readonly below: 1 | 2;
}

/** Each line is a paragraph. */
const pdfLines = (all: readonly string[], parent: Tag): Content[] =>
  all.map((line) => (line.trim() === '' ? { text: ' ' } : { text: plainRun(line, createTag('P', parent)) }));

/** Headings are below the subject or the title of an annex. */
const pdfHeading = ({ runs, level }: Extract<Block, { kind: 'heading' }>, { parent, below }: Place): Content => {
  const lower = Math.min(level + below, 4) as 2 | 3 | 4;
  return {
    text: texts(runs, createTag(`H${lower}`, parent)),
    ...{ fontSize: HEADING_SIZES[lower], bold: true, margin: [0, 10, 0, 4], headlineLevel: lower },
  };
};

const pdfList = (block: Extract<Block, { kind: 'list' }>, place: Place, gap: number): Content => {
  const list = createTag('L', place.parent);
  const entries = block.entries.map((entry): Content => {
    const item = createTag('LI', list);
    if (block.start !== undefined) createTag('Lbl', item);
    const body = createTag('LBody', item);
    return { stack: entry.map((each) => pdfBlocks(each, { ...place, parent: body }, 0)) };
  });
  const margin: [number, number, number, number] = [0, 0, 0, gap];
  return block.start === undefined ? { ul: entries, margin } : { ol: entries, start: block.start, margin };
};

const pdfTable = ({ head, rows }: Extract<Block, { kind: 'table' }>, parent: Tag): Content => {
  const table = createTag('Table', parent);
  const body = [head, ...rows].map((row, index) => {
    const tags = createTag('TR', table);
    return row.map((cell) => ({ text: texts(cell, createTag(index === 0 ? 'TH' : 'TD', tags)), bold: index === 0 }));
  });
  return {
    table: { headerRows: 1, widths: head.map(() => '*'), body },
    layout: 'lightHorizontalLines',
    margin: [0, 4, 0, 10],
  };
};

const pdfBlocks = (block: Block, place: Place, gap = BLOCK_GAP): Content => {
  const { parent } = place;
  switch (block.kind) {
    case 'heading':
      return pdfHeading(block, place);
    case 'list':
      return pdfList(block, place, gap);
    case 'table':
      return pdfTable(block, parent);
    case 'quote': {
      const quote = createTag('BlockQuote', parent);
      return {
        stack: block.blocks.map((each) => pdfBlocks(each, { ...place, parent: quote })),
        margin: [INDENT_POINTS, 0, INDENT_POINTS, 0],
      };
    }
    case 'rule':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 451, y2: 0, lineWidth: 0.5, lineColor: LINE_COLOUR }],
        margin: [0, 6, 0, 8],
      };
    case 'paragraph':
      return { text: texts(block.runs, createTag('P', parent)), margin: [0, 0, 0, gap] };
  }
};

const pdfPicture = (picture: LetterPicture, tag: Tag, size = logoSize(picture)): Content =>
  ({
    image: `data:image/png;base64,${Buffer.from(picture.content).toString('base64')}`,
    ...size,
    tag,
  }) as Content;

/** Returns a picture with its name below, on one page. */
const figureOf = (picture: LetterAnnex['pictures'][number], root: Tag): Content => ({
  stack: [
    pdfPicture(picture, createTag('Figure', root, picture.name), printedPictureSize(picture)),
    { text: plainRun(picture.name, createTag('P', root)), fontSize: 9.5, margin: [0, 4, 0, 0] },
  ],
  margin: [0, 8, 0, BLOCK_GAP],
  unbreakable: true,
});

const pdfSignature = ({ signature, signatureImage }: Letter, root: Tag): Content => {
  const [name = ''] = signature;
  const picture = signatureImage && pdfPicture(signatureImage, createTag('Figure', root, name));
  return {
    stack: [...(picture ? [picture] : []), ...pdfLines(signature, root)],
    margin: [0, 16, 0, 0],
    unbreakable: true,
  };
};

const pdfHead = ({ letterhead: { name, lines: below, logo } }: Letter, root: Tag): Content => ({
  columns: [
    logo
      ? Object.assign(pdfPicture(logo, createTag('Figure', root, name)), { margin: [0, 0, 16, 0] })
      : { text: '', width: 0 },
    {
      stack: [{ text: plainRun(name, createTag('P', root)), bold: true, fontSize: 13 }, ...pdfLines(below, root)],
      alignment: 'right',
    },
  ],
  margin: [0, 0, 0, 28],
});

const pdfListBelow = ({ name, entries }: Letter['lists'][number], root: Tag): Content => ({
  stack: [{ text: plainRun(name, createTag('P', root)), bold: true }, ...pdfLines(entries, root)],
  ...{ fontSize: 9.5, margin: [0, 12, 0, 0] },
});

const pdfAnnex = ({ title, body, pictures }: LetterAnnex, root: Tag): Content[] => [
  {
    text: plainRun(title, createTag('H2', root)),
    ...{ bold: true, fontSize: HEADING_SIZES[1], margin: [0, 0, 0, 10], pageBreak: 'before' },
  },
  ...markdownBlocks(body).map((block) => pdfBlocks(block, { parent: root, below: 2 })),
  ...pictures.map((picture) => figureOf(picture, root)),
];

const contentIn = (letter: Letter, root: Tag): Content[] => [
  pdfHead(letter, root),
  { text: plainRun(letter.date, createTag('P', root)), margin: [0, 0, 0, 12] },
  { stack: pdfLines(letter.recipient, root), margin: [0, 0, 0, 14] },
  {
    stack: pdfLines(
      letter.references.map(({ name, value }) => `${name}: ${value}`),
      root,
    ),
    fontSize: 9.5,
    margin: [0, 0, 0, letter.references.length > 0 ? 12 : 0],
  },
  {
    text: plainRun(letter.subject, createTag('H1', root)),
    bold: true,
    fontSize: HEADING_SIZES[1],
    margin: [0, 0, 0, 10],
  },
  ...((letter.salutation ?? '') === ''
    ? []
    : [{ text: plainRun(letter.salutation ?? '', createTag('P', root)), margin: [0, 0, 0, BLOCK_GAP] } as Content]),
  ...markdownBlocks(letter.body).map((block) => pdfBlocks(block, { parent: root, below: 1 })),
  pdfSignature(letter, root),
  ...letter.lists.map((each) => pdfListBelow(each, root)),
  ...letter.annexes.flatMap((annex) => pdfAnnex(annex, root)),
];

/** Returns the file. Cost grows with the text: about 30 ms per page. */
export const letterPdf = async (letter: PrintedLetter): Promise<Buffer> => {
  const tags = createTag('Document');
  return await printTagged({
    info: { Title: letter.title, Author: letter.letterhead.name, Subject: letter.subject },
    language: letter.language,
    tags,
    size: PAPERS[letter.paper],
    margins: { left: LETTER_MARGIN.side, top: LETTER_MARGIN.top, right: LETTER_MARGIN.side, bottom: LETTER_MARGIN.top },
    style: { font: LATIN_FONT, fontSize: 10.5, lineHeight: 1.25 },
    content: contentIn(letter, tags),
    footer: (page, pages) => ({
      text: plainRun(letter.foot.replace('{page}', String(page)).replace('{pages}', String(pages)), PAGE_FURNITURE),
      alignment: 'center',
      fontSize: 8.5,
      color: FOOT,
    }),
    // Keeps a heading with the following content.
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel !== undefined &&
      nodes.getFollowingNodesOnPage().length === 0 &&
      nodes.getNodesOnNextPage().length > 0,
  });
};
