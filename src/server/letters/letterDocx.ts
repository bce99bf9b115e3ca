// Writes a letter as a Word document that people can edit: real headings, lists and tables, embedded fonts.

import { readFileSync } from 'node:fs';
import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type IParagraphOptions,
} from 'docx';
import {
  type Letter,
  type LetterAnnex,
  type LetterPicture,
  logoSize,
  printedPictureSize,
  PAPERS,
  type PrintedLetter,
} from 'src/server/letters/Letter.ts';
import { markdownBlocks, type Block, type Run } from 'src/model/text/markdownBlocks.ts';
import { byFont, FONT_FILES, LATIN_FONT, SYLLABICS_FONT } from 'src/server/letters/letterFonts.ts';

const NUMBERED_LIST = 'numbers';
const HEADING_LEVELS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4];
/** Twentieths of a point. */
const TWENTIETHS = 20;
const MAX_LIST_LEVEL = 8;
/** Indent in twentieths of a point, the unit of the format. */
const INDENT_TWENTIETHS = 360;
const PARAGRAPH_GAP = 160;
/** Half points. */
const FONT_SIZE = 21;

const docxRun = ({ text, bold, italic, struck }: Omit<Run, 'link'>): TextRun[] =>
  byFont(text).flatMap(({ text: part, font }) =>
    part
      .split('\n')
      .map(
        (line, index) =>
          new TextRun({ text: line, font, bold, italics: italic, strike: struck, ...(index > 0 && { break: 1 }) }),
      ),
  );

const children = (runs: readonly Run[]): ParagraphChild[] =>
  runs.flatMap((run): ParagraphChild[] =>
    run.link === undefined ? docxRun(run) : [new ExternalHyperlink({ link: run.link, children: docxRun(run) })],
  );

const plainRuns = (text: string, bold = false): TextRun[] => docxRun({ text, bold, italic: false, struck: false });
const docxLines = (all: readonly string[], options: IParagraphOptions = {}): Paragraph[] =>
  all.map((line) => new Paragraph({ ...options, children: plainRuns(line) }));

interface Place {
  /** Depth of the list; -1 outside of one. */
  readonly level: number;
  readonly numbered: boolean;
  /** Each numbered list has its own counter. */
  readonly instance: number;
  readonly indent: number;
  /** Level of the heading above the blocks: the subject, or the title of an annex. */
  readonly below: 1 | 2;
  count(): number;
}

const listParagraph = ({ level, numbered, instance, indent }: Place): IParagraphOptions => {
  if (level < 0) return indent > 0 ? { indent: { left: indent, right: indent } } : {};
  const at = Math.min(level, MAX_LIST_LEVEL);
  return numbered ? { numbering: { reference: NUMBERED_LIST, level: at, instance } } : { bullet: { level: at } };
};

const cells = (row: readonly (readonly Run[])[]): TableCell[] =>
  row.map((cell) => new TableCell({ children: [new Paragraph({ children: children(cell) })] }));

const docxTable = ({ head, rows }: Extract<Block, { kind: 'table' }>): Table =>
  new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      new TableRow({ tableHeader: true, children: cells(head) }),
      ...rows.map((row) => new TableRow({ children: cells(row) })),
    ],
  });

const docxList = (block: Extract<Block, { kind: 'list' }>, place: Place): (Paragraph | Table)[] => {
  const inside: Place = {
    ...place,
    level: place.level + 1,
    numbered: block.start !== undefined,
    instance: place.count(),
  };
  const after: Place = { ...place, level: -1, indent: INDENT_TWENTIETHS * (inside.level + 1) };
  return block.entries.flatMap((entry) =>
    entry.flatMap((each, index) =>
      each.kind === 'list' ? docxList(each, inside) : docxBlocks(each, index === 0 ? inside : after),
    ),
  );
};

const docxBlocks = (block: Block, place: Place): (Paragraph | Table)[] => {
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({
          ...{ heading: HEADING_LEVELS[block.level + place.below - 1] ?? HeadingLevel.HEADING_4, keepNext: true },
          children: children(block.runs),
        }),
      ];
    case 'list':
      return docxList(block, place);
    case 'table':
      return [docxTable(block), new Paragraph({})];
    case 'quote':
      return block.blocks.flatMap((each) => docxBlocks(each, { ...place, indent: place.indent + INDENT_TWENTIETHS }));
    case 'rule':
      return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 4, space: 1, color: '8A8F99' } } })];
    case 'paragraph':
      return [
        new Paragraph({
          ...listParagraph(place),
          spacing: { after: place.level < 0 ? PARAGRAPH_GAP : 0 },
          children: children(block.runs),
        }),
      ];
  }
};

const docxPicture = (picture: LetterPicture, name: string, size = logoSize(picture)): Paragraph =>
  new Paragraph({
    children: [
      new ImageRun({
        ...{ type: 'png', data: picture.content, transformation: size },
        altText: { name, title: name, description: name },
      }),
    ],
  });

const docxHead = ({ letterhead: { name, lines: below, logo } }: Letter): Paragraph[] => [
  ...(logo ? [docxPicture(logo, name)] : []),
  new Paragraph({ alignment: AlignmentType.RIGHT, children: plainRuns(name, true) }),
  ...docxLines(below, { alignment: AlignmentType.RIGHT }),
  new Paragraph({}),
];

type FootPart = string | typeof PageNumber.CURRENT | typeof PageNumber.TOTAL_PAGES;
const footPart = (part: string): FootPart => {
  if (part === '{page}') return PageNumber.CURRENT;
  return part === '{pages}' ? PageNumber.TOTAL_PAGES : part;
};

const footOf = ({ foot }: Letter): Footer => {
  const parts = foot.split(/(\{page\}|\{pages\})/u);
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ children: parts.map(footPart), size: 17, font: LATIN_FONT })],
      }),
    ],
  });
};

/** Lists are numbered through the whole document. */
const createPlace = (): Place => {
  let lists = 0;
  return { level: -1, numbered: false, instance: 0, indent: 0, below: 1, count: () => (lists += 1) };
};

const blocksOf = (markdown: string, place: Place): (Paragraph | Table)[] =>
  markdownBlocks(markdown).flatMap((block) => docxBlocks(block, place));

const docxAnnex = ({ title, body, pictures }: LetterAnnex, place: Place): (Paragraph | Table)[] => [
  new Paragraph({
    ...{ heading: HeadingLevel.HEADING_2, pageBreakBefore: true, spacing: { after: PARAGRAPH_GAP } },
    children: plainRuns(title, true),
  }),
  ...blocksOf(body, { ...place, below: 2 }),
  ...pictures.flatMap((picture) => [
    docxPicture(picture, picture.name, printedPictureSize(picture)),
    new Paragraph({ spacing: { after: PARAGRAPH_GAP }, children: plainRuns(picture.name) }),
  ]),
];

const docxListBelow = ({ name, entries }: Letter['lists'][number]): Paragraph[] => [
  new Paragraph({ spacing: { before: PARAGRAPH_GAP }, children: plainRuns(name, true) }),
  ...docxLines(entries),
];

const headingStyle = (size: number) => ({
  run: { size, bold: true, font: LATIN_FONT },
  paragraph: { spacing: { before: 200, after: 80 } },
});
const headingStyles = {
  heading1: headingStyle(28),
  heading2: headingStyle(26),
  heading3: headingStyle(24),
  heading4: headingStyle(22),
};

const numbering = {
  config: [
    {
      reference: NUMBERED_LIST,
      levels: Array.from({ length: MAX_LIST_LEVEL + 1 }, (_, level) => ({
        level,
        format: LevelFormat.DECIMAL,
        text: `%${level + 1}.`,
        alignment: AlignmentType.LEFT,
        style: { paragraph: { indent: { left: INDENT_TWENTIETHS * (level + 1), hanging: INDENT_TWENTIETHS } } },
      })),
    },
  ],
};

const fonts = [LATIN_FONT, SYLLABICS_FONT].map((name) => ({
  name,
  data: readFileSync(FONT_FILES[name as keyof typeof FONT_FILES].normal),
}));

/** Returns the file. */
export const letterDocx = async (letter: PrintedLetter): Promise<Buffer> => {
  const paper = PAPERS[letter.paper];
  const place = createPlace();
  const document = new Document({
    ...{ title: letter.title, creator: letter.letterhead.name, subject: letter.subject, description: letter.title },
    fonts: [...fonts],
    numbering,
    styles: {
      default: {
        ...headingStyles,
        document: { run: { font: LATIN_FONT, size: FONT_SIZE, language: { value: letter.language } } },
      },
    },
    sections: [
      {
        properties: {
          page: { size: { width: paper.width * TWENTIETHS, height: paper.height * TWENTIETHS } },
        },
        footers: { default: footOf(letter) },
        children: [
          ...docxHead(letter),
          ...docxLines([letter.date], { spacing: { after: PARAGRAPH_GAP } }),
          ...docxLines(letter.recipient),
          new Paragraph({}),
          ...docxLines(letter.references.map(({ name, value }) => `${name}: ${value}`)),
          new Paragraph({
            ...{ heading: HeadingLevel.HEADING_1, spacing: { before: PARAGRAPH_GAP, after: PARAGRAPH_GAP } },
            children: plainRuns(letter.subject, true),
          }),
          ...docxLines((letter.salutation ?? '') === '' ? [] : [letter.salutation ?? ''], {
            spacing: { after: PARAGRAPH_GAP },
          }),
          ...blocksOf(letter.body, place),
          ...(letter.signatureImage ? [docxPicture(letter.signatureImage, letter.signature[0] ?? '')] : []),
          ...docxLines(letter.signature, { keepNext: true, spacing: { before: 40 } }),
          ...letter.lists.flatMap(docxListBelow),
          ...letter.annexes.flatMap((annex) => docxAnnex(annex, place)),
        ],
      },
    ],
  });
  return await Packer.toBuffer(document);
};
