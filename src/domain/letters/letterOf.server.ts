// Document of a Letter: letterhead of its owner, addressee and text.

import { stringIn } from 'src/base/stringsIn.ts';
import { isRecord } from 'src/base/isRecord.ts';
import { annexesIn, filesOfAnnexes, type Words } from 'src/domain/letters/annexes.server.ts';
import { letterWords } from 'src/domain/letters/letterWords.server.ts';
import { languageTag } from 'src/domain/letters/letterLanguage.server.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import {
  calendarOfOwner,
  LETTER_CHANNEL,
  todayOf,
  type Context,
  type Letter,
  type LetterAnnex,
  type StoredItem,
} from 'src/server/extend.ts';

const listed = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);
const textLines = (value: Json | undefined): string[] => stringIn(value).split('\n');

const readOne = async ({ services, db, readFilter }: Context, id: Json | undefined): Promise<Item | undefined> => {
  if (!isItemId(id)) return undefined;
  const [item] = await services.items.readVisible(db, readFilter, [id], { channel: LETTER_CHANNEL, labels: true });
  return item;
};

const imageOf = async ({ services, subject }: Context, fileID: Json | undefined): Promise<Buffer | undefined> =>
  stringIn(fileID) === ''
    ? undefined
    : await services.files.imageVariant(stringIn(fileID), { kind: 'large', person: subject.userId ?? '' });

/** The first of the pictures, as PNG. */
const letterPicture = async (context: Context, pictures: Json | undefined): Promise<Letter['letterhead']['logo']> => {
  const [id] = Array.isArray(pictures) ? pictures : [];
  const picture = await imageOf(context, (await readOne(context, id))?.['fileID']);
  return picture && (await context.services.letters.logo(picture));
};

/** Kinds of pictures that are drawn on the pages of an annex. */
const PRINTED_TYPES = new Set<Json | undefined>(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/tiff']);

/** True if the file is printed on the pages of an annex. Other files are attached. */
export const isPrintedPicture = ({ properties }: StoredItem): boolean => PRINTED_TYPES.has(properties['filetype']);

const picturesIn = async (context: Context, files: readonly StoredItem[]): Promise<LetterAnnex['pictures']> => {
  const pictures: (LetterAnnex['pictures'][number] | undefined)[] = [];
  for (const { properties } of files.filter(isPrintedPicture)) {
    const image = await imageOf(context, properties['fileID']);
    const printed = image && (await context.services.letters.picture(image));
    pictures.push(
      printed && { ...printed, name: stringIn(properties['caption']) || stringIn(properties['originalName']) },
    );
  }
  return pictures.filter((picture) => picture !== undefined);
};

/** The values that the owner's calendar needs. */
const ownedBy = (owner: Item | undefined): Pick<StoredItem, 'type' | 'properties' | 'owners'> => ({
  type: '',
  properties: {},
  owners: owner ? [owner.$id] : [],
});

const filledLines = (value: Json | undefined): string[] => textLines(value).filter((line) => line.trim() !== '');

const ADDRESS_LINES = ['line1', 'line2'] as const;
const ADDRESS_PARTS = ['city', 'region', 'postalCode'] as const;

/** Lines of a postal address. */
const addressLines = (organization: Item | undefined): string[] => {
  const address = organization?.['address'];
  const at = (name: string): string => (isRecord(address) ? stringIn(address[name] as Json | undefined) : '');
  const place = ADDRESS_PARTS.map(at).filter((part) => part !== '');
  return [...ADDRESS_LINES.map(at), place.join(' '), at('country')].filter((line) => line !== '');
};

const waysTo = (words: Words, organization: Item | undefined): string[] => {
  const [phone, email] = [stringIn(organization?.['phone']), stringIn(organization?.['email'])];
  return [
    phone === '' ? '' : words.format('letters.phone', { phone }),
    email === '' ? '' : words.format('letters.email', { email }),
  ];
};

/** Names of files that go with the letter. */
const namesOfFiles = async ({ services, db }: Context, value: Json | undefined): Promise<string[]> => {
  const ids = (Array.isArray(value) ? value : []).filter(isItemId);
  const found = new Map((await services.items.findMany(db, ids)).map((file) => [file.id, file]));
  return ids.map((id) => stringIn(found.get(id)?.properties['originalName'])).filter((name) => name !== '');
};

type Values = Readonly<Record<string, Json | undefined>>;

/** Makes the document from the values of a letter. */
export const letterFrom = async (context: Context, letter: Values): Promise<Letter> => {
  const { services, db, readFilter } = context;
  const [owner, to] = [await readOne(context, letter['owner']), await readOne(context, letter['to'])];
  const contacts = (Array.isArray(letter['toContacts']) ? letter['toContacts'] : []).filter(isItemId);
  const named = await services.items.labels(db, readFilter, contacts);
  const language = languageTag(letter['language']);
  const { timeZone: zone } = await calendarOfOwner(services, db, owner?.$id);
  const words = await letterWords(services, { language, zone });
  const about = await readOne(context, letter['context']);
  const identifiers = listed(about?.['identifiers']).join(', ');
  const people = contacts.map((id: ItemId) => named.get(id) ?? '').filter((name) => name !== '');
  const written = filledLines(letter['attention']);
  const attention = written.length > 0 ? written : people;
  const files = await filesOfAnnexes(context, letter);
  const annexes: LetterAnnex[] = [];
  for (const [at, { title, text: body }] of annexesIn(letter).entries())
    annexes.push({
      title: words.format('letters.annex', { number: at + 1, title }),
      body,
      pictures: await picturesIn(context, files[at] ?? []),
    });
  const beside = files.flat().filter((file) => !isPrintedPicture(file));
  const enclosed = [
    ...annexes.map(({ title }) => title),
    ...(await namesOfFiles(context, letter['attachments'])),
    ...beside.map(({ properties }) => stringIn(properties['originalName'])),
  ];
  return {
    title: stringIn(letter['subject']),
    language,
    letterhead: {
      name: stringIn(owner?.['displayName']),
      lines: [...addressLines(owner), ...waysTo(words, owner), stringIn(owner?.['website'])].filter(
        (line) => line !== '',
      ),
      logo: await letterPicture(context, owner?.['logo']),
    },
    date: words.date(stringIn(letter['date']) || (await todayOf(context, ownedBy(owner)))),
    recipient: [
      stringIn(to?.['displayName']),
      ...attention.map((name) => words.format('letters.attention', { name })),
      ...addressLines(to),
    ].filter((line) => line !== ''),
    references: [
      { name: words.format('letters.fileNumber'), value: stringIn(letter['fileNumber']) },
      { name: words.format('letters.reference'), value: identifiers },
    ].filter(({ value }) => value !== ''),
    salutation: stringIn(letter['salutation']),
    subject: stringIn(letter['subject']),
    body: stringIn(letter['body']),
    signature: textLines(letter['signature']),
    signatureImage: await letterPicture(context, letter['signatureImage']),
    lists: [
      { name: words.format('letters.enclosures'), entries: enclosed },
      { name: words.format('letters.copies'), entries: filledLines(letter['copies']) },
    ].filter(({ entries }) => entries.length > 0),
    annexes,
    foot: words.format('letters.page', { page: '{page}', pages: '{pages}' }),
  };
};

/** `typed`: values in place of those that the letter has. */
export const letterOf = async (context: Context, stored: StoredItem, typed: Values = {}): Promise<Letter> => {
  const { services, db, readFilter } = context;
  const letter = await services.items.view(db, readFilter, stored, LETTER_CHANNEL);
  if (letter.$labelOnly) throw problem('notAllowed');
  return await letterFrom(context, { ...letter, ...typed });
};
