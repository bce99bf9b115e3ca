// Checks the rights of receivers again: a changed user gets a new read filter, and every watch is tested with it. Part of createWatches,
// which calls it before any push.

import type { Receiver } from 'src/server/context.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import { CLOSES } from 'src/model/generated/problems.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { isProblem } from 'src/model/problems.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { idsHolding } from 'src/server/store/holders.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import { typeFrame, UPDATE } from 'src/server/watch/pushFrames.ts';
import type { LiveUpdates } from 'src/server/watch/updateForReceivers.ts';
import { isMovedFor } from 'src/server/watch/visibleChange.ts';
import type { Register } from 'src/server/watch/watchRegister.ts';

// One change that cannot be evaluated, such as a computed value that throws, must neither stop the others nor be retried endlessly.
/** SQLSTATE class. */
const DATA_EXCEPTION = '22';

interface PassOverOptions {
  readonly database: Queryable;
  readonly log: (message: string, error?: unknown) => void;
}

/**
 * Returns true for a full disk, a lost connection or a table that cannot be written, which are not caused by the change; false for a value
 * that PostgreSQL refuses.
 */
const isDatabaseFailure = (error: unknown): boolean => {
  if (isProblem(error)) return true;
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && !code.startsWith(DATA_EXCEPTION);
};

/** Runs `work`, and again after a failure. A second failure is logged and skipped. Rejects when the database fails. */
type PassOver = (what: string, work: () => Promise<void>) => Promise<void>;

export const createPassOver =
  ({ database, log }: PassOverOptions): PassOver =>
  async (what, work) => {
    try {
      await work().catch(work);
    } catch (error) {
      if (isDatabaseFailure(error)) throw error;
      await database.query('select 1');
      log(`live updates passed over ${what}`, error);
    }
  };

interface Options {
  readonly passOver: PassOver;
  readonly registry: ServerRegistry;
  readonly database: Queryable;
  readonly readFilters: ReadFilters;
  readonly items: Pick<ItemStorage, 'readVisible'>;
  readonly register: Register;
  readonly pushes: LiveUpdates;
  readonly typeOf: (id: ItemId) => ServerItemType | undefined;
  readonly subjectOf: (userId: ItemId) => Promise<Subject | undefined>;
}

export interface RightsCheck {
  /** Adds a receiver without watches, with its present readers. */
  add(receiver: Receiver): void;
  recheck(receiver: Receiver): Promise<void>;
  /**
   * Handles a change of readers of many items, of the type or of any, before a job has updated each: affected receivers get a frame now.
   */
  recheckMoved(type: ServerItemType | undefined, changes: readonly Change[]): Promise<void>;
  renewUsers(changes: readonly Change[]): Promise<void>;
}

const ITEMS_PER_CHECK = 500;

/** Two read filters with the same key see the same. */
const readersOf = ({ subject, principals }: ReadFilter): string =>
  `${subject.admin} ${[...principals].sort((a, b) => a - b).join(' ')}`;

export const createRightsCheck = (options: Options): RightsCheck => {
  const { registry, database, readFilters, items, register, pushes, typeOf, subjectOf, passOver } = options;
  /** Readers with which the watches of a receiver were last checked. */
  const checkedAs = new WeakMap<Receiver, string>();

  const publishAll = async (receiver: Receiver, ids: readonly ItemId[]): Promise<void> => {
    const found = await items.readVisible(database, receiver.readFilter(), ids, { channel: UPDATE });
    const visible = new Map(found.map((item) => [item.$id, item]));
    for (const id of ids) {
      const item = visible.get(id);
      const type = typeOf(id);
      if (item && type) receiver.send(pushes.whole(type, item));
      else pushes.publishGone(receiver, id);
    }
  };

  /** Tests watches with the receiver's read filter. Visible items are sent whole, since their visible parts may differ. */
  const recheck = async (receiver: Receiver, ids = register.itemsOf(receiver)): Promise<void> => {
    for (let from = 0; from < ids.length; from += ITEMS_PER_CHECK) {
      const some = ids.slice(from, from + ITEMS_PER_CHECK);
      await publishAll(receiver, some).catch(async () => {
        for (const id of some) await passOver(id, () => publishAll(receiver, [id]));
      });
    }
  };

  const recheckMoved = async (type: ServerItemType | undefined, changes: readonly Change[]): Promise<void> => {
    const concerned = [...register.all()].filter((receiver) =>
      changes.some((change) => isMovedFor(change, receiver.readFilter())),
    );
    for (const { name } of type ? [type] : Object.values(registry.types))
      for (const receiver of concerned) if (register.ofType(name).has(receiver)) receiver.send(typeFrame(name));
    const watched = new Set(concerned.flatMap((receiver) => register.itemsOf(receiver)));
    const ids = [...watched].filter((id) => typeOf(id) === type);
    const terms = changes.map(({ i }) => i);
    const moved = type ? new Set(await idsHolding(database, { type, ids, terms })) : watched;
    for (const receiver of concerned)
      await recheck(
        receiver,
        register.itemsOf(receiver).filter((id) => moved.has(id)),
      );
  };

  const renewReceiver = async (receiver: Receiver, subject: Subject): Promise<void> => {
    const { actingAdminId, sessionId } = receiver.readFilter().subject;
    const readFilter = await readFilters.readFilterFor({ ...subject, actingAdminId, sessionId });
    receiver.setReadFilter(readFilter);
    // Most changes of a User item, such as a preference, do not change rights. Transport may have set the read filter before.
    const readers = readersOf(readFilter);
    if (checkedAs.get(receiver) === readers) return;
    checkedAs.set(receiver, readers);
    await recheck(receiver);
  };

  const renew = async (user: ItemId): Promise<void> => {
    const receivers = register.ofUser(user);
    if (receivers.size === 0) return;
    const subject = await subjectOf(user);
    for (const receiver of [...receivers]) {
      if (subject) await renewReceiver(receiver, subject);
      else receiver.close(CLOSES.signedout, 'signedout');
    }
  };

  const renewUsers = async (changes: readonly Change[]): Promise<void> => {
    const number = registry.types[SYSTEM_TYPES.user]?.number;
    for (const i of new Set(
      changes.filter(({ t, op }) => t === number && op !== 'c' && op !== 'p').map((change) => change.i),
    ))
      await renew(itemId(SYSTEM_TYPES.user, i));
  };

  return {
    add: (receiver) => void checkedAs.set(receiver, readersOf(receiver.readFilter())),
    recheck: (receiver) => recheck(receiver),
    recheckMoved,
    renewUsers,
  };
};
