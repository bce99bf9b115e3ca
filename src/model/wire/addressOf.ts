// Whom a refused text belongs to: its `o` and `s`, as far as they can be told, so that the refusal reaches the one who waits for it.
// Reads by itself, without building what may be absurdly deep; linear in the text.

interface Address {
  readonly o: string;
  readonly s?: string;
}

const LONGEST = 500;
const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const COMMA = 44;
// A lone surrogate is not text, and the database has no place for U+0000.
// oxlint-disable-next-line no-control-regex
const NOT_TEXT = /[\u0000\p{Surrogate}]/u;

export const isText = (text: string): boolean => !NOT_TEXT.test(text);

/** Index of the closing quote of the string that opens at `from`. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
};

const decoded = (text: string, from: number, to: number): string | undefined => {
  if (to - from > 2 * LONGEST) return undefined;
  try {
    const value = JSON.parse(text.slice(from, to + 1)) as string;
    return isText(value) && value.length <= LONGEST ? value : undefined;
  } catch {
    return undefined;
  }
};

const depthChange = (code: number): number => {
  if (code === 91 || code === 123) return 1;
  return code === 93 || code === 125 ? -1 : 0;
};

/** Brackets deeper than `most`, counted outside of strings. */
export const nestsDeeper = (text: string, most: number): boolean => {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else depth += depthChange(code);
    if (depth > most) return true;
  }
  return false;
};

/** The members of the outermost object whose values are strings. */
const topStrings = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let isValue = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const value = depth === 1 ? decoded(text, at, end) : undefined;
      if (depth === 1 && !isValue) key = value;
      else if (depth === 1 && key !== undefined && value !== undefined) found.set(key, value);
      at = end;
    } else if (depth === 1 && (code === COLON || code === COMMA)) isValue = code === COLON;
    else depth += depthChange(code);
  }
  return found;
};

/** `{"o":"update","s":"7", …}` gives `{o: 'update', s: '7'}`; what cannot be told is empty or left out. */
export const addressOf = (text: string): Address => {
  const strings = topStrings(text);
  const o = strings.get('o') ?? '';
  const s = strings.get('s');
  return s === undefined || s.length > 64 ? { o } : { o, s };
};
