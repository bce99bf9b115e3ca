// Writes entries of a record as a tagged PDF: each with a heading and named texts. A redacted text is a bar of fixed length without text
// under it.

import type { Content } from 'pdfmake/interfaces.js';
import { PAPERS, type Paper } from 'src/server/letters/Letter.ts';
import { LATIN_FONT } from 'src/server/letters/letterFonts.ts';
import { FOOT, plainRun } from 'src/server/letters/letterPdf.ts';
import { createTag, PAGE_FURNITURE, type Tag } from 'src/server/letters/pdfTags.ts';
import { printTagged } from 'src/server/letters/taggedPdf.ts';

export interface RecordField {
  readonly name: string;
  /** Undefined for a redacted text. */
  readonly text: string | undefined;
}

export interface RecordEntry {
  readonly heading: string;
  readonly fields: readonly RecordField[];
}

export interface PrintedRecord {
  readonly title: string;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  readonly paper: Paper;
  /** Lines below the title. */
  readonly lines: readonly string[];
  readonly entries: readonly RecordEntry[];
  /** Text that assistive technology reads for a bar. */
  readonly blackedOut: string;
  /** Text of the page footer. Example: `Page {page} of {pages}`. */
  readonly foot: string;
}

const RECORD_MARGIN = { side: 64, top: 60 } as const;
/** Image of one black pixel. */
const BLACK =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const REDACTION_BAR = { width: 240, height: 11 } as const;

const pdfField = ({ name, text }: RecordField, parent: Tag, blackedOut: string): Content => {
  const tag = createTag('P', parent);
  const label = { text: plainRun(`${name}: `, tag).map((part) => ({ ...(part as object), bold: true }) as Content) };
  if (text !== undefined) return { text: [label, ...plainRun(text, tag)], margin: [0, 0, 0, 3] };
  return {
    columns: [
      { ...label, width: 'auto' },
      { image: BLACK, ...REDACTION_BAR, tag: createTag('Figure', parent, blackedOut), margin: [4, 2, 0, 0] } as Content,
    ],
    margin: [0, 0, 0, 3],
  };
};

const pdfEntry = ({ heading, fields }: RecordEntry, root: Tag, blackedOut: string): Content[] => [
  {
    text: plainRun(heading, createTag('H2', root)),
    ...{ bold: true, fontSize: 11, margin: [0, 12, 0, 4], headlineLevel: 2 },
  },
  ...fields.map((field) => pdfField(field, root, blackedOut)),
];

/** Returns the file. Cost grows with the number of entries and characters. */
export const recordPdf = async (record: PrintedRecord): Promise<Buffer> => {
  const root = createTag('Document');
  const { title, author, language, paper, lines, entries, blackedOut, foot } = record;
  return await printTagged({
    info: { Title: title, Author: author, Subject: title },
    ...{ language, tags: root, size: PAPERS[paper] },
    margins: { left: RECORD_MARGIN.side, top: RECORD_MARGIN.top, right: RECORD_MARGIN.side, bottom: RECORD_MARGIN.top },
    style: { font: LATIN_FONT, fontSize: 9.5, lineHeight: 1.2 },
    content: [
      { text: plainRun(title, createTag('H1', root)), bold: true, fontSize: 15, margin: [0, 0, 0, 8] },
      ...lines.map((line): Content => ({ text: plainRun(line, createTag('P', root)), color: FOOT })),
      ...entries.flatMap((entry) => pdfEntry(entry, root, blackedOut)),
    ],
    footer: (page, pages) => ({
      text: plainRun(foot.replace('{page}', String(page)).replace('{pages}', String(pages)), PAGE_FURNITURE),
      ...{ alignment: 'center', fontSize: 8, color: FOOT },
    }),
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel !== undefined &&
      nodes.getFollowingNodesOnPage().length === 0 &&
      nodes.getNodesOnNextPage().length > 0,
  });
};
