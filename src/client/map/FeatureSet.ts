// The features of one query on a map: how far their reading is, and what has come; above the limit of the server, what its tiles show. States: spec platform 5,
// feature-set loading. One per layer; whoever made it calls cancel() when the map is closed.

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Bounds } from 'src/client/forms/text/geometry.ts';
import { boundsOfAll } from 'src/client/map/inView.ts';
import type { FeatureSource, FoundIds, MapFeature, TiledLayer } from 'src/client/map/MapFeature.ts';
import { ViewSearch } from 'src/client/map/ViewSearch.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { isPassing } from 'src/client/connection/ClientProblem.ts';
import { ChangedItems } from 'src/client/stores/ChangedItems.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';

export type FeatureState =
  | 'INIT'
  | 'STARTED'
  | 'READY_RECEIVED'
  | 'READY_SUCCESS'
  | 'READY_EMPTY'
  | 'READY_RESET'
  | 'FAILURE';

type Features = ReadonlyMap<ItemId, MapFeature>;
const NONE: Features = new Map();
/** Each picture draws all that has come: one for every part would take longer than the parts. */
const BETWEEN_PICTURES_MS = 800;
/** Values of one key in a query. Source: wire contract 5. */
const MOST_ASKED = 1000;

const isRefusal = (thrown: unknown): boolean => isProblem(thrown) && !isPassing(thrown);

export class FeatureSet {
  state: FeatureState = 'INIT';
  /** All of them; of a tiled layer only what is open. */
  features: Features = NONE;
  /** Undefined while each feature is drawn by itself. */
  tiled: TiledLayer | undefined;
  /** Grows with everything that the tiles may show otherwise. */
  version = 0;
  /** Only a part came, and no tiles show the others. */
  partial = false;
  /** Why some tiles could not be read. */
  torn: unknown;
  failure: unknown;
  readonly view: ViewSearch;
  readonly #source: FeatureSource;
  #query: Query | undefined;
  #reading: AbortController | undefined;
  #bounds: Bounds | undefined;
  #open: ItemId | undefined;
  readonly #changed = new ChangedItems(() => void this.#readChanged());

  constructor(source: FeatureSource) {
    this.#source = source;
    this.view = new ViewSearch(source);
    makeAutoObservable(
      this,
      { view: false, features: observableRef, tiled: observableRef, torn: observableRef, failure: observableRef },
      { autoBind: true },
    );
  }

  get loading(): boolean {
    return this.state === 'STARTED' || this.state === 'READY_RECEIVED' || this.state === 'READY_RESET';
  }

  /** How many are on the map. */
  get count(): number {
    return this.tiled?.total ?? this.features.size;
  }

  /** Around all of them. */
  get bounds(): Bounds | undefined {
    return this.tiled ? this.tiled.bounds : boundsOfAll(this.features.values());
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
    this.state = this.count > 0 ? 'READY_RESET' : 'STARTED';
    const received = new Map<ItemId, MapFeature>();
    let shownAt = -Infinity;
    try {
      const { more, tiles } = await this.#source.read(
        query,
        (batch) => {
          if (reading.signal.aborted) return;
          for (const feature of batch) received.set(feature.$id, feature);
          if (performance.now() - shownAt < BETWEEN_PICTURES_MS) return;
          this.receive(new Map(received));
          shownAt = performance.now();
        },
        reading.signal,
      );
      if (reading.signal.aborted) return;
      const tiled = tiles ? await this.#source.tiled(query) : undefined;
      if (reading.signal.aborted) return;
      if (tiled) this.cover(tiled);
      else this.finish(received, more);
    } catch (thrown) {
      if (!reading.signal.aborted) this.fail(thrown);
    }
  }

  receive(received: Features): void {
    this.leaveTiles();
    this.features = received;
    this.state = 'READY_RECEIVED';
  }

  finish(received: Features, partial: boolean): void {
    this.leaveTiles();
    this.partial = partial;
    this.features = received;
    this.failure = undefined;
    this.state = received.size > 0 ? 'READY_SUCCESS' : 'READY_EMPTY';
  }

  /** Tiles show it from now on, or show it anew. */
  cover(tiled: TiledLayer): void {
    if (!this.tiled) this.features = NONE;
    this.tiled = tiled;
    this.partial = false;
    this.version += 1;
    this.torn = undefined;
    this.failure = undefined;
    this.state = tiled.total > 0 ? 'READY_SUCCESS' : 'READY_EMPTY';
    this.look(this.#bounds);
    void this.#readOpen();
  }

  /** What could not be asked again stays; a layer that may not be seen any more leaves nothing behind. */
  fail(thrown: unknown): void {
    if (isRefusal(thrown)) {
      this.leaveTiles();
      this.features = NONE;
    }
    this.failure = thrown;
    this.state = 'FAILURE';
  }

  tear(thrown: unknown): void {
    this.torn = thrown;
  }

  leaveTiles(): void {
    this.tiled = undefined;
    this.torn = undefined;
    this.view.stop();
  }

  /** Where the map looks: of a tiled layer it is asked what is there. */
  look(bounds: Bounds | undefined): void {
    this.#bounds = bounds;
    if (this.tiled && this.#query && bounds) this.view.look(this.#query, bounds);
  }

  /** What a tiled layer has at a place. */
  async at(bounds: Bounds, max: number): Promise<FoundIds> {
    if (!this.tiled || !this.#query) return { ids: [], total: 0 };
    return await this.#source.within(this.#query, bounds, max);
  }

  /** The item that is open beside the map: of a tiled layer it is drawn by itself too. */
  open(id: ItemId | undefined): void {
    if (this.#open === id) return;
    this.#open = id;
    if (this.tiled) void this.#readOpen();
  }

  /** One of the listed items has changed, come or gone: what it is now is asked for with the others of this moment. */
  changed(id: ItemId): void {
    this.#changed.add(id);
  }

  cancel(): void {
    this.#reading?.abort();
    this.#changed.clear();
    this.view.stop();
    if (this.loading) this.state = 'INIT';
  }

  async #readOpen(): Promise<void> {
    const [query, reading, id] = [this.#query, this.#reading, this.#open];
    if (!query || !reading) return;
    const found = id === undefined ? NONE : await this.#readOnly(query, [id], reading.signal);
    if (!found || reading.signal.aborted || this.#open !== id) return;
    runInAction(() => {
      if (this.tiled) this.features = found;
    });
  }

  /** Of the query, these items alone; undefined when that failed. */
  async #readOnly(query: Query, ids: readonly ItemId[], signal: AbortSignal): Promise<Features | undefined> {
    const found = new Map<ItemId, MapFeature>();
    try {
      await this.#source.read(
        { ...query, ids: [...ids] },
        (batch) => batch.forEach((each) => found.set(each.$id, each)),
        signal,
      );
    } catch {
      return undefined;
    }
    return found;
  }

  /** How many there are now decides whether tiles still show them. */
  async #coverAgain(query: Query, signal: AbortSignal): Promise<void> {
    try {
      const tiled = await this.#source.tiled(query);
      if (signal.aborted) return;
      if (tiled.needed) this.cover(tiled);
      else await this.load();
    } catch (thrown) {
      if (!signal.aborted) this.fail(thrown);
    }
  }

  async #readChanged(): Promise<void> {
    const [query, reading] = [this.#query, this.#reading];
    const ids = this.#changed.take();
    if (!query || !reading || ids.length === 0) return;
    if (ids.length > MOST_ASKED || (this.state !== 'READY_SUCCESS' && this.state !== 'READY_EMPTY')) {
      await this.load();
      return;
    }
    if (this.tiled) {
      await this.#coverAgain(query, reading.signal);
      return;
    }
    const now = await this.#readOnly(query, ids, reading.signal);
    // What failed is asked again with the next change, or with the next connection.
    if (!now || reading.signal.aborted) return;
    runInAction(() => {
      const kept = [...this.features].filter(([id]) => !ids.includes(id));
      this.features = new Map([...kept, ...now]);
      this.state = this.features.size > 0 ? 'READY_SUCCESS' : 'READY_EMPTY';
    });
  }
}
