// The direction in which a language and a part of the page read, and values that keep theirs inside a text of the other direction.

export type Direction = 'ltr' | 'rtl';

/** All scripts in use that read from right to left. Browsers' own `textInfo` is absent in some and wrong for `az-Arab` in others. */
const RTL_SCRIPTS = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi']);

const knownDirections = new Map<string, Direction>();

const findDirection = (language: string): Direction => {
  try {
    return RTL_SCRIPTS.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
};

/** Returns the direction in which a language, given by its tag, is written. */
export const directionOf = (language: string): Direction => {
  const direction = knownDirections.get(language) ?? findDirection(language);
  knownDirections.set(language, direction);
  return direction;
};

/** Returns true where the element, or else the page, reads from right to left. */
export const isRtl = (element: Element = document.documentElement): boolean =>
  getComputedStyle(element).direction === 'rtl';

const OPPOSITE: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Returns the pressed key, with the left and right arrows exchanged where the element reads from right to left. */
export const readingKey = ({ key, currentTarget }: { readonly key: string; readonly currentTarget: Element }): string =>
  (isRtl(currentTarget) && OPPOSITE[key]) || key;

const RTL_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns a text that is not reordered with the text around it, where the two may differ in direction. */
export const isolated = (text: string, language: string): string =>
  text !== '' && (directionOf(language) === 'rtl' || RTL_LETTER.test(text)) ? `\u2068${text}\u2069` : text;

/** Returns a text that reads from left to right inside a page of the other direction, such as one that is not translated. */
export const isolatedLtr = (text: string): string => `\u2066${text}\u2069`;
