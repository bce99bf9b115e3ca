// Reads PDFs with a library that is independent of the one that wrote them.

import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export const openPdf = async (pdf: Buffer): Promise<PDFDocumentProxy> =>
  await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;

const pagesIn = (document: PDFDocumentProxy): Promise<PDFPageProxy[]> =>
  Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));

/** Returns the text of each page. */
export const pagesOf = async (pdf: Buffer): Promise<string[]> => {
  const pages = (await pagesIn(await openPdf(pdf))).map(async (page) => {
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  return await Promise.all(pages);
};

interface StructNode {
  readonly role?: string;
  readonly alt?: string;
  readonly id?: string;
  readonly type?: string;
  readonly children?: readonly StructNode[];
}

const textsById = async (page: PDFPageProxy): Promise<ReadonlyMap<string, string>> => {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const texts = new Map<string, string>();
  const open: (string | undefined)[] = [];
  for (const item of items) {
    if ('str' in item) {
      const id = open.findLast((each) => each !== undefined);
      if (id !== undefined) texts.set(id, (texts.get(id) ?? '') + item.str);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push('id' in item ? (item.id as string) : undefined);
  }
  return texts;
};

/** Prints the structure of a page as `H1 "Our answer"`, one element per line, children indented. */
const printed = (node: StructNode, texts: ReadonlyMap<string, string>, depth = 0): string[] => {
  const children = node.children ?? [];
  const own = children.flatMap(({ type, id }) => (type === 'content' && id !== undefined ? [texts.get(id) ?? ''] : []));
  const annotations = children.filter(({ type }) => type === 'annotation' || type === 'object').length;
  const line = [
    `${'  '.repeat(depth)}${node.role ?? ''}`,
    ...(own.length > 0 ? [JSON.stringify(own.join('').trim())] : []),
    ...(node.alt === undefined ? [] : [`alt=${node.alt}`]),
    ...(annotations > 0 ? [`annotations=${annotations}`] : []),
  ].join(' ');
  return [
    line,
    ...children.filter(({ role }) => role !== undefined).flatMap((child) => printed(child, texts, depth + 1)),
  ];
};

/** The structure tree of a page, by default the first. */
export const structureOf = async (pdf: Buffer, at = 1): Promise<string[]> => {
  const page = await (await openPdf(pdf)).getPage(at);
  const tree = (await page.getStructTree()) as StructNode;
  return printed(tree, await textsById(page));
};

const NAMES = new Map(Object.entries(OPS).map(([name, code]) => [code as number, name]));
const PAINTS =
  /^(?:showText|showSpacedText|nextLineShowText|fill|eoFill|stroke|fillStroke|constructPath|paint|shadingFill)/u;

/** Returns names of drawing operators outside of marked content, which PDF/UA forbids, on all pages. */
export const unmarkedOperators = async (pdf: Buffer): Promise<string[]> => {
  const found: string[] = [];
  for (const page of await pagesIn(await openPdf(pdf))) {
    const { fnArray } = await page.getOperatorList();
    let depth = 0;
    for (const code of fnArray) {
      const name = NAMES.get(code) ?? '';
      if (name.startsWith('beginMarkedContent')) depth += 1;
      if (name === 'endMarkedContent') depth -= 1;
      if (depth === 0 && PAINTS.test(name)) found.push(name);
    }
  }
  return found;
};
