// Searches the items of a tiled layer that are in view, because tiles do not name all their features. There is one per FeatureSet.

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { FoundIds, FeatureSource } from 'src/client/map/MapFeature.ts';
import type { Query } from 'src/model/generated/wire.ts';

/** Delay, because a map that is still moving is not searched. */
const VIEW_DELAY_MS = 250;
/** People zoom in to see others. */
const MAX_LISTED_ITEMS = 200;

const NOTHING_FOUND: FoundIds = { ids: [], total: 0 };

export class ViewSearch {
  found: FoundIds = NOTHING_FOUND;
  failed = false;
  readonly #source: FeatureSource;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(source: FeatureSource) {
    this.#source = source;
    makeAutoObservable(this, { found: observableRef }, { autoBind: true });
  }

  look(query: Query, bounds: Bounds): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(query, bounds), VIEW_DELAY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.found = NOTHING_FOUND;
    this.failed = false;
  }

  async #ask(query: Query, bounds: Bounds): Promise<void> {
    const turn = ++this.#asked;
    const found = await this.#source.within(query, bounds, MAX_LISTED_ITEMS).catch(() => undefined);
    if (turn !== this.#asked) return;
    runInAction(() => {
      // The result of an earlier view does not apply to the present one.
      this.found = found ?? NOTHING_FOUND;
      this.failed = found === undefined;
    });
  }
}
