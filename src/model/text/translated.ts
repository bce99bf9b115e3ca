// Translatable text: an object keyed by locale. Which text stands for it where only one can be shown.

import type { Json } from 'src/model/item/Item.ts';

/** The default language of the product. Source: spec platform 1. */
export const DEFAULT_LANGUAGE = 'en';

/** The text in the default language, else the first one; a plain string is its own text. */
export const textInDefaultLanguage = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = value as Readonly<Record<string, Json>>;
  const text = texts[DEFAULT_LANGUAGE] ?? Object.values(texts)[0];
  return typeof text === 'string' ? text : undefined;
};
