// Live updates as transport uses them: a Receiver per open socket, watches on items and types, generic pushes.
// Rights are looked at again for every push. The feed (outbox reader) drives it on every process.

import type { Envelope } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Gate } from 'src/server/access/Gate.ts';
import type { Queryable } from 'src/server/store/Database.ts';

/** One open socket. `send` takes a frame text that may be shared between receivers. */
export interface Receiver {
  readonly id: string;
  gate(): Gate;
  /** Replaces the receiver's gate after a change of rights. */
  setGate(gate: Gate): void;
  send(frame: string): void;
  close(code: number, reason: string): void;
}

export interface Watches {
  add(receiver: Receiver): void;
  remove(receiver: Receiver): void;
  /** Refuses (notFound / notAllowed) what the receiver may not see; with an older `u` sends an `item/update` at once. */
  watchItem(db: Queryable, receiver: Receiver, id: ItemId, u: number | undefined): Promise<void>;
  unwatchItem(receiver: Receiver, id: ItemId): void;
  watchType(receiver: Receiver, type: string): void;
  /** Drops `count` of the receiver's watches on the type. */
  unwatchType(receiver: Receiver, type: string, count: number): void;
  /** Receivers of a user on this process (sign-out, block, notifications, tasks). */
  receiversOf(userId: ItemId): readonly Receiver[];
  sendToUser(userId: ItemId, envelope: Envelope): void;
}
