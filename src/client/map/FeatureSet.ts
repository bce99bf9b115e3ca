// Features of one query on a map, with the progress of loading; above the limit of the server, tiles. There is one per layer; its creator
// calls cancel() when the map is closed.

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
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
const NO_FEATURES: Features = new Map();
/** Each update draws all loaded features. One update per part would take longer than the parts. */
const BETWEEN_PICTURES_MS = 800;
/** Maximum number of values of one key in a query. */
const MOST_ASKED = 1000;

const isLayerRefusal = (thrown: unknown): boolean => isProblem(thrown) && !isPassing(thrown);

export class FeatureSet {
  state: FeatureState = 'INIT';
  /** All features; for a tiled layer only the open one. */
  features: Features = NO_FEATURES;
  /** Undefined while features are drawn singly. */
  tiled: TiledLayer | undefined;
  /** Increases with every change that tiles may show. */
  version = 0;
  /** True when only a part was loaded and no tiles show the rest. */
  partial = false;
  /** Reason why some tiles could not be loaded. */
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

  /** Number of features on the map. */
  get count(): number {
    return this.tiled?.total ?? this.features.size;
  }

  /** Bounds of all features. */
  get bounds(): Bounds | undefined {
    return this.tiled ? this.tiled.bounds : boundsOfAll(this.features.values());
  }

  /** Sends the query once. The same query again uses the present answer. */
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

  /** Switches to tiles, or loads them again. */
  cover(tiled: TiledLayer): void {
    if (!this.tiled) this.features = NO_FEATURES;
    this.tiled = tiled;
    this.partial = false;
    this.version += 1;
    this.torn = undefined;
    this.failure = undefined;
    this.state = tiled.total > 0 ? 'READY_SUCCESS' : 'READY_EMPTY';
    this.look(this.#bounds);
    void this.#readOpen();
  }

  /** Features stay when a query cannot be repeated. A layer that may no longer be read is emptied. */
  fail(thrown: unknown): void {
    if (isLayerRefusal(thrown)) {
      this.leaveTiles();
      this.features = NO_FEATURES;
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

  /** Sets the visible bounds. A tiled layer queries what is in them. */
  look(bounds: Bounds | undefined): void {
    this.#bounds = bounds;
    if (this.tiled && this.#query && bounds) this.view.look(this.#query, bounds);
  }

  /** Returns the features of a tiled layer at a place. */
  async at(bounds: Bounds, max: number): Promise<FoundIds> {
    if (!this.tiled || !this.#query) return { ids: [], total: 0 };
    return await this.#source.within(this.#query, bounds, max);
  }

  /** Sets the open item. A tiled layer also draws it singly. */
  open(id: ItemId | undefined): void {
    if (this.#open === id) return;
    this.#open = id;
    if (this.tiled) void this.#readOpen();
  }

  /** Handles a change of a listed item: it is read together with other changes of the same moment. */
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
    const found = id === undefined ? NO_FEATURES : await this.#readOnly(query, [id], reading.signal);
    if (!found || reading.signal.aborted || this.#open !== id) return;
    runInAction(() => {
      if (this.tiled) this.features = found;
    });
  }

  /** Reads only these items of the query. Returns undefined on failure. */
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

  /** The current number decides whether tiles are still needed. */
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
    // A failed query is repeated with the next change, or with the next connection.
    if (!now || reading.signal.aborted) return;
    runInAction(() => {
      const kept = [...this.features].filter(([id]) => !ids.includes(id));
      this.features = new Map([...kept, ...now]);
      this.state = this.features.size > 0 ? 'READY_SUCCESS' : 'READY_EMPTY';
    });
  }
}
