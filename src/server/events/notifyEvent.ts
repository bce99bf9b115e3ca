// Job that notifies people of an event: determines the recipients and creates a notice for each, in batches. A repeated job, after a
// failure or a killed process, skips people with a notice of the event. Registered by createServices.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Audience, Occasion, Recipient } from 'src/server/events/recipients.ts';
import type { Events } from 'src/server/eventLog/events.ts';
import { eventsYieldedTo } from 'src/server/events/yieldedEvents.ts';
import type { Notices } from 'src/server/events/notices.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { makeNotices, publishNotices, type MadeNotice } from 'src/server/store/notices/noticeRows.ts';
import { FEED } from 'src/server/store/writeStatements.ts';

/** People of one transaction. */
const PEOPLE_PER_BATCH = 500;

/** Event of a notice. */
export interface NoticeCause {
  readonly kind: string;
  readonly context: ItemId;
  /** Instant of the write. */
  readonly at: string;
}

export interface NotifyOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  /** Called in the transaction that created them. */
  onMade(tx: Transaction, cause: NoticeCause, made: readonly MadeNotice[]): Promise<void>;
}

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'find'>;
  readonly events: Pick<Events, 'noticeOf'>;
  readonly audience: Audience;
  readonly notices: Pick<Notices, 'notify'>;
}

export interface Notification {
  readonly event: StoredItem;
  readonly context: StoredItem;
  readonly people: readonly Recipient[];
  /** Items of which a person must be able to read at least one to see the notice. */
  readonly also?: readonly ItemId[];
}

/** Notifies these people of the event within the transaction, and all processes of the notices. */
export const createNotifyWithin =
  ({ registry, database, onMade }: NotifyOptions) =>
  async (tx: Transaction, { event, context, people, also }: Notification): Promise<void> => {
    const numberOf = ({ type }: StoredItem): number => registry.types[type]?.number ?? 0;
    const made = {
      ...{ kind: String(event.properties['kind']), t: numberOf(context), i: context.number },
      ...{ by: event.creator, at: new Date(event.created), event: event.number, also: also ?? null },
    };
    const rows = await makeNotices(tx, { ...made, people });
    if (rows.length === 0) return;
    await onMade(tx, { kind: made.kind, context: context.id, at: event.created }, rows);
    await publishNotices(tx, numberOf(event), event.number);
    tx.afterCommit(() => database.notify(FEED));
  };

/** Notifies these people of the event in batches. */
export const createNotify = (options: NotifyOptions) => {
  const notifyWithin = createNotifyWithin(options);
  return async (notification: Notification, signal?: AbortSignal): Promise<void> => {
    const { people } = notification;
    for (let from = 0; from < people.length; from += PEOPLE_PER_BATCH) {
      signal?.throwIfAborted();
      const batch = { ...notification, people: people.slice(from, from + PEOPLE_PER_BATCH) };
      await options.database.transaction((tx) => notifyWithin(tx, batch));
    }
  };
};

export const createNotifyEvent = (options: Options): JobHandler => {
  const { registry, database, items, events, audience, notices } = options;
  /** Returns undefined when the event was deleted meanwhile, or its kind is no longer declared. */
  const occasionOf = async (id: string): Promise<Occasion | undefined> => {
    const event = await items.find(database, id);
    const context = event && (await items.find(database, String(event.properties['context'])));
    const about = event?.properties['gone'] ?? context?.id;
    const type = context && tryParseItemId(String(about))?.type;
    const rule = type && events.noticeOf(String(event.properties['kind']), type);
    return rule ? { rule, event, context } : undefined;
  };
  const recipientsOf = async (occasion: Occasion | undefined): Promise<readonly Recipient[]> =>
    occasion ? await audience.recipientsOf(database, occasion) : [];

  return async (payload, signal) => {
    const occasion = await occasionOf(String(payload['event']));
    if (!occasion) return;
    const notified = new Set<ItemId>();
    const before = (payload['unless'] ?? []) as readonly string[];
    const { rule, event, context } = occasion;
    const yieldedTo = await eventsYieldedTo(database, registry, { event, context, kinds: rule.yieldsTo ?? [] });
    for (const id of [...before, ...yieldedTo])
      for (const { user } of await recipientsOf(await occasionOf(id))) notified.add(user);
    const people = (await recipientsOf(occasion)).filter(({ user }) => !notified.has(user));
    await notices.notify({ event: occasion.event, context: occasion.context, people }, signal);
  };
};
