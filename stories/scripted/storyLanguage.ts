// Language of the texts in stories, chosen in the toolbar: the English messages, or these stretched and accented, which shows texts that are
// cut off, that are written in the code, or that have letters with stacked marks.

export type StoryLanguage = 'en' | 'stretched';

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ć',
  d: 'ḏ',
  e: 'ẽ̱',
  i: 'í',
  k: 'ḵ',
  n: 'ṉ',
  o: 'ó',
  s: 'ś',
  t: 'ṯ',
  u: 'ú',
  A: 'Á',
  E: 'É',
  K: 'Ḵ',
  O: 'Ó',
  S: 'Ś',
  T: 'Ṯ',
};

/** Part of the length by which texts in other languages are often longer. */
const LONGER = 0.35;

let language: StoryLanguage = 'en';

export const setStoryLanguage = (next: string): void => {
  language = next === 'stretched' ? 'stretched' : 'en';
};

/** Returns the message with other letters. Placeholders and the cases of plurals stay as they are. */
const stretchedMessage = (message: string): string => {
  let depth = 0;
  let text = '';
  for (const letter of message) {
    if (letter === '{' || letter === '<') depth += 1;
    text += depth === 0 ? (ACCENTED[letter] ?? letter) : letter;
    if (letter === '}' || letter === '>') depth -= 1;
  }
  return `${text}${'·'.repeat(Math.ceil(message.length * LONGER))}`;
};

export const inStoryLanguage = (messages: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  language === 'en'
    ? messages
    : Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, stretchedMessage(message)]));
