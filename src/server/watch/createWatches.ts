// Live updates of this process: follows the change feed and tells the receivers. Before anything is told, rights that the same
// changes moved are looked at again: new acls are learned, a changed user gets a new gate and every watch is checked anew.

import type { Clock } from 'src/base/clock.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId, tryParseItemId } from 'src/model/item/itemId.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Gates } from 'src/server/access/Gate.ts';
import type { Audit } from 'src/server/audit/Audit.ts';
import type { Database } from 'src/server/store/Database.ts';
import type { ItemStore } from 'src/server/store/ItemStore.ts';
import type { Change, Feed } from 'src/server/watch/createFeed.ts';
import { createItemWatch } from 'src/server/watch/createItemWatch.ts';
import { createPushes } from 'src/server/watch/createPushes.ts';
import { createRegister, type Register } from 'src/server/watch/createRegister.ts';
import { createRightsCheck } from 'src/server/watch/createRightsCheck.ts';
import { notifyFrame } from 'src/server/watch/frames.ts';
import { readNews } from 'src/server/watch/readNews.ts';
import type { Receiver, Watches } from 'src/server/watch/Watches.ts';

export interface WatchesOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly gates: Gates;
  readonly items: Pick<ItemStore, 'readVisible' | 'view' | 'find' | 'findMany' | 'levelAcl' | 'labels'>;
  readonly audit: Audit;
  readonly feed: Feed;
  readonly clock: Clock;
  /** Rights of a user at this moment; undefined when blocked or gone. */
  readonly subjectOf: (userId: ItemId) => Promise<Subject | undefined>;
  readonly log: (message: string, error?: unknown) => void;
}

/** Items are read whole, so an import of thousands is told in pieces. */
const AT_ONCE = 100;

const NOTIFY = 'Notify';
/** The engine's own property of Notify. */
const NOTIFIED = 'user';

/** A new notification goes to its user at once, watched or not. */
const tellNotified = async (
  { registry, database, items }: WatchesOptions,
  register: Register,
  changes: readonly Change[],
): Promise<void> => {
  const number = registry.types[NOTIFY]?.number;
  for (const { i } of changes.filter(({ t, op }) => t === number && op === 'c')) {
    const id = itemId(NOTIFY, i);
    const stored = await items.find(database, id);
    const user = stored?.properties[NOTIFIED];
    if (typeof user !== 'string') continue;
    for (const receiver of register.ofUser(user)) {
      const [item] = await items.readVisible(database, receiver.gate(), [id], { through: 'item/notify' });
      if (item) receiver.send(notifyFrame(item));
    }
  }
};

export const createWatches = (options: WatchesOptions): Watches => {
  const { registry, database, gates, items, audit, feed, clock, subjectOf, log } = options;
  const register = createRegister();
  const pushes = createPushes({ database, gates, items, audit, register, now: () => clock.now() });
  const types = new Map(Object.values(registry.types).map((type) => [type.number, type]));
  const typeOf = (id: ItemId): ServerItemType | undefined => {
    const name = tryParseItemId(id)?.type ?? '';
    return Object.hasOwn(registry.types, name) ? registry.types[name] : undefined;
  };
  const rights = createRightsCheck({ registry, database, gates, items, register, pushes, typeOf, subjectOf });

  const watched = (change: Change): boolean => {
    const type = types.get(change.t);
    return (
      type !== undefined &&
      (register.ofType(type.name).size > 0 || register.ofItem(itemId(type.name, change.i)).size > 0)
    );
  };

  const apply = async (changes: readonly Change[]): Promise<void> => {
    await gates.learn(changes.flatMap(({ acl, oldAcl }) => (oldAcl === null ? [acl] : [acl, oldAcl])));
    await rights.renewUsers(changes);
    await tellNotified(options, register, changes);
    const heard = changes.filter(watched);
    for (let from = 0; from < heard.length; from += AT_ONCE) {
      const some = heard.slice(from, from + AT_ONCE);
      for (const news of await readNews({ database, gates, items, types }, some)) await pushes.tell(news);
    }
  };

  // After a time without the feed nobody knows what was missed: everybody is told anew.
  const load = async (): Promise<void> => {
    for (const receiver of register.all()) await rights.recheck(receiver);
  };

  feed.use({ load, apply });

  /** A receiver that cannot be sent to keeps nothing from the others. */
  const sendToAll = (receivers: Iterable<Receiver>, envelope: Envelope): void => {
    const frame = JSON.stringify(envelope);
    for (const receiver of receivers) {
      try {
        receiver.send(frame);
      } catch (error) {
        log('a push could not be sent', error);
      }
    }
  };

  return {
    add(receiver) {
      rights.add(receiver);
      register.add(receiver);
    },
    remove: register.remove,
    watchItem: createItemWatch({ items, register, pushes, typeOf }),
    unwatchItem: register.unwatchItem,
    watchType: register.watchType,
    unwatchType: register.unwatchType,
    receiversOf: (userId) => [...register.ofUser(userId)],
    sendToUser: (userId, envelope) => sendToAll(register.ofUser(userId), envelope),
  };
};
