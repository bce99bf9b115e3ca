// Start and end of every result of a listing: loaded in parts by the listing's own search, and again after changes. One
// per timeline; its creator calls cancel() when the timeline is closed.

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { foundSpan, type TimedItem } from 'src/client/displays/timeSpan.ts';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import { ChangedItems } from 'src/client/stores/ChangedItems.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** A larger part would wait for its turn behind other long searches. */
const TIMED_PER_REQUEST = 5_000;
/** More are never listed. */
const MAX_TIMED_ITEMS = 100_000;

type Search = Pick<SearchCalls, 'search'>;

/** Returns true for an item whose start is a day, not a moment. */
type IsDay = (id: ItemId) => boolean;

interface Read {
  readonly timed: readonly TimedItem[];
  readonly undated: readonly ItemId[];
}
const NOTHING_READ: Read = { timed: [], undated: [] };

interface Lane {
  readonly value: string;
  readonly must: Filters;
}

const withoutIds = ({ timed, undated }: Read, ids: ReadonlySet<ItemId>): Read => ({
  timed: timed.filter(({ id }) => !ids.has(id)),
  undated: undated.filter((id) => !ids.has(id)),
});

export class TimeSet {
  state: 'loading' | 'ready' | 'failed' = 'loading';
  found: Read = NOTHING_READ;
  /** Number of all results of the listing, loaded or not. */
  total = 0;
  failure: unknown;
  /** The values of each item that lanes are made of; undefined without lanes. */
  lanes: ReadonlyMap<ItemId, string> | undefined;
  readonly #search: Search;
  readonly #asks: 'times' | 'days';
  readonly #isDay: IsDay;
  #query: Query | undefined;
  #lanes: readonly Lane[] = [];
  #asked = 0;
  #askedLanes = 0;
  readonly #changed = new ChangedItems(() => void this.#readChanged());

  constructor(search: Search, asks: 'times' | 'days', isDay: IsDay) {
    this.#search = search;
    this.#asks = asks;
    this.#isDay = isDay;
    makeAutoObservable(
      this,
      { found: observableRef, failure: observableRef, lanes: observableRef },
      { autoBind: true },
    );
  }

  show(query: Query): void {
    this.#query = query;
    this.state = 'loading';
    void this.load();
  }

  async load(): Promise<void> {
    const query = this.#query;
    if (!query) return;
    const turn = ++this.#asked;
    let read = NOTHING_READ;
    try {
      for (let after: string | undefined, parts = 0; parts < MAX_TIMED_ITEMS / TIMED_PER_REQUEST; parts++) {
        // oxlint-disable-next-line no-await-in-loop -- each part names the next
        const part = await this.#part(query, after);
        if (turn !== this.#asked) return;
        read = { timed: [...read.timed, ...part.timed], undated: [...read.undated, ...part.undated] };
        this.receive(read, part.total);
        ({ after } = part);
        if (after === undefined) break;
      }
      runInAction(() => {
        this.state = 'ready';
        this.failure = undefined;
      });
    } catch (thrown) {
      if (turn === this.#asked) this.fail(thrown);
    }
  }

  receive(read: Read, total: number): void {
    this.found = read;
    this.total = total;
  }

  fail(thrown: unknown): void {
    this.state = 'failed';
    this.failure = thrown;
  }

  /** Reads which item belongs to which of these lanes; none takes the lanes away. */
  async divide(lanes: readonly Lane[]): Promise<void> {
    this.#lanes = lanes;
    const query = this.#query;
    const turn = ++this.#askedLanes;
    if (!query || lanes.length === 0) {
      this.lanes = undefined;
      return;
    }
    const divided = new Map<ItemId, string>();
    try {
      for (const { value, must } of lanes)
        for (let after: string | undefined, parts = 0; parts < MAX_TIMED_ITEMS / TIMED_PER_REQUEST; parts++) {
          const { times: _, ...plain } = query;
          // oxlint-disable-next-line no-await-in-loop -- each part names the next
          const answer = await this.#search.search({
            ...plain,
            must: { ...query.must, ...must },
            max: TIMED_PER_REQUEST,
            ...(after === undefined ? {} : { after }),
          });
          if (turn !== this.#askedLanes) return;
          for (const id of answer.ids) if (!divided.has(id)) divided.set(id, value);
          ({ after } = answer);
          if (after === undefined) break;
        }
      runInAction(() => {
        this.lanes = divided;
      });
    } catch (thrown) {
      if (turn === this.#askedLanes) this.fail(thrown);
    }
  }

  /** A listed item was changed, added or removed. */
  changed(id: ItemId): void {
    this.#changed.add(id);
  }

  cancel(): void {
    this.#asked += 1;
    this.#askedLanes += 1;
    this.#changed.clear();
  }

  async #readChanged(): Promise<void> {
    const query = this.#query;
    const ids = this.#changed.take();
    if (!query || ids.length === 0) return;
    if (this.state !== 'ready' || ids.length > 500) {
      await this.load();
      return;
    }
    const turn = this.#asked;
    try {
      const now = await this.#part({ ...query, ids }, undefined);
      if (turn !== this.#asked) return;
      const kept = withoutIds(this.found, new Set(ids));
      this.receive({ timed: [...kept.timed, ...now.timed], undated: [...kept.undated, ...now.undated] }, this.total);
      if (this.#lanes.length > 0) await this.divide(this.#lanes);
    } catch {
      // Asked again with the next change, or with the next connection.
    }
  }

  async #part(query: Query, after: string | undefined) {
    const answer = await this.#search.search({
      ...query,
      [this.#asks]: true,
      max: TIMED_PER_REQUEST,
      ...(after === undefined ? {} : { after }),
    });
    const timed: TimedItem[] = [];
    const undated: ItemId[] = [];
    answer.ids.forEach((id, at) => {
      const [from, to] = answer.times?.[at] ?? [];
      if (from === null || from === undefined) undated.push(id);
      else timed.push({ id, ...foundSpan(from, to ?? null, this.#isDay(id)) });
    });
    return { timed, undated, total: answer.total, after: answer.after };
  }
}
