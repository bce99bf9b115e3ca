// Chooses the translation of a value: in the reader's language, its parent tags, the site's English, then any.

import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Returns `fr-CA` and `fr` for `fr-CA`. */
const chainOf = (locale: string): string[] => {
  const parts = locale.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
};

interface Translation {
  readonly locale: string;
  readonly text: string;
}

export const translationsOf = (value: Json | undefined): readonly Translation[] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([locale, text]) =>
        typeof text === 'string' && text !== '' ? [{ locale, text }] : [],
      )
    : [];

export const bestTranslation = (value: Json | undefined, locale: string): Translation | undefined => {
  const all = translationsOf(value);
  const wanted = [...chainOf(locale), 'en'];
  for (const tag of wanted) {
    const found = all.find((one) => one.locale.toLowerCase() === tag.toLowerCase());
    if (found) return found;
  }
  return all[0];
};
