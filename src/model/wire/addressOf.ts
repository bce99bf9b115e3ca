// Reads facts from JSON text before it is parsed: the requested operation, the size of the value, and the address of a refusal (`o` and
// `s`). Builds only short strings; every function is linear in the text.

interface Address {
  readonly o: string;
  readonly s?: string;
}

export interface Size {
  /** Nesting of brackets. */
  readonly depth: number;
  /** Members of all objects together. A key costs many times as much as a number. */
  readonly members: number;
  /** Values of all objects and arrays together. */
  readonly values: number;
}

const MAX_TEXT_LENGTH = 500;
/** More quotes than any valid envelope contains. After them, the search ends. */
const MAX_QUOTES = 500_000;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPENING = [91, 123];
const CLOSING = [93, 125];
/** Characters that matter outside of strings, by their code. One look-up per character keeps this fast. */
const MATTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number([QUOTE, COMMA, COLON, ...OPENING, ...CLOSING].includes(code)),
);
// oxlint-disable-next-line no-control-regex -- a lone surrogate is not text, and the database cannot store U+0000
const INVALID_TEXT = /[\u0000\p{Surrogate}]/u;

export const isAddressText = (text: string): boolean => !INVALID_TEXT.test(text);

interface Budget {
  quotes: number;
}

/** Returns the index of the closing quote of the string that opens at `from`, or the end of the text without one or without budget. */
const endOfString = (text: string, from: number, budget: Budget): number => {
  for (let at = text.indexOf('"', from + 1); at !== -1 && budget.quotes > 0; at = text.indexOf('"', at + 1)) {
    budget.quotes -= 1;
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
};

const shortString = (text: string, from: number, to: number): string | undefined => {
  if (to - from > 2 * MAX_TEXT_LENGTH) return undefined;
  try {
    const value = JSON.parse(text.slice(from, to + 1)) as string;
    return isAddressText(value) && value.length <= MAX_TEXT_LENGTH ? value : undefined;
  } catch {
    return undefined;
  }
};

const depthChange = (code: number): number => {
  if (OPENING.includes(code)) return 1;
  return CLOSING.includes(code) ? -1 : 0;
};

/** Returns the first limit that the text exceeds, or undefined. */
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

/** Yields the members of the outermost object whose values are strings, in order. */
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
      const value = depth === 1 ? shortString(text, at, end) : undefined;
      if (depth === 1 && !isValue) key = value;
      else if (depth === 1 && key !== undefined && value !== undefined) yield [key, value];
      at = end;
    } else if (depth === 1 && (code === COLON || code === COMMA)) isValue = code === COLON;
    else depth += depthChange(code);
  }
}

/** Returns the first `o`, which a regular client sends at the beginning, or an empty string. */
export const operationAskedFor = (text: string): string => {
  for (const [key, value] of topStrings(text)) if (key === 'o') return value;
  return '';
};

/** Returns `{o: 'update', s: '7'}` for `{"o":"update","s":"7", …}`. Missing parts are empty or omitted. */
export const requestAddress = (text: string): Address => {
  const strings = new Map(topStrings(text));
  const o = strings.get('o') ?? '';
  const s = strings.get('s');
  return s === undefined || s.length > 64 ? { o } : { o, s };
};
