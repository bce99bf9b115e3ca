// Number of messages of each item that this person has read. Requested in batches for visible items; updated by reading here or on another
// device. Components observe it.

import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import { ReadQueue } from 'src/client/stores/ReadQueue.ts';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

interface ReadMarkStoreOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly search: SearchCalls;
  readonly environment: Environment;
}

/** Reads the field of the item that stores a mark. */
const numberOrZero = (value: unknown): number => (typeof value === 'number' ? value : 0);

export class ReadMarkStore {
  private readonly options: ReadMarkStoreOptions;
  private readonly seen = observable.map<ItemId, number>();
  private readonly asked = new Set<ItemId>();
  private readonly queue: ReadQueue;

  constructor(options: ReadMarkStoreOptions) {
    this.options = options;
    this.queue = new ReadQueue(options.environment.timers, (ids) => this.ask(ids));
  }

  start(): () => void {
    const { session, connection } = this.options;
    const stops = [
      session.entered.add(() => {
        if (!session.signedIn) this.clear();
      }),
      // Reading on another device updates the mark, also while this device was offline.
      connection.onPush('readMark', ({ context, seen }) => this.grow(context, seen)),
      connection.onAuthed(() => this.asked.forEach((id) => this.queue.add(id))),
      () => this.queue.clear(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Returns how many messages have been read, or undefined while unknown. Observable. */
  get(id: ItemId): number | undefined {
    if (!this.asked.has(id) && this.options.session.signedIn) {
      this.asked.add(id);
      this.queue.add(id);
    }
    return this.seen.get(id);
  }

  /** Marks messages as read, here at once and for the person's other devices. Known marks are not sent. */
  async mark({ $id, _t, _i }: Item, count: number): Promise<void> {
    const before = this.seen.get($id);
    // Read marks belong to the user: an administrator who acts as them changes none.
    if (this.options.session.user?.masquerading === true) return;
    if (before === undefined || before >= count) return;
    runInAction(() => this.seen.set($id, count));
    await this.options.connection.send('act/markRead', { _t, _i, seen: count });
  }

  private async ask(ids: readonly ItemId[]): Promise<void> {
    const { search, connection, session } = this.options;
    const me = session.user?.$id;
    if (me === undefined) return;
    try {
      const must = { _t: [SYSTEM_TYPES.readMark], user: [me], context: ids };
      const { ids: marks } = await search.search({ must, max: ids.length });
      const found = marks.length === 0 ? {} : await connection.send('readMany/object', marks);
      const known = new Map(Object.values(found).map((mark) => [String(mark['context']), numberOrZero(mark['seen'])]));
      runInAction(() => {
        for (const id of ids) this.grow(id, known.get(id) ?? 0);
      });
    } catch {
      // Requested again when the item is shown again.
      for (const id of ids) this.asked.delete(id);
    }
  }

  private grow(id: ItemId, seen: number): void {
    runInAction(() => this.seen.set(id, Math.max(seen, this.seen.get(id) ?? 0)));
  }

  private clear(): void {
    this.queue.clear();
    this.asked.clear();
    runInAction(() => this.seen.clear());
  }
}
