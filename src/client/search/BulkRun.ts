// One act on many items: asks which of them allow it, does it one by one, counts what was changed and why others were not, and can
// be stopped and undone. Every change is an ordinary one, with a key, so that it is never done twice.

import { makeAutoObservable, runInAction } from 'mobx';
import { deepEqual } from 'src/base/deepEqual.ts';
import { isUnreachable, messageOfThrown } from 'src/client/connection/ClientProblem.ts';
import type { Client } from 'src/client/Client.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';

/** What becomes of one item: new values by property, or its end. Undefined: it stays as it is. */
export type Act = (item: Item) => Readonly<Record<string, Json>> | 'delete' | undefined;

export interface BulkPlan {
  readonly ids: readonly ItemId[];
  /** The right that each item must allow; what is gone is restored as the server allows. */
  readonly right: 'update' | 'delete' | 'restore';
  readonly act: Act;
}

type BulkClient = Pick<Client, 'connection' | 'items'>;

/** What one request may ask about. */
const AT_ONCE = 100;
const SIDE_BY_SIDE = 4;
const PAUSE_MS = 2_000;

type Allowed = Readonly<Record<ItemId, Readonly<Record<string, boolean>>>>;

interface Done {
  readonly id: ItemId;
  /** The properties as they were and as they were made; undefined for a deleted item. */
  readonly before?: Readonly<Record<string, Json>>;
  readonly after?: Readonly<Record<string, Json>>;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const retryAfter = (thrown: unknown): number | undefined => {
  if (isUnreachable(thrown)) return PAUSE_MS;
  if (!isProblem(thrown) || thrown.key !== 'rateLimited') return undefined;
  return Number(thrown.params?.['retryAfter'] ?? 1) * 1000;
};

/** Reason of an item that somebody changed after this run did. */
export const CHANGED_SINCE = 'bulk.changedSince';
const GONE = 'errors.notFound';
const REFUSED = 'errors.notAllowed';

export class BulkRun {
  state: 'running' | 'done' | 'cancelled' = 'running';
  handled = 0;
  /** As they are now: nothing was to be done. */
  unchanged = 0;
  changed = 0;
  readonly #done: Done[] = [];
  /** Items that were refused, by message id of the reason. */
  readonly refused = new Map<string, readonly ItemId[]>();
  /** The line is away: it goes on when it is back. */
  waiting = false;
  readonly plan: BulkPlan;
  readonly #client: BulkClient;

  constructor(client: BulkClient, plan: BulkPlan) {
    this.#client = client;
    this.plan = plan;
    makeAutoObservable(this, { plan: false }, { autoBind: true });
  }

  get refusedCount(): number {
    return [...this.refused.values()].reduce((sum, ids) => sum + ids.length, 0);
  }

  get total(): number {
    return this.plan.ids.length;
  }

  /** What was under way is finished; nothing further is begun. */
  cancel(): void {
    if (this.state === 'running') this.state = 'cancelled';
  }

  async run(): Promise<void> {
    const { ids } = this.plan;
    for (let from = 0; from < ids.length && this.#goesOn(); from += AT_ONCE)
      await this.#handleSome(ids.slice(from, from + AT_ONCE));
    runInAction(() => {
      if (this.state === 'running') this.state = 'done';
    });
  }

  /** The run that takes back what this one did, where nobody has changed it since. */
  reverse(): BulkRun {
    if (this.plan.right === 'delete') {
      const ids = this.#done.map(({ id }) => id).toReversed();
      return new BulkRun(this.#client, { ids, right: 'restore', act: () => undefined });
    }
    const done = new Map(this.#done.map((each) => [each.id, each]));
    return new BulkRun(this.#client, {
      ids: [...done.keys()].toReversed(),
      right: 'update',
      act: (item) => {
        const { before = {}, after = {} } = done.get(item.$id) ?? {};
        const isOurs = Object.entries(after).every(([name, value]) => deepEqual(item[name] ?? null, value));
        if (!isOurs) throw new Error(CHANGED_SINCE);
        return before;
      },
    });
  }

  // Looked at again after every wait.
  #goesOn(): boolean {
    return this.state === 'running';
  }

  /** One after the other: an item may need the one before. */
  async #restoreSome(ids: readonly ItemId[]): Promise<void> {
    for (const id of ids) {
      if (!this.#goesOn()) return;
      const key = crypto.randomUUID();
      try {
        await this.#insist(() => this.#client.items.restore(id, key));
        this.note({ id });
      } catch (thrown) {
        this.refuse(id, messageOfThrown(thrown));
      }
    }
  }

  async #handleSome(ids: readonly ItemId[]): Promise<void> {
    const { connection, items } = this.#client;
    const { right } = this.plan;
    if (right === 'restore') return await this.#restoreSome(ids);
    const asked = ids.map((id) => ({ id, actions: [right] }));
    const allowed = (await this.#insist(() => connection.send('isAllowed', asked))) as Allowed;
    const read = await this.#insist(() => connection.send('readMany/object', ids));
    items.put(Object.values(read));
    const waiting = [...ids];
    const next = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && this.#goesOn(); id = waiting.shift()) {
        const item = read[id];
        if (!item) this.refuse(id, GONE);
        else if (allowed[id]?.[right] !== true) this.refuse(id, REFUSED);
        else await this.#handle(item);
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
  }

  async #handle(item: Item, isRepeat = false): Promise<void> {
    const { items } = this.#client;
    const key = crypto.randomUUID();
    try {
      const changes = this.plan.act(item);
      if (changes === undefined) this.leave();
      else if (changes === 'delete') {
        await this.#insist(() => items.remove(item.$id, key));
        this.note({ id: item.$id });
      } else {
        const names = Object.keys(changes);
        const before = Object.fromEntries(names.map((name) => [name, item[name] ?? null]));
        if (deepEqual(before, changes)) this.leave();
        else {
          await this.#insist(() => items.update({ ...changes, $id: item.$id, _u: item._u }, key));
          this.note({ id: item.$id, before, after: changes });
        }
      }
    } catch (thrown) {
      const conflict = isProblem(thrown) && thrown.key === 'conflict' && !isRepeat;
      const now = conflict ? await items.refresh(item.$id) : undefined;
      if (now?.state === 'ready') await this.#handle(now.item, true);
      else
        this.refuse(
          item.$id,
          thrown instanceof Error && thrown.message === CHANGED_SINCE ? CHANGED_SINCE : messageOfThrown(thrown),
        );
    }
  }

  /** Again, with the same key, while the server asks to wait or cannot be reached. What is under way is never given up. */
  async #insist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await work();
        this.wait(false);
        return answer;
      } catch (thrown) {
        const milliseconds = retryAfter(thrown);
        if (milliseconds === undefined) throw thrown;
        this.wait(isUnreachable(thrown));
        await pause(milliseconds);
      }
    }
  }

  private wait(waiting: boolean): void {
    this.waiting = waiting;
  }

  private leave(): void {
    this.unchanged += 1;
    this.handled += 1;
  }

  private note(done: Done): void {
    this.#done.push(done);
    this.changed += 1;
    this.handled += 1;
  }

  private refuse(id: ItemId, reason: string): void {
    this.refused.set(reason, [...(this.refused.get(reason) ?? []), id]);
    this.handled += 1;
  }
}
