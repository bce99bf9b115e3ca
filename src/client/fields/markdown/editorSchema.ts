// The document of the editor: the blocks and formatting that a text in Markdown can have (model/text/markdownBlocks.ts), and how they
// are drawn and pasted.

import { Schema, type DOMOutputSpec, type MarkSpec, type NodeSpec } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

/** The headings of a text are below those of the page. */
const HEADING_OFFSET = 2;
const MAX_LEVEL = 3;

const headingRules = [1, 2, 3, 4, 5, 6].map((number) => ({
  tag: `h${number}`,
  getAttrs: (element: HTMLElement) => ({
    level: Math.min(MAX_LEVEL, Number(element.dataset['level']) || number),
  }),
}));

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    ...{ group: 'block', content: '(text | field)*', defining: true, parseDOM: headingRules },
    attrs: { level: { default: 1, validate: 'number' } },
    toDOM: ({ attrs }): DOMOutputSpec => [
      `h${Number(attrs['level']) + HEADING_OFFSET}`,
      { 'data-level': String(attrs['level']) },
      0,
    ],
  },
  bullet_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: {
    ...{ group: 'block', content: 'list_item+' },
    attrs: { order: { default: 1, validate: 'number' } },
    parseDOM: [{ tag: 'ol', getAttrs: (element) => ({ order: (element as HTMLOListElement).start || 1 }) }],
    toDOM: ({ attrs }): DOMOutputSpec => ['ol', { start: String(attrs['order']) }, 0],
  },
  list_item: { content: 'block+', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  quote: {
    ...{ group: 'block', content: 'block+', defining: true },
    ...{ parseDOM: [{ tag: 'blockquote' }], toDOM: () => ['blockquote', 0] },
  },
  rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  ...tableNodes({ tableGroup: 'block', cellContent: 'paragraph', cellAttributes: {} }),
  text: { group: 'inline' },
  field: {
    ...{ group: 'inline', inline: true, atom: true },
    attrs: { path: { validate: 'string' } },
    leafText: ({ attrs }) => `{${String(attrs['path'])}}`,
    parseDOM: [{ tag: 'span[data-field]', getAttrs: (element) => ({ path: element.dataset['field'] ?? '' }) }],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'span',
      { 'data-field': String(attrs['path']) },
      `{${String(attrs['path'])}}`,
    ],
  },
  hard_break: {
    ...{ group: 'inline', inline: true, selectable: false, leafText: () => '\n' },
    ...{ parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  },
};

const SAFE_HREF = /^(?:https?:\/\/|mailto:)/iu;
const isBold = (weight: string): boolean => /^(?:bold(?:er)?|[5-9]\d{2})$/u.test(weight);

const markSpecs: Record<string, MarkSpec> = {
  link: {
    attrs: { href: { validate: 'string' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = element.getAttribute('href') ?? '';
          return SAFE_HREF.test(href) ? { href } : false;
        },
      },
    ],
    // No address that opens: a click places the cursor.
    toDOM: ({ attrs }): DOMOutputSpec => ['a', { href: String(attrs['href']), title: String(attrs['href']) }, 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps what is pasted in a bold element that is not bold.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight=400', clearMark: ({ type }) => type.name === 'strong' },
      { style: 'font-weight', getAttrs: (weight) => isBold(weight) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  em: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
  struck: {
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { style: 'text-decoration=line-through' }],
    toDOM: () => ['s', 0],
  },
};

export const editorSchema = new Schema({ nodes, marks: markSpecs });
