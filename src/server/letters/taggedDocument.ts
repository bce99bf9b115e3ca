// pdfkit document that tags what it draws: text and pictures with their structure elements, everything else as decoration.

import { PAGE_FURNITURE, type Tag } from 'src/server/letters/pdfTags.ts';
import { partOfPdfmake } from 'src/server/letters/pdfmakeParts.ts';

interface Element {
  readonly dictionary: { readonly data: Record<string, unknown> };
  add(child: unknown): void;
  end(): void;
}

interface Font {
  readonly font: { glyphForCodePoint(codePoint: number): { readonly id: number; readonly advanceWidth: number } };
  readonly subset: { readonly glyphs: number[] };
  readonly unicode: (readonly number[])[];
  readonly widths: number[];
  readonly scale: number;
  ref(): unknown;
  encode(text: string, features?: unknown): readonly [codes: readonly string[], positions: readonly unknown[]];
}

interface Inline {
  readonly font: Font;
  readonly tag?: Tag | typeof PAGE_FURNITURE;
  /** A character that no font can draw. */
  readonly undrawn?: string;
  /** Underline, for example. */
  readonly decoration?: unknown;
}

export interface Line {
  readonly inlines: readonly Inline[];
}

export interface Picture {
  readonly tag?: Tag;
  readonly x: number;
  readonly y: number;
  readonly _width: number;
  readonly _height: number;
}

/** Members of pdfmake's document (a pdfkit document) that are used. */
export interface BaseDocument extends NodeJS.ReadableStream {
  info: Readonly<Record<string, unknown>>;
  page: { readonly height: number };
  _font: Font;
  _currentStructureElement: Element | null;
  text(text: string, x: number, y: number, options: object): unknown;
  fill(color?: string): unknown;
  fillColor(color: string): unknown;
  link(...place: readonly [x: number, y: number, width: number, height: number, url: string, options: object]): unknown;
  struct(role: string, options: object): Element;
  addStructure(element: Element): void;
  markContent(tag: 'Artifact', options: object): void;
  markStructureContent(role: string): unknown;
  endMarkedContent(): void;
  end(): void;
  _addInfo(): void;
  appendXML(xml: string): void;
}

const PdfDocument = partOfPdfmake<new (...parts: readonly unknown[]) => BaseDocument>('PDFDocument');

const XML_SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xmlEscaped = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[&<>]/gu, (sign) => XML_SIGNS[sign] ?? sign) : value;

const properties = (namespace: string, names: Readonly<Record<string, string>>): string =>
  Object.entries(names)
    .map(([name, value]) => `<${namespace}:${name}>${value}</${namespace}:${name}>`)
    .join('');

/**
 * Declares that the file is PDF/UA-1. PDF/A requires a description of this property. The library writes the properties of only one of the
 * two standards.
 */
const PDF_UA = `
<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">${properties('pdfaSchema', {
  schema: 'PDF/UA Universal Accessibility Schema',
  namespaceURI: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
})}<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">${properties('pdfaProperty', {
  name: 'part',
  valueType: 'Integer',
  category: 'internal',
  description: 'Part of ISO 14289 that the file conforms to',
})}</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

/** Glyph that replaces a character that no font can draw. */
const REPLACEMENT_GLYPH = 0xff_fd;

/**
 * Returns the font with the replacement glyph for an undrawable character and the character as its text, so that copying, searching and
 * reading aloud work. The glyph is added to the subset for each such character.
 */
const standIn = (font: Font, character: string): Font => {
  const sign = font.font.glyphForCodePoint(REPLACEMENT_GLYPH);
  const code = font.subset.glyphs.push(sign.id) - 1;
  const advanceWidth = sign.advanceWidth * font.scale;
  font.widths[code] = advanceWidth;
  font.unicode[code] = Array.from(character, (each) => each.codePointAt(0) ?? REPLACEMENT_GLYPH);
  font.ref();
  const position = { xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth };
  const encode: Font['encode'] = () => [[code.toString(16).padStart(4, '0')], [position]];
  return Object.assign(Object.create(font) as Font, { encode });
};

/** Draws lines, pictures and decorations within the tags of their structure elements. */
export class TaggedDocument extends PdfDocument {
  readonly #elements = new Map<Tag, Element>();
  readonly #standIns = new Map<Font, Map<string, Font>>();
  #inlines: Inline[] = [];
  #isWithinLine = false;
  #open: { readonly tag: Tag; readonly element: Element; readonly content: unknown } | undefined;
  readonly #repeated = new Set<Inline>();
  #lastTag: Tag | undefined;
  /** List entries whose number was drawn. */
  readonly #numbered = new Set<Tag>();
  #isDecorating = false;
  #hasDecoration = false;

  /** Creates the elements in reading order. Links are created with their line, because an annotation belongs to one page. */
  addTags(root: Tag): void {
    const make = (tag: Tag): Element => {
      const options = { ...(tag.alt !== undefined && { alt: tag.alt }), ...(tag.role === 'TH' && { scope: 'Column' }) };
      const element = this.struct(tag.role, options);
      this.#elements.set(tag, element);
      for (const child of tag.children) if (child.role !== 'Link') element.add(make(child));
      return element;
    };
    this.addStructure(make(root));
  }

  drawLine(line: Line, draw: () => void): void {
    this.#inlines = [...line.inlines];
    this.#hasDecoration = line.inlines.some(({ decoration }) => decoration);
    this.#isWithinLine = true;
    draw();
    this.#isWithinLine = false;
    this.#close();
  }

  drawDecoration(draw: () => void, type = 'Layout'): void {
    this.markContent('Artifact', { type });
    draw();
    this.endMarkedContent();
  }

  drawPicture({ tag, x, y, _width: width, _height: height }: Picture, draw: () => void): void {
    const element = tag && this.#elements.get(tag);
    if (!element) return this.drawDecoration(draw);
    const bottom = this.page.height - y - height;
    element.dictionary.data['A'] = { O: 'Layout', Placement: 'Block', BBox: [x, bottom, x + width, bottom + height] };
    const content = this.markStructureContent('Figure');
    draw();
    this.endMarkedContent();
    element.add(content);
  }

  /** Draws the next inline of the line within the tag of its element. */
  override text(text: string, x: number, y: number, options: object): unknown {
    const inline = this.#inlines.shift();
    if (!inline) return super.text(text, x, y, options);
    const tag = this.#tagOf(inline);
    if (tag) this.#openFor(tag);
    else this.#openDecoration(inline);
    if (inline.undrawn !== undefined) this._font = this.#standInFor(inline.font, inline.undrawn);
    const result = super.text(text, x, y, options);
    // Underlines follow the last text of a line.
    if (this.#inlines.length === 0 && this.#hasDecoration) this.#openDecoration(inline);
    return result;
  }

  /** The renderer sets the text colour with an empty fill, which would need a tag. */
  override fill(color?: string): unknown {
    return this.#isWithinLine && color !== undefined ? this.fillColor(color) : super.fill(color);
  }

  override link(...[x, y, width, height, url, options]: Parameters<BaseDocument['link']>): unknown {
    return super.link(x, y, width, height, url, { ...options, Contents: new String(url) });
  }

  /** The library writes the properties into XML without escaping. */
  override _addInfo(): void {
    const { info } = this;
    this.info = Object.fromEntries(Object.entries(info).map(([name, value]) => [name, xmlEscaped(value)]));
    super._addInfo();
    this.info = info;
    this.appendXML(PDF_UA);
  }

  #standInFor(font: Font, character: string): Font {
    const known = this.#standIns.get(font) ?? new Map<string, Font>();
    this.#standIns.set(font, known);
    const found = known.get(character) ?? standIn(font, character);
    known.set(character, found);
    return found;
  }

  /** Returns undefined for page furniture, and for a table head repeated on the next page. */
  #tagOf(inline: Inline): Tag | undefined {
    if (inline.tag === PAGE_FURNITURE || this.#repeated.has(inline)) return undefined;
    this.#repeated.add(inline);
    if (inline.tag === undefined) return this.#labelAfter(this.#lastTag);
    this.#lastTag = inline.tag;
    return inline.tag;
  }

  /** The library draws the number of a list entry right after its first line, without a sign. */
  #labelAfter(tag: Tag | undefined): Tag | undefined {
    const entries: Tag[] = [];
    for (let at = tag; at; at = at.parent) if (at.role === 'LI') entries.unshift(at);
    const entry = entries.find((each) => each.children[0]?.role === 'Lbl' && !this.#numbered.has(each));
    if (entry) this.#numbered.add(entry);
    return entry?.children[0];
  }

  #openFor(tag: Tag): void {
    const isLink = tag.role === 'Link';
    if (this.#open?.tag === tag) return;
    this.#close();
    const element = isLink ? this.struct('Link', {}) : this.#elements.get(tag);
    if (!element) return this.#openDecoration();
    const parent = isLink && tag.parent && this.#elements.get(tag.parent);
    if (parent) parent.add(element);
    this.#open = { tag, element, content: this.markStructureContent(tag.role) };
    this._currentStructureElement = element;
  }

  #openDecoration(inline?: Inline): void {
    this.#close();
    this.markContent('Artifact', inline?.tag === PAGE_FURNITURE ? { type: 'Pagination' } : { type: 'Layout' });
    this.#isDecorating = true;
  }

  #close(): void {
    if (this.#isDecorating) this.endMarkedContent();
    this.#isDecorating = false;
    if (!this.#open) return;
    const { tag, element, content } = this.#open;
    this.endMarkedContent();
    element.add(content);
    // A link ends with its line while its page is current: the library uses the current page for the annotation.
    if (tag.role === 'Link') element.end();
    this.#open = undefined;
    this._currentStructureElement = null;
  }
}
