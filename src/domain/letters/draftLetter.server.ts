// `act/draftLetter`: drafts a letter about an item from a template of the item's owner and fills in its fields, for a person to review.
// Fields without a value are listed in the answer and stay in the letter as written.

import { LISTS, ABOUT, TEMPLATE, LETTER } from 'src/domain/letters/letterNames.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { dayIn } from 'src/model/calendar/localDay.ts';
import { invalid, invalidAt } from 'src/model/problems.ts';
import { templateFields, mergeFields, type Merged } from 'src/model/text/mergeFields.ts';
import { addressing } from 'src/domain/letters/addressing.server.ts';
import type { Words } from 'src/domain/letters/annexes.server.ts';
import { answerLists, exampleLists } from 'src/domain/letters/answerLists.server.ts';
import { languageChoice, languageTag } from 'src/domain/letters/letterLanguage.server.ts';
import { joinLetter } from 'src/domain/letters/letterSteps.server.ts';
import { letterWords } from 'src/domain/letters/letterWords.server.ts';
import { exampleMoreFields, moreFields } from 'src/domain/letters/moreFields.server.ts';
import {
  calendarOf,
  calendarOfOwner,
  createItem,
  exampleField,
  readFields,
  todayOf,
  type Context,
  endpoint,
  type StoredItem,
} from 'src/server/extend.ts';

const MAX_SUBJECT = 300;
const MAX_SIGNATURE = 1_000;

const letterTemplate = async ({ services, db, readFilter }: Context, id: string, owners: readonly string[]) => {
  const stored = await services.access.visible(db, readFilter, id);
  const { owner, state } = stored.properties;
  if (stored.type !== TEMPLATE || !owners.includes(String(owner)) || state !== 'ACTIVE')
    throw invalidAt('/template', 'errors.letter.template');
  return stored.properties;
};

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

export const draftLetter = endpoint('draftLetter', async (context, { template }) => {
  const item = await context.view();
  const { services, db, readFilter } = context;
  const about = await services.access.visible(db, readFilter, item.$id);
  const properties = await letterTemplate(context, template, about.owners);
  if (!about.owners.some(isItemId)) throw invalidAt('/template', 'errors.letter.template');
  const { subject, body, signature, unknown, empty } = await mergeTemplate(context, properties, about);
  const { primaryOrg } = about.properties;
  const made = await createItem(context, LETTER, {
    ...{ context: item.$id, template: template, subject, body },
    ...{ language: await languageChoice(context, properties['language']), date: await todayOf(context, about) },
    ...(properties['kind'] === undefined ? {} : { kind: properties['kind'] }),
    ...(properties['annexes'] === undefined ? {} : { annexes: properties['annexes'] }),
    ...(isItemId(primaryOrg) && { to: primaryOrg }),
    ...(await addressing(context, about, languageTag(properties['language']))),
    ...(signature !== '' && { signature }),
  });
  await joinLetter(context, item.$id, made.id);
  return { $id: made.id, unknown, empty };
});
