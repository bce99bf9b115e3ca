// Language of a letter: a value of a list whose keys are language tags (`FR`, `FR_CA`), or a language that a person typed. Older letters
// and templates contain texts such as `fr` or `Cree`; they are read too.

import type { Json } from 'src/model/item/Item.ts';
import { isOther, OTHER_MARKER, otherText } from 'src/model/item/otherMarker.ts';
import type { Context } from 'src/server/extend.ts';

const LIST = 'RLT_LANGUAGES';
const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;
const FALLBACK_LETTER_LANGUAGE = 'en';

const wordOf = (value: Json | undefined): string => {
  const text = typeof value === 'string' ? value.trim() : '';
  return isOther(text) ? otherText(text) : text;
};

/** For dates, words and the files: a language without a tag is written like English. */
export const languageTag = (value: Json | undefined): string => {
  const tag = wordOf(value).replaceAll('_', '-');
  return (TAG.test(tag) && Intl.getCanonicalLocales(tag)[0]) || FALLBACK_LETTER_LANGUAGE;
};

/** Returns the language as a new letter may have it. */
export const languageChoice = async ({ services, readFilter }: Context, value: Json | undefined): Promise<string> => {
  const word = wordOf(value) || FALLBACK_LETTER_LANGUAGE;
  const answer = await services.lists.values(readFilter, {
    locale: FALLBACK_LETTER_LANGUAGE,
    list: LIST,
    owner: undefined,
  });
  const keys = Object.values(answer ?? {})
    .flat()
    .flatMap(({ key, state }) => (state === 'ACTIVE' ? [key] : []));
  const key = word.toUpperCase().replaceAll('-', '_');
  return [word, key].find((each) => keys.includes(each)) ?? `${OTHER_MARKER}:${word}`;
};
