// `act/draftLetter`: a letter about an item, from a template of the item's owner: its fields put in, to be gone over by a person. What
// could not be put in is answered, and stands in the letter as it was written.

import { isItemId } from 'src/model/item/itemId.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import { createItem, fieldsOf, mergeFields, readFields, type Context, type RunAction } from 'src/server/extend.ts';

const TEMPLATE = 'LetterTemplate';
const LETTER = 'Letter';
const MAX_SUBJECT = 300;

const templateOf = async ({ services, db, readFilter }: Context, id: string, owners: readonly string[]) => {
  const stored = await services.access.visible(db, readFilter, id);
  const { owner, state } = stored.properties;
  if (stored.type !== TEMPLATE || !owners.includes(String(owner)) || state !== 'ACTIVE')
    throw invalid([{ path: '/template', message: 'errors.letter.template' }]);
  return stored.properties;
};

const textAt = (values: Values, name: string): string => {
  const value: Json = values[name] ?? '';
  return typeof value === 'string' ? value : '';
};

/** What a template may name beside the item: the day, the item as a whole, who writes. */
const moreFields = async ({ services, db, readFilter, subject, now }: Context, about: ItemId, owner: ItemId) => {
  const ids = [owner, ...(subject.userId === undefined ? [] : [subject.userId]), about];
  const labels = await services.items.labels(db, readFilter, ids);
  const today = now.toISOString().slice(0, 10);
  return (words: { readonly date: (value: string) => string }) => ({
    today: words.date(today),
    me: labels.get(subject.userId ?? '') ?? '',
    owner: labels.get(owner) ?? '',
  });
};

export const draftLetter: RunAction = async (item, { template }, context) => {
  const { services, db, readFilter } = context;
  const about = await services.access.visible(db, readFilter, item.$id);
  const owner = about.owners.find(isItemId);
  const properties = await templateOf(context, String(template), about.owners);
  if (owner === undefined) throw invalid([{ path: '/template', message: 'errors.letter.template' }]);
  const language = textAt(properties, 'language') || 'en';
  const [subject, body] = [textAt(properties, 'subject'), textAt(properties, 'body')];
  const more = await moreFields(context, item.$id, owner);
  const fields = await readFields(context, fieldsOf(`${subject}\n${body}`), { about: item.$id, language, more });
  const merged = mergeFields(body, (path) => fields.get(path));
  const title = mergeFields(subject, (path) => fields.get(path), { plain: true });
  const made = await createItem(context, LETTER, {
    ...{ context: item.$id, template: String(template), language, subject: title.text.slice(0, MAX_SUBJECT) },
    ...{ body: merged.text, date: context.now.toISOString().slice(0, 10) },
    ...(properties['kind'] === undefined ? {} : { kind: properties['kind'] }),
  });
  const both = (key: 'unknown' | 'empty'): string[] => [...new Set([...title[key], ...merged[key]])];
  return { $id: made.id, unknown: both('unknown'), empty: both('empty') };
};
