// One item as a map draws it, and the source of such features.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

/** Entry in the list of a map. */
export interface MapEntry {
  readonly $id: ItemId;
  readonly label: string;
}

export interface MapFeature extends MapEntry {
  readonly type: string;
  /** GeoJSON in longitude and latitude. */
  readonly geometry: Json;
  readonly bbox: Bounds;
  /** Values that its type declares for its style. */
  readonly props?: Readonly<Record<string, Json>>;
}

export interface FeatureRead {
  /** Number of items with a geometry. */
  readonly total: number;
  /** True when there are more than are sent singly. */
  readonly more: boolean;
  /** True when tiles show all features and none was sent. */
  readonly tiles: boolean;
}

/** A layer with too many features to be sent singly, shown as tiles. */
export interface TiledLayer {
  /** Address with {z}, {x} and {y}. */
  readonly address: string;
  /** False when the number has become small enough to send features singly. */
  readonly needed: boolean;
  readonly total: number;
  /** Undefined without any feature. */
  readonly bounds: Bounds | undefined;
}

export interface FoundIds {
  /** Ids of the first items. */
  readonly ids: readonly ItemId[];
  readonly total: number;
}

export interface FeatureSource {
  /** Reads the features of a query in batches. Stops without a failure when the signal is aborted. */
  read(query: Query, take: (batch: readonly MapFeature[]) => void, signal: AbortSignal): Promise<FeatureRead>;
  /** Returns the tiles of the query. */
  tiled(query: Query): Promise<TiledLayer>;
  /** Returns the items of the query within the bounds. */
  within(query: Query, bounds: Bounds, max: number): Promise<FoundIds>;
}
