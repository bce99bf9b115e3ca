// What can be said of a text of JSON before it is parsed: which operation it asks for, how much it would build, and to whom its
// refusal belongs (`o` and `s`). Builds nothing but short strings; every function is linear in the text.

interface Address {
  readonly o: string;
  readonly s?: string;
}

export interface Size {
  /** Brackets within brackets. */
  readonly depth: number;
  /** Members of all objects together: a key costs many times as much as a number. */
  readonly members: number;
  /** Values of all objects and arrays together. */
  readonly values: number;
}

const MAX_TEXT_LENGTH = 500;
/** More quotes than any text within the bounds of an envelope has: from there on, nothing is looked for. */
const MAX_QUOTES = 500_000;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPENING = [91, 123];
const CLOSING = [93, 125];
/** The signs that matter outside of strings, by their code: one look per sign is what makes this cheap. */
const MATTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number([QUOTE, COMMA, COLON, ...OPENING, ...CLOSING].includes(code)),
);
// oxlint-disable-next-line no-control-regex -- a lone surrogate is not text, and the database cannot store U+0000
const NOT_TEXT = /[\u0000\p{Surrogate}]/u;

export const isText = (text: string): boolean => !NOT_TEXT.test(text);

interface Budget {
  quotes: number;
}

/** Index of the closing quote of the string that opens at `from`; the end of the text when there is none, or no budget. */
const endOfString = (text: string, from: number, budget: Budget): number => {
  for (let at = text.indexOf('"', from + 1); at !== -1 && budget.quotes > 0; at = text.indexOf('"', at + 1)) {
    budget.quotes -= 1;
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
};

const decoded = (text: string, from: number, to: number): string | undefined => {
  if (to - from > 2 * MAX_TEXT_LENGTH) return undefined;
  try {
    const value = JSON.parse(text.slice(from, to + 1)) as string;
    return isText(value) && value.length <= MAX_TEXT_LENGTH ? value : undefined;
  } catch {
    return undefined;
  }
};

const depthChange = (code: number): number => {
  if (OPENING.includes(code)) return 1;
  return CLOSING.includes(code) ? -1 : 0;
};

/** The first bound that the text goes beyond; undefined when it keeps within all of them. */
export const exceeds = (text: string, most: Size): keyof Size | undefined => {
  const budget = { quotes: MAX_QUOTES };
  let depth = 0;
  let members = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (MATTERS[code] !== 1) continue;
    if (code === QUOTE) at = endOfString(text, at, budget);
    else if (code === COMMA) values += 1;
    else if (code === COLON) members += 1;
    else depth += depthChange(code);
    if (depth > most.depth) return 'depth';
    if (members > most.members) return 'members';
    if (values > most.values || budget.quotes === 0) return 'values';
  }
  return undefined;
};

/** The members of the outermost object whose values are strings, in their order. */
function* topStrings(text: string): Generator<readonly [string, string]> {
  const budget = { quotes: MAX_QUOTES };
  let depth = 0;
  let key: string | undefined;
  let isValue = false;
  for (let at = 0; at < text.length && budget.quotes > 0; at += 1) {
    const code = text.charCodeAt(at);
    if (MATTERS[code] !== 1) continue;
    if (code === QUOTE) {
      const end = endOfString(text, at, budget);
      const value = depth === 1 ? decoded(text, at, end) : undefined;
      if (depth === 1 && !isValue) key = value;
      else if (depth === 1 && key !== undefined && value !== undefined) yield [key, value];
      at = end;
    } else if (depth === 1 && (code === COLON || code === COMMA)) isValue = code === COLON;
    else depth += depthChange(code);
  }
}

/** The first `o`: a look at the beginning of what an honest client sends. Empty when there is none. */
export const operationAskedFor = (text: string): string => {
  for (const [key, value] of topStrings(text)) if (key === 'o') return value;
  return '';
};

/** `{"o":"update","s":"7", …}` gives `{o: 'update', s: '7'}`; what cannot be found is empty or left out. */
export const addressOf = (text: string): Address => {
  const strings = new Map(topStrings(text));
  const o = strings.get('o') ?? '';
  const s = strings.get('s');
  return s === undefined || s.length > 64 ? { o } : { o, s };
};
