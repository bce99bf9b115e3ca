// Actions on items with conversations: begin a conversation, mark messages as read, and find people to mention, by name, among those who
// may read the item.

import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import { SUGGEST_MINIMUM } from 'src/model/query/searchText.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { foldText } from 'src/model/text/foldText.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { parseReader } from 'src/server/store/readers/accessPaths.ts';
import { readersAmong } from 'src/server/access/readersAmong.ts';
import type { Context } from 'src/server/context.ts';
import { endpoint, type ConversationNeeds } from 'src/server/conversations/ConversationNeeds.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { itemsNaming } from 'src/server/store/itemsNaming.ts';

/** Number of people that fit a picker. */
const MAX_PEOPLE = 10;
/** Looked through for them: people who may not read the item are passed over. */
const MAX_CANDIDATES = 200;

/** If the item hides its further owners from some readers, people of those owners are offered only to each other. */
const offeredTo = async (
  { services, db, subject }: Pick<Context<ConversationNeeds>, 'services' | 'db' | 'subject'>,
  users: readonly ItemId[],
  { type, owners }: StoredItem,
): Promise<readonly ItemId[]> => {
  const declared = services.registry.types[type];
  const readers = declared?.server.access.read.readers.map(parseReader) ?? [];
  const isHidden = readers.some(
    ({ kind, name }) => kind === 'ownerOf' && propertyAt(declared?.properties ?? {}, name)?.level !== undefined,
  );
  if (!isHidden || subject.admin) return users;
  const sides = new Set([...owners, ...subject.memberships.map(({ owner }) => owner)]);
  const found = await services.items.findMany(db, users);
  const isSeen = ({ properties }: StoredItem): boolean =>
    properties['admin'] === true || valuesAt(properties, 'memberships.owner').some((owner) => sides.has(String(owner)));
  const seen = new Set(found.filter(isSeen).map(({ id }) => id));
  return users.filter((id) => seen.has(id));
};

/** Sorts people of the item's owners before others. */
const ownersFirst = async (
  { services, db }: Pick<Context<ConversationNeeds>, 'services' | 'db'>,
  users: readonly ItemId[],
  { owners }: StoredItem,
): Promise<readonly ItemId[]> => {
  const found = await services.items.findMany(db, users);
  const isOwn = ({ properties }: StoredItem): boolean =>
    valuesAt(properties, 'memberships.owner').some((owner) => owners.includes(String(owner)));
  const own = new Set(found.filter(isOwn).map(({ id }) => id));
  return [...users.filter((id) => own.has(id)), ...users.filter((id) => !own.has(id))];
};

/** Returns the people who can be mentioned. People who work on the item, and its owners' people, are always included. */
const candidatesFor = async (
  { services, db, readFilter }: Pick<Context<ConversationNeeds>, 'services' | 'db' | 'readFilter'>,
  { owners }: StoredItem,
  { named, working }: { readonly named: string; readonly working: boolean },
): Promise<readonly ItemId[]> => {
  const own = working ? await services.audience.membersIn(db, owners) : [];
  const { ids } = await services.search.search(readFilter, {
    must: { _t: [SYSTEM_TYPES.user], ...(named.length < SUGGEST_MINIMUM ? {} : { text: [named] }) },
    max: MAX_CANDIDATES,
  });
  return [...new Set([...own, ...ids])];
};

export const readersNamedEndpoint = endpoint(
  'readersNamed',
  async ({ services, db, readFilter, subject, now, stored }, { text, working }) => {
    const named = text.trim();
    const ids = await candidatesFor({ services, db, readFilter }, stored, { named, working: working === true });
    const labels = await services.items.labels(db, readFilter, ids);
    const wanted = foldText(named);
    const begins = (id: ItemId): boolean => ` ${foldText(labels.get(id) ?? '')}`.includes(` ${wanted}`);
    const all = await readersAmong({ services, db, now }, ids.filter(begins), stored);
    const offered = await offeredTo({ services, db, subject }, all, stored);
    const may = working === true ? await ownersFirst({ services, db }, offered, stored) : offered;
    const people = may.slice(0, MAX_PEOPLE).flatMap(($id) => {
      const label = labels.get($id);
      return label === undefined ? [] : [{ $id, label }];
    });
    return { people };
  },
);

/** `act/beginConversation` opens a conversation about the item with its first message. If the message fails, no conversation is created. */
export const beginConversation = endpoint('beginConversation', async (context, { body, mentions, ...thread }) => {
  const { conversations } = context.services.registry;
  if (!conversations) throw problem('unknownOperation');
  const opened = await createItem(context, conversations.thread, { ...thread, context: context.target });
  await createItem(context, conversations.message, {
    ...{ thread: opened.id, body },
    ...(mentions && mentions.length > 0 ? { mentions } : {}),
  });
  return { $id: opened.id };
});

/** `act/markRead` stores how many messages of the item the caller has read. The number never decreases. */
export const markRead = endpoint('markRead', async ({ services, tx, readFilter, subject, now, target }, { seen }) => {
  if (subject.userId === undefined) throw problem('notSignedIn');
  refuseActing(subject);
  await services.access.visible(tx, readFilter, target);
  const metadata = { at: now, by: subject.userId, actor: undefined };
  // Locked, so that the same mark is not made twice.
  const user = await services.items.find(tx, subject.userId, true);
  const type = services.registry.types[SYSTEM_TYPES.readMark];
  if (!user || !type) throw problem('notAllowed');
  const [known] = await itemsNaming(tx, type, { user: user.id, context: target });
  const mark = known === undefined ? undefined : await services.items.find(tx, known, true);
  const before = Number(mark?.properties['seen'] ?? 0);
  const next = Math.max(before, Number(seen));
  if (mark && next > before) await services.items.write(tx, mark, { seen: next }, metadata);
  if (!mark)
    await services.items.insert(tx, SYSTEM_TYPES.readMark, { user: user.id, context: target, seen: next }, metadata);
  return { seen: next };
});
