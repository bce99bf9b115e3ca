// Decides for one text of the page how much of it may leave the device. A text that belongs to an item stays where the item and its property
// may be read by all agents; any other text stays where it is one of the interface.

import { maskBlocksOf } from 'src/domain/assist/client/mask/interfaceWords.client.ts';

/** The parts of a page that the mask reads. */
export interface MaskRules {
  /** Masks a text that belongs to no item. */
  readonly words: (text: string) => string;
  readonly mayShow: (item: string, property: string | undefined) => boolean;
  /** Texts that must not appear although the item may be read: names of other items, values of its restricted properties. */
  readonly hiddenTexts: (item: string) => readonly string[];
}

/** Elements of the engine name the item of their content: rows and parts by `data-item`, single values and links by `data-shows`. */
export const ITEM_MARKS = '[data-shows],[data-item]';
/** Typed text leaves the device nowhere. `data-private` marks what else stays on the device. */
const MASK_TYPED = 'input,textarea,select,[contenteditable="true"],[data-private]';
const PASSWORD_BLOCKS = '████████';

const blockedParts = (text: string, hidden: readonly string[]): string => {
  let masked = text;
  for (const each of hidden)
    if (each !== '' && masked.includes(each)) masked = masked.replaceAll(each, maskBlocksOf(each));
  return masked;
};

/** `element` contains the text; undefined for an element that is no longer on the page. */
export const maskedText = (rules: MaskRules, text: string, element: Element | undefined): string => {
  if (text.trim() === '') return text;
  if (!element || element.closest(MASK_TYPED)) return maskBlocksOf(text);
  const mark = element.closest<HTMLElement>(ITEM_MARKS);
  if (!mark) return rules.words(text);
  const id = mark.dataset['shows'] ?? mark.dataset['item'] ?? '';
  if (!rules.mayShow(id, mark.dataset['property'])) return maskBlocksOf(text);
  return blockedParts(text, rules.hiddenTexts(id));
};

/** A password shows not even its length. */
export const maskedInput = (text: string, isPassword: boolean): string =>
  isPassword && text !== '' ? PASSWORD_BLOCKS : maskBlocksOf(text);
