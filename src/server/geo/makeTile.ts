// Makes one tile: positions from the search columns, geometries through the read filter in SQL, encoded in another thread. Called by
// createTiles.

import type { Box } from 'src/model/geo/box.ts';
import { levelRank } from 'src/model/access/levels.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Shown } from 'src/server/store/audit.ts';
import { tileId, type TileDots, type TileFeature } from 'src/server/search/map/encodeTile.ts';
import { placesOf } from 'src/server/geo/findFeatures.ts';
import type { Layer } from 'src/server/geo/layers.ts';
import type { TileEncoder } from 'src/server/geo/tileEncoder.ts';
import { boxOfTile, tileMetres, type TilePlace } from 'src/server/search/map/tileGrid.ts';
import type { LocateResult } from 'src/server/search/evaluate/locate.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { readFeatures } from 'src/server/store/featureRows.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

/** Maximum number of single features in a tile. Above it, the largest are drawn, and points represent the others. */
const MOST_FEATURES = 1_000;
/** Points across a tile: one for each 8 pixels of a tile that is 512 pixels wide. */
const DOTS_ACROSS = 64;

type Closed = Omit<Shown, 'subject'>;

export interface MadeTile {
  /** Empty for a tile without features. */
  readonly bytes: Buffer;
  /** PRIVATE items in the tile, for the audit of everyone who is shown it. */
  readonly closed: readonly Closed[];
}

export interface TileParts {
  readonly database: Queryable;
  readonly items: Pick<ItemStorage, 'labels'>;
  readonly search: Pick<Search, 'locate'>;
  readonly encoder: TileEncoder;
}

/** Layer with its asker. */
export interface AskedLayer {
  readonly readFilter: ReadFilter;
  readonly layer: Layer;
}

interface Where {
  readonly box?: Box;
  readonly max: number;
  readonly square: number;
}

export const locateLayer = (
  search: TileParts['search'],
  { readFilter, layer }: AskedLayer,
  { box, ...where }: Where,
  gone?: AbortSignal,
): Promise<LocateResult> =>
  search.locate(
    readFilter,
    { query: layer.query, only: layer.only, places: placesOf(layer.types), box, ...where },
    gone,
  );

/** Values in a tile are texts, numbers and booleans. */
const tileProps = (props: Readonly<Record<string, unknown>>, names: readonly string[]): TileFeature['props'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = props[name];
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
      return value === undefined || value === null ? [] : [[name, JSON.stringify(value)]];
    }),
  );

const tileFeatures = async (
  { database, items }: TileParts,
  { readFilter, layer }: AskedLayer,
  { place, found }: { readonly place: TilePlace; readonly found: LocateResult },
): Promise<{ readonly features: readonly TileFeature[]; readonly closed: readonly Closed[] }> => {
  const features: TileFeature[] = [];
  const closed: Closed[] = [];
  for (const { type, geometry = '', props } of layer.types) {
    const numbers = Array.from(found.numbers).filter((_, at) => found.types[at] === type.number);
    if (numbers.length === 0) continue;
    const request = { mask: readFilter.mask, type: type.number, property: geometry, props, numbers, detail: place.z };
    const rows = await readFeatures(database, request);
    const labels = await items.labels(
      database,
      readFilter,
      rows.map(({ i }) => itemId(type.name, i)),
    );
    for (const row of rows) {
      const id = itemId(type.name, row.i);
      const label = labels.get(id);
      if (label === undefined) continue;
      if (row.level >= levelRank('PRIVATE')) closed.push({ id, u: row.u });
      const own = { ...tileProps(row.props, props), $id: id, type: type.name, label };
      features.push({ id: tileId(type.number, row.i), geometry: row.geometry, props: own });
    }
  }
  return { features, closed };
};

const tileDots = ({ dots }: LocateResult, { types }: Layer): TileDots | undefined =>
  dots && { ...dots, names: new Map(types.map(({ type }) => [type.number, type.name])) };

/** Stops between two steps when `over` is aborted. */
export const makeTile = async (
  parts: TileParts,
  asked: AskedLayer,
  { place, over }: { readonly place: TilePlace; readonly over: AbortSignal },
): Promise<MadeTile> => {
  over.throwIfAborted();
  const square = tileMetres(place.z) / DOTS_ACROSS;
  const where = { box: boxOfTile(place), max: MOST_FEATURES, square };
  const found = await locateLayer(parts.search, asked, where, over);
  if (found.total === 0) return { bytes: Buffer.alloc(0), closed: [] };
  over.throwIfAborted();
  const { features, closed } = await tileFeatures(parts, asked, { place, found });
  over.throwIfAborted();
  const bytes = await parts.encoder.encode({ place, features, dots: tileDots(found, asked.layer) });
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), closed };
};
