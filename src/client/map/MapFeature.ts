// One item as a map draws it, and where such features come from.

import type { Bounds } from 'src/client/forms/text/geometry.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

/** What a list beside a map names. */
export interface MapEntry {
  readonly $id: ItemId;
  readonly label: string;
}

export interface MapFeature extends MapEntry {
  readonly type: string;
  /** GeoJSON in longitude and latitude. */
  readonly geometry: Json;
  readonly bbox: Bounds;
  /** What its type declares for the style of it. */
  readonly props?: Readonly<Record<string, Json>>;
}

export interface FeatureRead {
  /** All that have a place. */
  readonly total: number;
  /** There are more than are sent one by one. */
  readonly more: boolean;
  /** Tiles show all of them; none was handed on. */
  readonly tiles: boolean;
}

/** A layer that tiles show, since it has too many features to be sent one by one. */
export interface TiledLayer {
  /** With {z}, {x} and {y}. */
  readonly address: string;
  /** False once so few are left that each can be sent by itself. */
  readonly needed: boolean;
  readonly total: number;
  /** Undefined without any feature. */
  readonly bounds: Bounds | undefined;
}

export interface FoundIds {
  /** The first ones. */
  readonly ids: readonly ItemId[];
  readonly total: number;
}

export interface FeatureSource {
  /** Reads the features of a query in batches; ends early, without a failure, once the signal is given. */
  read(query: Query, take: (batch: readonly MapFeature[]) => void, signal: AbortSignal): Promise<FeatureRead>;
  /** What tiles show of the query now. */
  tiled(query: Query): Promise<TiledLayer>;
  /** Which items of the query meet the bounds. */
  within(query: Query, bounds: Bounds, max: number): Promise<FoundIds>;
}
