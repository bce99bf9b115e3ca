// Layers of maps that are drawn as tiles, stored with a key that only one asker can use. Called by server/geo and by pruning.

import type { Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface MapLayerRow {
  readonly layer: string;
  readonly question: Json;
}

export const keepMapLayer = async (
  db: Queryable,
  { key, asker, layer, question }: MapLayerRow & { readonly key: string; readonly asker: string },
): Promise<void> => {
  await db.query(
    `insert into map_layer (key, asker, layer, question) values ($1, $2, $3, $4)
     on conflict (key) do update set used = now() where map_layer.used < now() - interval '1 hour'`,
    [key, asker, layer, JSON.stringify(question)],
    'keepMapLayer',
  );
};

/** Returns undefined for an unknown key and for a key of another asker. */
export const readMapLayer = async (db: Queryable, key: string, asker: string): Promise<MapLayerRow | undefined> =>
  (
    await db.query<MapLayerRow>(
      'select layer, question from map_layer where key = $1 and asker = $2',
      [key, asker],
      'readMapLayer',
    )
  )[0];

/** A map that stays open longer without requests loads its layers again. */
const LAYER_DAYS = 30;

export const pruneMapLayers = async (db: Queryable): Promise<void> => {
  await db.query('delete from map_layer where used < now() - make_interval(days => $1)', [LAYER_DAYS]);
};
