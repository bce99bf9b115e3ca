// Watches of this process: receivers by item, by type and by user. Contains only sets; createWatches checks rights.

import type { Receiver } from 'src/server/context.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';

interface Watched {
  readonly user: ItemId | undefined;
  readonly items: Set<ItemId>;
  readonly types: Map<string, number>;
}

/** Maximum watches of one receiver; more indicate a broken or malicious client. */
const MAX_WATCHES = 10_000;

export interface Register {
  add(receiver: Receiver): void;
  remove(receiver: Receiver): void;
  /** Returns true for a new watch. Throws `tooLarge` above the maximum. */
  watchItem(receiver: Receiver, id: ItemId): boolean;
  unwatchItem(receiver: Receiver, id: ItemId): void;
  watchType(receiver: Receiver, type: string): void;
  unwatchType(receiver: Receiver, type: string, count: number): void;
  watchesItem(receiver: Receiver, id: ItemId): boolean;
  itemsOf(receiver: Receiver): readonly ItemId[];
  ofItem(id: ItemId): ReadonlySet<Receiver>;
  ofType(type: string): ReadonlySet<Receiver>;
  ofUser(user: ItemId): ReadonlySet<Receiver>;
  /** Returns the users with a receiver. */
  users(): readonly ItemId[];
  all(): Iterable<Receiver>;
}

const NO_RECEIVERS: ReadonlySet<Receiver> = new Set();

const addReceiver = (index: Map<string, Set<Receiver>>, key: string, receiver: Receiver): void => {
  const receivers = index.get(key);
  if (receivers) receivers.add(receiver);
  else index.set(key, new Set([receiver]));
};

const removeReceiver = (index: Map<string, Set<Receiver>>, key: string, receiver: Receiver): void => {
  const receivers = index.get(key);
  receivers?.delete(receiver);
  if (receivers?.size === 0) index.delete(key);
};

export const createRegister = (): Register => {
  const watched = new Map<Receiver, Watched>();
  const byItem = new Map<string, Set<Receiver>>();
  const byType = new Map<string, Set<Receiver>>();
  const byUser = new Map<string, Set<Receiver>>();

  const add = (receiver: Receiver): Watched => {
    const known = watched.get(receiver);
    if (known) return known;
    const fresh = {
      user: receiver.readFilter().subject.userId,
      items: new Set<ItemId>(),
      types: new Map<string, number>(),
    };
    watched.set(receiver, fresh);
    if (fresh.user !== undefined) addReceiver(byUser, fresh.user, receiver);
    return fresh;
  };

  return {
    add: (receiver) => void add(receiver),
    remove(receiver) {
      const known = watched.get(receiver);
      if (!known) return;
      for (const id of known.items) removeReceiver(byItem, id, receiver);
      for (const type of known.types.keys()) removeReceiver(byType, type, receiver);
      if (known.user !== undefined) removeReceiver(byUser, known.user, receiver);
      watched.delete(receiver);
    },
    watchItem(receiver, id) {
      const { items } = add(receiver);
      if (items.has(id)) return false;
      if (items.size >= MAX_WATCHES) throw problem('tooLarge');
      items.add(id);
      addReceiver(byItem, id, receiver);
      return true;
    },
    unwatchItem(receiver, id) {
      watched.get(receiver)?.items.delete(id);
      removeReceiver(byItem, id, receiver);
    },
    watchType(receiver, type) {
      const { types } = add(receiver);
      types.set(type, (types.get(type) ?? 0) + 1);
      addReceiver(byType, type, receiver);
    },
    unwatchType(receiver, type, count) {
      const types = watched.get(receiver)?.types;
      const left = (types?.get(type) ?? 0) - count;
      if (left > 0) return void types?.set(type, left);
      types?.delete(type);
      removeReceiver(byType, type, receiver);
    },
    watchesItem: (receiver, id) => byItem.get(id)?.has(receiver) ?? false,
    itemsOf: (receiver) => [...(watched.get(receiver)?.items ?? [])],
    ofItem: (id) => byItem.get(id) ?? NO_RECEIVERS,
    ofType: (type) => byType.get(type) ?? NO_RECEIVERS,
    ofUser: (user) => byUser.get(user) ?? NO_RECEIVERS,
    users: () => [...byUser.keys()],
    all: () => [...watched.keys()],
  };
};
