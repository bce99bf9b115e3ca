// Translatable text: an object keyed by locale.

import type { Json } from 'src/model/item/Item.ts';

/** Default language of the product. */
export const DEFAULT_LANGUAGE = 'en';

/** Returns the text in the default language, or else the first one. A plain string is returned unchanged. */
export const textInDefaultLanguage = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = value as Readonly<Record<string, Json>>;
  const text = texts[DEFAULT_LANGUAGE] ?? Object.values(texts)[0];
  return typeof text === 'string' ? text : undefined;
};
