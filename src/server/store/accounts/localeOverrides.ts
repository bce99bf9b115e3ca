// Texts of a language that the site says differently from the shipped bundle.

import type { Queryable } from 'src/server/store/database.ts';

/** `{message id: text}`. */
export const localeOverrides = async (db: Queryable, language: string): Promise<Readonly<Record<string, string>>> => {
  const rows = await db.query<{ key: string; text: string }>(
    'select key, text from locale_override where language = $1 order by key',
    [language],
  );
  return Object.fromEntries(rows.map(({ key, text }) => [key, text]));
};
