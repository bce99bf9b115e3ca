// Conversations that open and close by themselves: an item that begins to fulfil what a purpose declares gets a conversation with the
// purpose's first message, in the transaction of the write; one that is open already stays the only one. Called after every write of
// an item; knows no purpose and no type by name.

import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { fillTemplate } from 'src/model/item/labelOf.ts';
import { countsWithMessage } from 'src/model/conversations/messageCounts.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Conversations, Purpose, ServerItemType } from 'src/model/schema/Registry.ts';
import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import { compilePredicate } from 'src/server/access/actions/predicates.ts';
import type { ConversationContext, ConversationWriting } from 'src/server/conversations/ConversationNeeds.ts';
import { attachMade, type MadeFile } from 'src/server/rules/attachMade.ts';
import type { WrittenItem } from 'src/server/rules/RuleNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { itemsNaming } from 'src/server/store/itemsNaming.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Returns true if the condition holds for the item now and did not hold before the write. */
const startsToHold = (
  { services, subject, now }: ConversationContext,
  trigger: Purpose['opens'],
  { stored, before }: WrittenItem,
): boolean => {
  if (trigger?.type !== stored.type) return false;
  const test = compilePredicate(trigger.when, services.domain.predicates);
  const holds = (properties: Values): boolean =>
    test(subject, { ...stored, properties, related: () => [], may: () => false }, now);
  return holds(stored.properties) && (before === undefined || !holds(before));
};

interface Place {
  readonly context: ConversationWriting;
  readonly conversations: Conversations;
  readonly thread: ServerItemType;
  readonly key: string;
  readonly purpose: Purpose;
  readonly about: StoredItem;
  /** Participants in addition to those at the declared paths. */
  readonly also?: readonly ItemId[];
  /** Owners of the item whose step opens it. */
  readonly side?: readonly string[];
  /** Text written by the person whose action opens the conversation. */
  readonly said?: string | undefined;
}

/** Locks the item that they are about, so that two changes at the same time never open one conversation each. */
const openOnes = async ({ context, thread, key, about }: Place): Promise<StoredItem[]> => {
  const { tx } = context;
  await context.services.items.find(tx, about.id, true);
  const ids = await itemsNaming(tx, thread, { context: about.id, purpose: key });
  const found = await Promise.all(ids.map((id) => context.services.items.find(tx, id, true)));
  return found.filter((each) => each !== undefined).filter(({ properties }) => properties['resolved'] !== true);
};

/** The label without names of related items, which readers of the item may not know. */
const plainLabel = ({ properties }: StoredItem, title: string): string =>
  fillTemplate(title, (path) =>
    valuesAt(properties, path)
      .map((value) => (isItemId(value) ? '' : (textInDefaultLanguage(value) ?? '')))
      .filter((text) => text !== '')
      .join(', '),
  );

/**
 * The first message. Participants can read it even if they may not see the item, now or later. So it names the type of the item, which the
 * conversation shows anyway, and nothing else about it.
 */
const openingText = ({ context, about, purpose }: Place, participants: readonly ItemId[]): string => {
  const { registry, messages } = context.services;
  const kind = messages[`types.${about.type}.label`] ?? about.type;
  const isOpen = participants.length === 0;
  const label = isOpen ? plainLabel(about, registry.types[about.type]?.view.title ?? '') : '';
  const read = (path: string): string => {
    if (path === '$label') return label || kind;
    const values = isOpen ? valuesAt(about.properties, path) : [];
    return values.map((value) => textInDefaultLanguage(value) ?? '').join(', ');
  };
  return fillTemplate(textInDefaultLanguage(purpose.first) ?? '', read) || kind;
};

/** Returns the subject, which never contains the item's label: people who may see the item are shown it next to the subject. */
const conversationSubject = ({ context, key, thread }: Place): string =>
  context.services.messages[`types.${thread.name}.enum.purpose.${key}`] ?? key;

/** People at the declared paths. All others read it while they may read the item. */
const participantsOf = ({ about, also = [], purpose: { participants = [] } }: Place): ItemId[] => {
  const named = participants.flatMap((path) => valuesAt(about.properties, path));
  const isUser = (id: Json): id is ItemId => tryParseItemId(id)?.type === SYSTEM_TYPES.user;
  return [...new Set([...named.filter(isUser), ...(named.length > 0 ? also : [])])];
};

/** Returns the owners at the declared paths that the caller acts for, or the owners of the item whose step opens the conversation. */
const partiesOf = ({ context, about, side, purpose: { parties = [], partiesWith } }: Place): string[] => {
  const memberships = context.subject.memberships.filter(
    ({ capabilities }) => partiesWith === undefined || capabilities.includes(partiesWith),
  );
  const own = new Set(side ?? memberships.map(({ owner }) => owner));
  return [...new Set(parties.flatMap((path) => valuesAt(about.properties, path).map(String)))].filter((id) =>
    own.has(id),
  );
};

/** Returns the open conversation with exactly these parties. */
const conversationOfParties = (opened: readonly StoredItem[], parties: readonly string[]): StoredItem | undefined =>
  opened.find(({ properties }) => {
    const known = valuesAt(properties, 'parties').map(String);
    return known.length === parties.length && parties.every((id) => known.includes(id));
  });

/** Text and files of a message. */
interface MessageContent {
  readonly body: string;
  readonly files: readonly MadeFile[];
}

/** Inserts a message of the person who saves. */
const insertMessage = async (
  { context, conversations }: Place,
  thread: StoredItem,
  { body, files }: MessageContent,
): Promise<StoredItem> => {
  const { tx, services } = context;
  const { items } = services;
  const metadata = writeMetadataOf(context);
  const message = await items.insert(
    tx,
    conversations.message,
    { thread: thread.id, author: metadata.by, body },
    metadata,
  );
  if (files.length === 0) return message;
  const attachments = await attachMade(context, message, { property: 'attachments', files });
  return await items.write(tx, message, { attachments }, metadata);
};

/** Inserts a message into a conversation that is open, and writes its event. */
const addMessage = async (place: Place, thread: StoredItem, said: MessageContent): Promise<void> => {
  const { context, conversations } = place;
  const { tx } = context;
  const { items, events, registry } = context.services;
  const metadata = writeMetadataOf(context);
  const message = await insertMessage(place, thread, said);
  const counts = countsWithMessage(thread.properties, { author: metadata.by, at: context.now });
  await items.write(tx, thread, counts, metadata);
  const type = registry.types[conversations.message];
  if (type && !context.many)
    await events.writeOfSave(tx, message, events.of(type, 'create', message.properties), metadata);
};

const open = async (place: Place, sent?: MessageContent): Promise<StoredItem> => {
  const { context, conversations, thread, key, about, said } = place;
  const { tx } = context;
  const { items, events } = context.services;
  const parties = partiesOf(place);
  const opened = conversationOfParties(await openOnes(place), parties);
  if (opened) {
    if (said !== undefined) await addMessage(place, opened, { body: said, files: [] });
    return opened;
  }
  const metadata = writeMetadataOf(context);
  const owner = about.owners.find(isItemId);
  const participants = participantsOf(place);
  const values: Record<string, Json> = {
    ...{
      subject: conversationSubject(place),
      context: about.id,
      contextType: about.type,
      purpose: key,
      resolved: false,
    },
    ...countsWithMessage({}, { author: metadata.by, at: context.now }),
    ...(participants.length > 0 && { participants }),
    ...(owner !== undefined && { owner }),
    ...(parties.length > 0 && { parties }),
  };
  const stored = await items.insert(tx, conversations.thread, values, metadata);
  const body = [openingText(place, participants), ...(said === undefined ? [] : [said])].join('\n\n');
  await insertMessage(place, stored, sent ?? { body, files: [] });
  // One notice for both: who is named takes part from now on.
  if (!context.many) await events.writeOfSave(tx, stored, events.of(thread, 'create', values), metadata);
  return stored;
};

const close = async (place: Place): Promise<void> => {
  const { context, thread } = place;
  const { tx } = context;
  const { items, events } = context.services;
  const metadata = writeMetadataOf(context);
  const changes = { resolved: true };
  for (const stored of await openOnes(place)) {
    const next = await items.write(tx, stored, changes, metadata);
    const closed = events.ofChange(thread, changes, next.properties);
    if (!context.many) await events.writeOfSave(tx, next, closed, metadata);
  }
};

interface Opening {
  readonly about: StoredItem;
  readonly key: string;
  readonly participants: readonly ItemId[];
}

/** Returns the item and the participants of a conversation of the purpose, as the step or the letter needs it. */
const conversationPlace = async (
  context: ConversationWriting,
  { about, key, participants }: Opening,
): Promise<Place | undefined> => {
  const { registry, items } = context.services;
  const { conversations } = registry;
  const thread = registry.types[conversations?.thread ?? ''];
  const purpose = conversations?.purposes[key];
  if (!conversations || !thread || !purpose) return undefined;
  const [related] = purpose.about === undefined ? [] : valuesAt(about.properties, purpose.about).filter(isItemId);
  const other = related === undefined ? undefined : await items.find(context.tx, related);
  return {
    context,
    conversations,
    thread,
    key,
    purpose,
    about: other ?? about,
    side: about.owners,
    ...(other ? {} : { also: participants }),
  };
};

/** Opens a conversation of a purpose about the item, unless one is open. `participants` join people whom the purpose names. */
export const openConversation = async (context: ConversationWriting, opening: Opening): Promise<void> => {
  const place = await conversationPlace(context, opening);
  if (place) await open(place);
};

/**
 * Posts a message with files to the conversation of the purpose and opens the conversation if none is open. Returns its id, or undefined if
 * the purpose does not allow the type of the item.
 */
export const postToConversation = async (
  context: ConversationWriting,
  { about, key, ...said }: Pick<Opening, 'about' | 'key'> & MessageContent,
): Promise<ItemId | undefined> => {
  const place = await conversationPlace(context, { about, key, participants: [] });
  if (place?.purpose.contexts?.includes(place.about.type) !== true) return undefined;
  const opened = conversationOfParties(await openOnes(place), partiesOf(place));
  if (opened) await addMessage(place, opened, said);
  return opened?.id ?? (await open(place, said)).id;
};

/** Returns whether a message of the conversation has the same text already; deleted messages do not count. */
export const hasMessage = async (
  { services: { registry, items }, tx }: ConversationWriting,
  thread: ItemId,
  body: string,
): Promise<boolean> => {
  const message = registry.types[registry.conversations?.message ?? ''];
  if (!message) return false;
  const said = await items.findMany(tx, await itemsNaming(tx, message, { thread }));
  return said.some(({ properties }) => properties['body'] === body);
};

export const followPurposes = async (context: ConversationWriting, written: WrittenItem): Promise<void> => {
  const { registry } = context.services;
  const { conversations } = registry;
  const thread = registry.types[conversations?.thread ?? ''];
  if (!conversations || !thread) return;
  for (const [key, purpose] of Object.entries(conversations.purposes)) {
    const said = written.said?.purpose === key ? written.said.text : undefined;
    const place: Place = { context, conversations, thread, key, purpose, about: written.stored, said };
    // A person who acts for several parties writes to each of them separately, so that no party learns of another.
    const sides = said === undefined ? [] : partiesOf(place);
    for (const party of sides.length > 1 ? sides : []) await open({ ...place, side: [party] });
    if (sides.length <= 1 && (said !== undefined || startsToHold(context, purpose.opens, written))) await open(place);
    if (startsToHold(context, purpose.closes, written)) await close(place);
  }
};
