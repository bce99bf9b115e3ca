// Prints laid-out pages as a tagged PDF for archiving (PDF/A-2a and PDF/UA-1): a tree of paragraphs, headings, lists, tables and figures
// for assistive technology, with everything else marked as decoration. pdfmake lays out but does not tag, so its pages are drawn by another
// renderer.

import type { Content, DynamicContent, Node as PageNode, NodeQueries, Style } from 'pdfmake/interfaces.js';
import { FONT_FILES } from 'src/server/letters/letterFonts.ts';
import { partOfPdfmake, tableLayouts } from 'src/server/letters/pdfmakeParts.ts';
import type { Tag } from 'src/server/letters/pdfTags.ts';
import { TaggedDocument, type BaseDocument, type Line, type Picture } from 'src/server/letters/taggedDocument.ts';

interface BaseRenderer {
  renderPages(pages: unknown): void;
  renderLine(line: Line, x: number, y: number): void;
  renderVector(vector: unknown): void;
  renderImage(picture: Picture): void;
}

interface Layout {
  registerTableLayouts(layouts: unknown): void;
  layoutDocument(...parts: readonly unknown[]): unknown;
}

const Renderer = partOfPdfmake<new (document: BaseDocument) => BaseRenderer>('Renderer');
const LayoutBuilder = partOfPdfmake<new (...parts: readonly unknown[]) => Layout>('LayoutBuilder');
const SvgMeasure = partOfPdfmake<new () => unknown>('SVGMeasure');

class TaggedRenderer extends Renderer {
  readonly #document: TaggedDocument;

  constructor(document: TaggedDocument) {
    super(document);
    this.#document = document;
  }

  override renderLine(line: Line, x: number, y: number): void {
    this.#document.drawLine(line, () => super.renderLine(line, x, y));
  }

  override renderVector(vector: unknown): void {
    this.#document.drawDecoration(() => super.renderVector(vector));
  }

  override renderImage(picture: Picture): void {
    this.#document.drawPicture(picture, () => super.renderImage(picture));
  }
}

export interface TaggedPages {
  readonly info: { readonly Title: string; readonly Author: string; readonly Subject: string };
  /** BCP 47. */
  readonly language: string;
  readonly tags: Tag;
  /** Size in points. */
  readonly size: { readonly width: number; readonly height: number };
  readonly margins: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  readonly style: Style;
  readonly content: Content;
  readonly footer: DynamicContent;
  readonly pageBreakBefore: (node: PageNode, nodes: NodeQueries) => boolean;
}

const fontPaths = new Set<string>(Object.values(FONT_FILES).flatMap((files) => Object.values(files)));

const createDocument = ({ info, language, size }: TaggedPages): TaggedDocument => {
  const options = {
    ...{ size: [size.width, size.height], autoFirstPage: false, font: null, compress: true, fontLayoutCache: true },
    ...{ pdfVersion: '1.7', subset: 'PDF/A-2a', tagged: true, displayTitle: true, lang: language },
    info: { Producer: 'pdfmake', Creator: 'Knowledge Keeper', ...info },
  };
  // Reads nothing outside of the content except fonts.
  return new TaggedDocument(FONT_FILES, {}, {}, {}, options, null, (path: string) => fontPaths.has(path));
};

const documentBytes = async (document: TaggedDocument): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject));
  document.end();
  await ended;
  return Buffer.concat(chunks);
};

/** Returns the file. */
export const printTagged = async (pages: TaggedPages): Promise<Buffer> => {
  const { size, margins, content, style, footer, pageBreakBefore, tags } = pages;
  const document = createDocument(pages);
  const builder = new LayoutBuilder({ ...size, orientation: 'portrait' }, margins, new SvgMeasure());
  builder.registerTableLayouts(tableLayouts);
  const nothing = undefined;
  const laid = builder.layoutDocument(content, document, {}, style, nothing, nothing, footer, nothing, pageBreakBefore);
  document.addTags(tags);
  new TaggedRenderer(document).renderPages(laid);
  return await documentBytes(document);
};
