// Languages of an XLSForm: `English (en)`, `en` or `English` in the headings, language tags in the form.

const WITH_TAG = /^(?<name>.*?)\s*\((?<tag>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\)$/u;
const PLAIN_TAG = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/u;
const XLS_LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** Key of texts in no declared language. */
export const XLS_NO_LANGUAGE = 'default';

const nameOfTag = (tag: string): string | undefined => {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag);
  } catch {
    return undefined;
  }
};

/** Codes of languages by their English names in lower case. */
const readTags = (): ReadonlyMap<string, string> =>
  new Map(
    XLS_LETTERS.flatMap((first) => XLS_LETTERS.map((second) => `${first}${second}`)).flatMap((tag) => {
      const name = nameOfTag(tag)?.toLowerCase();
      return name === undefined ? [] : [[name, tag] as const];
    }),
  );

let tagsByName: ReadonlyMap<string, string> | undefined;

const privateTag = (name: string): string => {
  const words = name.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const parts = words.map((word) => word.slice(0, 8)).filter((word) => word !== '');
  return `x-${parts.length > 0 ? parts.join('-') : 'other'}`;
};

export interface XlsLanguage {
  readonly tag: string;
  /** False for a language whose name is no language that has a code. */
  readonly isKnown: boolean;
}

export const languageOfHeading = (heading: string): XlsLanguage => {
  const text = heading.trim();
  if (text.toLowerCase() === XLS_NO_LANGUAGE || text === '') return { tag: XLS_NO_LANGUAGE, isKnown: true };
  const tag = WITH_TAG.exec(text)?.groups?.['tag'];
  if (tag !== undefined) return { tag, isKnown: true };
  if (/^x(?:-[a-z0-9]{1,8})+$/u.test(text)) return { tag: text, isKnown: true };
  if (PLAIN_TAG.test(text) && nameOfTag(text) !== undefined) return { tag: text, isKnown: true };
  tagsByName ??= readTags();
  const named = tagsByName.get(text.toLowerCase());
  return named === undefined ? { tag: privateTag(text), isKnown: false } : { tag: named, isKnown: true };
};

/** Returns the language as headings name it, such as `French (fr)`. */
export const headingOfLanguage = (tag: string): string => {
  const name = nameOfTag(tag);
  return name === undefined || WITH_TAG.test(name) || name.includes('::') ? `${tag} (${tag})` : `${name} (${tag})`;
};
