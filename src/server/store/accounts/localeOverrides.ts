// Texts of the site that replace shipped messages of a language.

import type { Queryable } from 'src/server/store/database.ts';

/** Channel that notifies every process after a change. */
export const TEXTS_CHANNEL = 'texts';

/** Returns `{message id: text}`. */
export const localeOverrides = async (db: Queryable, language: string): Promise<Readonly<Record<string, string>>> => {
  const rows = await db.query<{ key: string; text: string }>(
    'select key, text from locale_override where language = $1 order by key',
    [language],
  );
  return Object.fromEntries(rows.map(({ key, text }) => [key, text]));
};

/** Returns the languages in which the site has its own texts. */
export const languagesWithTexts = async (db: Queryable): Promise<string[]> =>
  (await db.query<{ language: string }>('select distinct language from locale_override order by language')).map(
    ({ language }) => language,
  );

export interface TextChange {
  readonly key: string;
  /** Null for the original text. */
  readonly before: string | null;
  readonly after: string | null;
}

const SET_TEXT_SQL = `insert into locale_override (language, key, text) values ($1, $2, $3)
  on conflict (language, key) do update set text = excluded.text`;
const REMOVE_TEXT_SQL = 'delete from locale_override where language = $1 and key = $2';
const NOTE_KEY = 'insert into locale_override_change (language, key, before, after, by) values ($1, $2, $3, $4, $5)';

/** Writes one text and its author. */
export const changeText = async (
  db: Queryable,
  { key, before, after }: TextChange,
  { language, by }: { readonly language: string; readonly by: string },
): Promise<void> => {
  await (after === null ? db.query(REMOVE_TEXT_SQL, [language, key]) : db.query(SET_TEXT_SQL, [language, key, after]));
  await db.query(NOTE_KEY, [language, key, before, after, by]);
};

export interface TextEvent extends TextChange {
  readonly at: Date;
  readonly by: string;
}

/** Returns changes, newest first. */
export const textChanges = (db: Queryable, language: string, most: number): Promise<TextEvent[]> =>
  db.query<TextEvent>(
    'select key, before, after, at, by from locale_override_change where language = $1 order by id desc limit $2',
    [language, most],
  );
