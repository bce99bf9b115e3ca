// Cleans up pasted text. Word writes lists as paragraphs with bullet characters, and includes comments and hidden text, which the reader of
// a letter must not get. The schema of the document drops everything else that it does not support.

import { DOMParser, type ParseOptions, type Slice } from 'prosemirror-model';
import { editorSchema } from 'src/client/fields/markdown/editorSchema.ts';

const LIST_STYLE = /mso-list:\s*l\d+\s+level(\d+)/iu;
const LIST_NUMBER = /^\s*(?:\d+|[a-z]{1,4})[.)]/iu;

const styleText = (element: Element): string => element.getAttribute('style') ?? '';
const isListSign = (element: Element): boolean => /mso-list:\s*ignore/iu.test(styleText(element));

const HIDDEN_STYLE = /display:\s*none|mso-hide:\s*all|mso-element:\s*comment|mso-special-character:\s*comment/iu;
const DROPPED_ELEMENTS = 'style, script, meta, link, title, xml, button, input, select, textarea, .MsoCommentReference';

/** Returns the HTML without style sheets, which the policy of the page would refuse with a warning. */
export const withoutStyleSheets = (html: string): string => html.replace(/<style\b[\s\S]*?<\/style\s*>/giu, '');

/** Comments such as `<!--[if !supportLists]-->` and Office's own elements. */
const dropOffice = (root: Element): void => {
  for (const element of root.querySelectorAll(DROPPED_ELEMENTS)) element.remove();
  for (const element of root.querySelectorAll('[style]')) if (HIDDEN_STYLE.test(styleText(element))) element.remove();
  for (const element of root.querySelectorAll('*'))
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes);
};

interface OpenList {
  readonly list: HTMLElement;
  readonly level: number;
}

const listFor = (ordered: boolean, document: Document): HTMLElement => document.createElement(ordered ? 'ol' : 'ul');

const addToLists = (open: OpenList[], paragraph: Element, level: number): void => {
  const sign = [...paragraph.querySelectorAll('*')].find(isListSign);
  const ordered = LIST_NUMBER.test(sign?.textContent ?? '');
  while ((open.at(-1)?.level ?? 0) > level) open.pop();
  const last = open.at(-1);
  if (!last || last.level < level) {
    const list = listFor(ordered, paragraph.ownerDocument);
    const entry = last?.list.lastElementChild;
    if (entry) entry.append(list);
    else paragraph.before(list);
    open.push({ list, level });
  }
  sign?.remove();
  const entry = paragraph.ownerDocument.createElement('li');
  open.at(-1)?.list.append(entry);
  entry.append(paragraph);
};

const makeLists = (root: Element): void => {
  let open: OpenList[] = [];
  let previous: Element | undefined;
  for (const paragraph of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = Number(LIST_STYLE.exec(styleText(paragraph))?.[1] ?? 0);
    const follows = paragraph.previousElementSibling === (open[0]?.list ?? null) || previous === undefined;
    if (level === 0 || !follows) open = [];
    if (level > 0) addToLists(open, paragraph, level);
    previous = paragraph;
  }
};

class PasteParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    if (dom instanceof Element) {
      dropOffice(dom);
      makeLists(dom);
    }
    return super.parseSlice(dom, options);
  }
}

export const pasteParser = new PasteParser(editorSchema, DOMParser.fromSchema(editorSchema).rules);
