// Live updates of this process: a Receiver per open socket, watches on items and types, pushes. Driven by the change feed. Rights are
// checked again for every push: the read filters first learn new acls, and a changed user gets a new read filter.

import type { Receiver } from 'src/server/context.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Database } from 'src/server/store/database.ts';
import type { Clock } from 'src/base/clock.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { PushedNotices } from 'src/server/watch/noticePushes.ts';
import type { Audit } from 'src/server/store/audit.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Change, FeedConsumer } from 'src/server/watch/changeFeed.ts';
import { createItemWatch } from 'src/server/watch/itemWatch.ts';
import { createLiveUpdates } from 'src/server/watch/updateForReceivers.ts';
import { createRegister } from 'src/server/watch/watchRegister.ts';
import { createPassOver, createRightsCheck } from 'src/server/watch/rightsCheck.ts';
import { createPersonPushes } from 'src/server/watch/personPushes.ts';
import { createNoticePushes } from 'src/server/watch/noticePushes.ts';
import { readChangeEvents } from 'src/server/watch/changeEvents.ts';
import { aclsOfChange } from 'src/server/watch/followReaders.ts';
import { movesReaders, type ChangeEvent } from 'src/server/watch/visibleChange.ts';

export interface Watches {
  /** Pushes the changes of the feed. */
  readonly consumer: FeedConsumer;
  add(receiver: Receiver): void;
  remove(receiver: Receiver): void;
  /** Starts a watch. Throws notFound or notAllowed for hidden items. With an older `u`, it sends an `item/update` at once. */
  watchItem(receiver: Receiver, id: ItemId, u: number | undefined): Promise<void>;
  unwatchItem(receiver: Receiver, id: ItemId): void;
  watchType(receiver: Receiver, type: string): void;
  /** Removes `count` of the receiver's watches on the type. */
  unwatchType(receiver: Receiver, type: string, count: number): void;
}

export interface WatchesOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly readFilters: ReadFilters;
  readonly items: Pick<ItemStorage, 'readVisible' | 'view' | 'find' | 'findMany' | 'levelAcl' | 'storedLabels'>;
  readonly notices: PushedNotices;
  readonly audit: Audit;
  readonly clock: Clock;
  /** Returns the present rights of a user; undefined when blocked or deleted. */
  readonly subjectOf: (userId: ItemId) => Promise<Subject | undefined>;
  readonly log: (message: string, error?: unknown) => void;
}

/** Items are read whole, so an import of thousands is pushed in batches. */
const CHANGES_PER_PUSH = 100;

export const createWatches = (options: WatchesOptions): Watches => {
  const { registry, database, readFilters, items, notices, audit, clock, subjectOf, log } = options;
  const passOver = createPassOver({ database, log });
  const register = createRegister();
  const pushes = createLiveUpdates({ database, readFilters, items, audit, register, now: () => clock.now() });
  const pushToPerson = createPersonPushes({ registry, database, items, register });
  const pushNotices = createNoticePushes({ registry, database, notices, register });
  const types = new Map(Object.values(registry.types).map((type) => [type.number, type]));
  const typeOf = (id: ItemId): ServerItemType | undefined => {
    const name = tryParseItemId(id)?.type ?? '';
    return Object.hasOwn(registry.types, name) ? registry.types[name] : undefined;
  };
  const rights = createRightsCheck({
    ...{ passOver, registry, database, readFilters, items, register, pushes, typeOf, subjectOf },
  });

  const watched = (change: Change): boolean => {
    const type = types.get(change.t);
    return (
      type !== undefined &&
      change.op !== 'p' &&
      change.op !== 'n' &&
      (change.op !== 'a' || movesReaders(change)) &&
      (register.ofType(type.name).size > 0 || register.ofItem(itemId(type.name, change.i)).size > 0)
    );
  };

  const recheckAll = async (): Promise<void> => {
    for (const receiver of register.all()) await rights.recheck(receiver);
  };

  const publishAll = async (changeEvents: readonly ChangeEvent[]): Promise<void> => {
    const prepared = changeEvents.map((changeEvent) => ({ changeEvent, first: pushes.prepare(changeEvent) }));
    // A failure is handled below, in the order of the changes.
    await Promise.allSettled(prepared.map(({ first }) => first));
    for (const { changeEvent, first } of prepared)
      await passOver(`a change of ${itemId(changeEvent.type.name, changeEvent.change.i)}`, async () => {
        await pushes.publish(await first.catch(() => pushes.prepare(changeEvent)));
      });
  };

  const apply = async (changes: readonly Change[]): Promise<void> => {
    await readFilters.learn(changes.flatMap(aclsOfChange));
    await rights.renewUsers(changes);
    const pending = changes.filter(({ op }) => op === 'p');
    for (const t of new Set(pending.map((change) => change.t))) {
      const ofType = pending.filter((change) => change.t === t);
      await rights.recheckMoved(types.get(t), ofType);
    }
    for (const change of changes)
      if (change.op === 'n') await passOver(`notices of ${change.t}-${change.i}`, () => pushNotices(change));
    for (const id of pushToPerson.idsAmong(changes)) await passOver(id, () => pushToPerson.publish(id));
    const received = changes.filter(watched);
    for (let from = 0; from < received.length; from += CHANGES_PER_PUSH) {
      const some = received.slice(from, from + CHANGES_PER_PUSH);
      await publishAll(await readChangeEvents({ database, readFilters, items, types }, some));
    }
  };

  return {
    // After a gap in the feed, missed changes are unknown, so every receiver gets all items that it watches.
    consumer: { load: recheckAll, apply },
    add(receiver) {
      rights.add(receiver);
      register.add(receiver);
    },
    remove: register.remove,
    watchItem: createItemWatch({ database, readFilters, items, register, pushes, typeOf }),
    unwatchItem: register.unwatchItem,
    watchType: register.watchType,
    unwatchType: register.unwatchType,
  };
};
