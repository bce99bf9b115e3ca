// A Letter as it stands on paper: the head of its owner, whom it goes to, its text.

import { annexesIn } from 'src/domain/letters/annexes.server.ts';
import { languageTag } from 'src/domain/letters/letterLanguage.server.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { exportWords, LETTER_CHANNEL, todayOf, type Context, type Letter, type StoredItem } from 'src/server/extend.ts';

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const listed = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);
const linesOf = (value: Json | undefined): string[] => text(value).split('\n');

const readOne = async ({ services, db, readFilter }: Context, id: Json | undefined): Promise<Item | undefined> => {
  if (!isItemId(id)) return undefined;
  const [item] = await services.items.readVisible(db, readFilter, [id], { channel: LETTER_CHANNEL, labels: true });
  return item;
};

/** The first picture of the owner's logo, as PNG. */
const logoOf = async (context: Context, owner: Item | undefined): Promise<Letter['letterhead']['logo']> => {
  const [id] = Array.isArray(owner?.['logo']) ? owner['logo'] : [];
  const file = await readOne(context, id);
  const fileID = text(file?.['fileID']);
  const picture =
    fileID === ''
      ? undefined
      : await context.services.files.imageVariant(fileID, { kind: 'large', person: context.subject.userId ?? '' });
  return picture && (await context.services.letters.logo(picture));
};

/** For the owner's calendar. */
const ownedBy = (owner: Item | undefined): Pick<StoredItem, 'type' | 'properties' | 'owners'> => ({
  type: '',
  properties: {},
  owners: owner ? [owner.$id] : [],
});

/** Names of files that go with the letter. */
const namesOfFiles = async ({ services, db }: Context, value: Json | undefined): Promise<string[]> => {
  const ids = (Array.isArray(value) ? value : []).filter(isItemId);
  const found = new Map((await services.items.findMany(db, ids)).map((file) => [file.id, file]));
  return ids.map((id) => text(found.get(id)?.properties['originalName'])).filter((name) => name !== '');
};

type Values = Readonly<Record<string, Json | undefined>>;

/** From values that a letter has. */
export const letterFrom = async (context: Context, letter: Values): Promise<Letter> => {
  const { services, db, readFilter } = context;
  const [owner, to] = [await readOne(context, letter['owner']), await readOne(context, letter['to'])];
  const contacts = (Array.isArray(letter['toContacts']) ? letter['toContacts'] : []).filter(isItemId);
  const named = await services.items.labels(db, readFilter, contacts);
  const language = languageTag(letter['language']);
  const words = await exportWords(services, { language });
  const about = await readOne(context, letter['context']);
  const identifiers = listed(about?.['identifiers']).join(', ');
  const people = contacts.map((id: ItemId) => named.get(id) ?? '').filter((name) => name !== '');
  const annexes = annexesIn(letter).map(({ title, text: body }, at) => ({
    title: words.format('letters.annex', { number: at + 1, title }),
    body,
  }));
  const enclosed = [...annexes.map(({ title }) => title), ...(await namesOfFiles(context, letter['attachments']))];
  return {
    title: text(letter['subject']),
    language,
    letterhead: {
      name: text(owner?.['displayName']),
      lines: [text(owner?.['website'])].filter((line) => line !== ''),
      logo: await logoOf(context, owner),
    },
    date: words.date(text(letter['date']) || (await todayOf(context, ownedBy(owner)))),
    recipient: [text(to?.['displayName']), ...people].filter((line) => line !== ''),
    references: identifiers === '' ? [] : [{ name: words.format('letters.reference'), value: identifiers }],
    subject: text(letter['subject']),
    body: text(letter['body']),
    signature: linesOf(letter['signature']),
    lists: enclosed.length === 0 ? [] : [{ name: words.format('letters.enclosures'), entries: enclosed }],
    annexes,
    foot: words.format('letters.page', { page: '{page}', pages: '{pages}' }),
  };
};

export const letterOf = async (context: Context, stored: StoredItem): Promise<Letter> => {
  const { services, db, readFilter } = context;
  const letter = await services.items.view(db, readFilter, stored, LETTER_CHANNEL);
  if (letter.$labelOnly) throw problem('notAllowed');
  return await letterFrom(context, letter);
};
