// Passages of a text that comments are about, marked where the page shows the text (fields/markdown/MarkdownText.tsx) with the Highlight API
// of browsers, which does not change React's elements. A browser without it marks nothing, but still scrolls to the passage.

import { useEffect, useRef, type RefObject } from 'react';
import type { Passage } from 'src/client/conversations/passage.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** Name of the highlight in conversations.css. */
const HIGHLIGHT = 'kk-commented';

interface Place {
  readonly node: Text;
  readonly at: number;
}

/** Characters of the drawn text without space, each with its place. */
const charactersIn = (root: Element): { readonly text: string; readonly places: readonly Place[] } => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places: Place[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data } = node as Text;
    for (let at = 0; at < data.length; at += 1) {
      if (/\s/u.test(data[at] ?? '')) continue;
      text += data[at];
      places.push({ node: node as Text, at });
    }
  }
  return { text, places };
};

/** The passage in the page; undefined where the text no longer has it, or is not drawn. */
export const rangeOf = (page: ParentNode, id: ItemId, { path, exact }: Passage): Range | undefined => {
  const sought = exact.replace(/\s+/gu, '');
  const texts = [...page.querySelectorAll<HTMLElement>('[data-text]')];
  for (const root of texts.filter(({ dataset }) => dataset['text'] === `${id}/${path}`)) {
    const { text, places } = charactersIn(root);
    const begin = text.indexOf(sought);
    const [first, last] = begin < 0 ? [] : [places[begin], places[begin + sought.length - 1]];
    if (!first || !last) continue;
    const range = document.createRange();
    range.setStart(first.node, first.at);
    range.setEnd(last.node, last.at + 1);
    return range;
  }
  return undefined;
};

/** Pages share one highlight, since its name has one style. */
const highlight = (): Highlight | undefined => {
  if (typeof Highlight === 'undefined') return undefined;
  const known = CSS.highlights.get(HIGHLIGHT) ?? new Highlight();
  CSS.highlights.set(HIGHLIGHT, known);
  return known;
};

/** Scrolls to the passage and puts the focus on its paragraph. Returns false where the page does not show it. */
const leadTo = (range: Range | undefined): boolean => {
  const { startContainer: start } = range ?? {};
  const paragraph = start?.parentElement?.closest<HTMLElement>('p, li, h3, h4, h5, h6, td, th');
  if (!paragraph) return false;
  paragraph.tabIndex = -1;
  paragraph.focus({ preventScroll: true });
  paragraph.scrollIntoView({ block: 'center' });
  return true;
};

/** Marks the passages in the page that the element is part of, as long as it is shown. Returns a function that scrolls to one of them. */
export const useMarkedPassages = (
  id: ItemId,
  passages: readonly Passage[],
): { readonly within: RefObject<HTMLDivElement | null>; readonly lead: (passage: Passage) => boolean } => {
  const within = useRef<HTMLDivElement>(null);
  const wanted = useRef<Passage>(undefined);
  const page = (): ParentNode => within.current?.closest('.kk-column') ?? document;
  const lead = (passage: Passage): boolean => {
    const isShown = leadTo(rangeOf(page(), id, passage));
    // The text may be drawn in a moment.
    wanted.current = isShown ? undefined : passage;
    return isShown;
  };
  const known = JSON.stringify(passages);
  useEffect(() => {
    const marks = highlight();
    const around = within.current?.closest('.kk-column') ?? document.body;
    let ranges: readonly Range[] = [];
    const clear = (): void => ranges.forEach((range) => marks?.delete(range));
    const mark = (): void => {
      clear();
      ranges = (JSON.parse(known) as readonly Passage[]).flatMap((passage) => rangeOf(around, id, passage) ?? []);
      ranges.forEach((range) => marks?.add(range));
      if (wanted.current && leadTo(rangeOf(around, id, wanted.current))) wanted.current = undefined;
    };
    const observer = new MutationObserver(mark);
    observer.observe(around, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      clear();
    };
  }, [id, known]);
  return { within, lead };
};
