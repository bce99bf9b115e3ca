// Fills in the fields of a template of letters.

import { LISTS, ABOUT, LETTER } from 'src/domain/letters/letterNames.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { invalid } from 'src/model/problems.ts';
import { templateFields, mergeFields, type Merged } from 'src/model/text/mergeFields.ts';
import type { Words } from 'src/domain/letters/annexes.server.ts';
import { answerLists, exampleLists } from 'src/domain/letters/answerLists.server.ts';
import { languageTag } from 'src/domain/letters/letterLanguage.server.ts';
import { letterWords } from 'src/domain/letters/letterWords.server.ts';
import { exampleMoreFields, moreFields } from 'src/domain/letters/moreFields.server.ts';
import {
  calendarOf,
  calendarOfOwner,
  exampleField,
  readFields,
  type Context,
  type StoredItem,
} from 'src/server/extend.ts';

const MAX_SUBJECT = 300;
const MAX_SIGNATURE = 1_000;

const BLOCKS: ReadonlySet<string> = new Set(LISTS);

const namedText = (values: Values, name: string): string => {
  const value: Json = values[name] ?? '';
  return typeof value === 'string' ? value : '';
};

interface MergedTemplate {
  readonly subject: string;
  readonly body: string;
  readonly signature: string;
  readonly unknown: string[];
  readonly empty: string[];
  /** Items whose values the letter contains. */
  readonly of: readonly ItemId[];
}

type Fields = Pick<ReadonlyMap<string, string>, 'get'>;

const exampleFields = async (context: Context, template: Values, language: string): Promise<Fields> => {
  const { services, db, now } = context;
  const { owner } = template;
  const { timeZone: zone } = await calendarOfOwner(services, db, isItemId(owner) ? owner : undefined);
  const words = await letterWords(services, { language, zone });
  const today = dayIn(now, zone);
  const own: Readonly<Partial<Record<string, string>>> = {
    ...(await exampleMoreFields(context, { owner, day: words.date(today) })),
    ...exampleLists(words),
  };
  const example = { registry: services.registry, type: ABOUT, words, today };
  return { get: (path) => (Object.hasOwn(own, path) ? own[path] : undefined) ?? exampleField(example, path) };
};

/** A character may be two of JavaScript's. */
const UNITS = 2;

/** Throws `invalid` where it is longer than a letter may be: a short template can name a long text thousands of times. */
const mergeBody = ({ services }: Context, body: string, fields: Fields): Merged => {
  const max = services.registry.types[LETTER]?.properties['body']?.maxLength ?? Infinity;
  const merged = mergeFields(body, (path) => fields.get(path), { max: max * UNITS, blocks: BLOCKS });
  if (merged.text.length > max && [...merged.text].length > max)
    throw invalid([{ path: '/body', message: 'errors.maxLength', params: { max } }]);
  return merged;
};

/** Fields in addition to the properties of the item. */
const fieldsBeside = async (
  context: Context,
  about: StoredItem,
): Promise<(words: Words) => Readonly<Record<string, string>>> => {
  const more = await moreFields(context, about);
  const lists = await answerLists(context, about.id);
  return (words) => ({ ...more(words), ...lists(words) });
};

/**
 * Fills in a template with the fields of an item, or with example values if there is no item. Throws `invalid` for a text that is too long.
 */
export const mergeTemplate = async (
  context: Context,
  template: Values,
  about: StoredItem | undefined,
): Promise<MergedTemplate> => {
  const language = languageTag(template['language']);
  const [subject, body] = [namedText(template, 'subject'), namedText(template, 'body')];
  const signs = namedText(template, 'signature');
  const source = about && {
    ...{ about: about.id, language, more: await fieldsBeside(context, about) },
    words: await letterWords(context.services, {
      ...{ language, zone: (await calendarOf(context.services, context.db, about)).timeZone },
    }),
  };
  const read = source && (await readFields(context, templateFields(`${subject}\n${body}\n${signs}`), source));
  const fields: Fields = read?.texts ?? (await exampleFields(context, template, language));
  const merged = mergeBody(context, body, fields);
  const title = mergeFields(subject, (path) => fields.get(path), { plain: true });
  const signature = mergeFields(signs, (path) => fields.get(path), { plain: true });
  const both = (key: 'unknown' | 'empty'): string[] => [...new Set([...title[key], ...merged[key], ...signature[key]])];
  return {
    subject: title.text.slice(0, MAX_SUBJECT),
    body: merged.text,
    signature: signature.text.slice(0, MAX_SIGNATURE),
    unknown: both('unknown'),
    empty: both('empty'),
    of: read?.of ?? [],
  };
};
