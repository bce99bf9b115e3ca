// One item as a map draws it, and where such features come from.

import type { Bounds } from 'src/client/forms/text/geometry.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

export interface MapFeature {
  readonly $id: ItemId;
  readonly label: string;
  readonly type: string;
  /** GeoJSON in longitude and latitude. */
  readonly geometry: Json;
  readonly bbox: Bounds;
}

export interface FeatureRead {
  /** All that have a place. */
  readonly total: number;
  /** There are more than can be shown one by one. */
  readonly more: boolean;
}

/** Reads the features of a query in batches; ends early, without a failure, once the signal is given. */
export interface FeatureSource {
  read(query: Query, take: (batch: readonly MapFeature[]) => void, signal: AbortSignal): Promise<FeatureRead>;
}
