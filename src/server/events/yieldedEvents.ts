// Finds events that yield to another one of the same transaction. A person who would be notified of both gets one notice: the notice of the
// next step includes the approval of the letter that started it. Used for notices, and by the email, which names both.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { eventsOfWrite } from 'src/server/store/notices/eventRows.ts';

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'findMany'>;
}

/** Returns the item and the items that it belongs to: a letter belongs to its subject. */
const relatedItemIds = ({ types }: ServerRegistry, { id, type, properties }: StoredItem): ItemId[] => {
  const path = types[type]?.server.project;
  return [id, ...(path === undefined ? [] : valuesAt(properties, path).filter(isItemId))];
};

const sameWriteNumbers = (db: Queryable, registry: ServerRegistry, event: StoredItem) => {
  const t = registry.types[event.type]?.number ?? 0;
  return async (asked: Omit<Parameters<typeof eventsOfWrite>[1], 't' | 'created'>): Promise<ItemId[]> => {
    const numbers = await eventsOfWrite(db, { ...asked, t, created: event.created });
    return numbers.map((number) => itemId(event.type, number));
  };
};

/** Returns the events of these kinds that the transaction of an event wrote about its item, or about items that it belongs to. */
export const eventsYieldedTo = async (
  db: Queryable,
  registry: ServerRegistry,
  {
    event,
    context,
    kinds,
  }: { readonly event: StoredItem; readonly context: StoredItem; readonly kinds: readonly string[] },
): Promise<readonly ItemId[]> =>
  kinds.length === 0
    ? []
    : await sameWriteNumbers(db, registry, event)({ by: 'context', ids: relatedItemIds(registry, context), kinds });

/** Returns the events of the same transaction that yield to this one. */
export const yieldedEvents = async (
  { registry, items }: Options,
  db: Queryable,
  event: StoredItem,
): Promise<readonly StoredItem[]> => {
  const { kind, context, project } = event.properties;
  const rules = Object.values(registry.types).flatMap(({ states }) => states?.transitions ?? []);
  const kinds = rules.flatMap((rule) =>
    rule.event?.yieldsTo?.includes(String(kind)) === true ? [rule.event.kind] : [],
  );
  if (kinds.length === 0 || !isItemId(context)) return [];
  const ask = sameWriteNumbers(db, registry, event);
  const ids = [
    ...(await ask({ by: 'context', ids: [context], kinds })),
    ...(isItemId(project) ? await ask({ by: 'project', ids: [project], kinds }) : []),
  ];
  const events = await items.findMany(db, [...new Set(ids)]);
  const about = new Map(
    (
      await items.findMany(
        db,
        events.map((each) => String(each.properties['context'])),
      )
    ).map((each) => [each.id, each]),
  );
  return events.filter((each) => {
    const stored = about.get(String(each.properties['context']));
    return stored !== undefined && relatedItemIds(registry, stored).includes(context);
  });
};
