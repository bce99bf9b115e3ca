// The features of one query on a map: how far their reading is, and what has come. States: spec platform 5, feature-set loading.
// One per layer; whoever made it calls cancel() when the map is closed.

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FeatureRead, FeatureSource, MapFeature } from 'src/client/map/MapFeature.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { ChangedItems } from 'src/client/stores/ChangedItems.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export type FeatureState =
  'INIT' | 'STARTED' | 'READY_RECEIVED' | 'READY_SUCCESS' | 'READY_EMPTY' | 'READY_RESET' | 'FAILURE';

type Features = ReadonlyMap<ItemId, MapFeature>;
const NONE: Features = new Map();

export class FeatureSet {
  state: FeatureState = 'INIT';
  features: Features = NONE;
  /** Of the query, all that have a place. */
  total = 0;
  /** Only a part of them is here. */
  more = false;
  failure: unknown;
  readonly #source: FeatureSource;
  #query: Query | undefined;
  #reading: AbortController | undefined;
  readonly #changed = new ChangedItems(() => void this.#readChanged());

  constructor(source: FeatureSource) {
    this.#source = source;
    makeAutoObservable(this, { features: observableRef, failure: observableRef }, { autoBind: true });
  }

  get loading(): boolean {
    return this.state === 'STARTED' || this.state === 'READY_RECEIVED' || this.state === 'READY_RESET';
  }

  /** Asks once; the same question again is answered by what is there. */
  show(query: Query): void {
    if (this.state !== 'INIT' && JSON.stringify(query) === JSON.stringify(this.#query)) return;
    this.#query = query;
    void this.load();
  }

  async load(): Promise<void> {
    const query = this.#query;
    if (!query) return;
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.state = this.features.size > 0 ? 'READY_RESET' : 'STARTED';
    let received: Features = NONE;
    try {
      const { total, more } = await this.#source.read(
        query,
        (batch) => {
          if (reading.signal.aborted) return;
          received = new Map([...received, ...batch.map((feature) => [feature.$id, feature] as const)]);
          this.receive(received);
        },
        reading.signal,
      );
      if (!reading.signal.aborted) this.finish(received, { total, more });
    } catch (thrown) {
      if (!reading.signal.aborted) this.fail(thrown);
    }
  }

  receive(received: Features): void {
    this.features = received;
    this.state = 'READY_RECEIVED';
  }

  finish(received: Features, { total, more }: FeatureRead): void {
    this.features = received;
    this.total = total;
    this.more = more;
    this.failure = undefined;
    this.state = received.size > 0 ? 'READY_SUCCESS' : 'READY_EMPTY';
  }

  fail(thrown: unknown): void {
    this.failure = thrown;
    this.state = 'FAILURE';
  }

  /** One of the listed items has changed, come or gone: what it is now is asked for with the others of this moment. */
  changed(id: ItemId): void {
    this.#changed.add(id);
  }

  cancel(): void {
    this.#reading?.abort();
    this.#changed.clear();
    if (this.loading) this.state = 'INIT';
  }

  async #readChanged(): Promise<void> {
    const query = this.#query;
    const reading = this.#reading;
    const ids = this.#changed.take();
    if (!query || !reading || ids.length === 0) return;
    if (this.state !== 'READY_SUCCESS' && this.state !== 'READY_EMPTY') {
      await this.load();
      return;
    }
    const now = new Map<ItemId, MapFeature>();
    try {
      await this.#source.read(
        { ...query, ids },
        (batch) => batch.forEach((feature) => now.set(feature.$id, feature)),
        reading.signal,
      );
    } catch {
      // Asked again with the next change, or with the next connection.
      return;
    }
    if (reading.signal.aborted) return;
    runInAction(() => {
      const kept = [...this.features].filter(([id]) => !ids.includes(id));
      this.features = new Map([...kept, ...now]);
      this.state = this.features.size > 0 ? 'READY_SUCCESS' : 'READY_EMPTY';
    });
  }
}
