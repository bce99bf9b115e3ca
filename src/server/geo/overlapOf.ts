// Counts items in an area and in bands of distance around it, by type and kind, with the first items of each band, using the asker's read
// filter.

import { asGeometry, type Area } from 'src/model/geo/geoJson.ts';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import type { FilterValue, Overlap, Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { invalid, invalidAt } from 'src/model/problems.ts';
import type { GeoContext } from 'src/server/geo/GeoNeeds.ts';
import type { Band } from 'src/server/search/map/bandsAround.ts';
import { sortIntoAreas } from 'src/server/geo/sortIntoAreas.ts';
import { mapTypes, withGeometry, type MapType } from 'src/server/geo/mapTypes.ts';

interface Asked {
  readonly item: Item;
  /** Path of the property with the area. */
  readonly path: string;
  /** Metres in ascending order. */
  readonly bands: readonly number[];
  /** Items to exclude: those that the area comes from. */
  readonly beside: readonly ItemId[];
}

/** Maximum number of listed items of one type in one band. */
const MAX_LISTED_PER_BAND = 50;
/** Up to this number of items of one type in all bands, comparing each item is faster than a search of each band. */
const MOST_SORTED = 2_000;
/** Maximum number of kinds of one type that are counted separately. */
const MOST_KINDS = 100;
const OVERLAP_CHANNEL = 'act/overlap';

const bandsOf = async ({ services, subject, gone }: GeoContext, { item, path, bands }: Asked): Promise<Band[]> => {
  const geometry = asGeometry(item[path]);
  if (!geometry) throw invalidAt('/path', 'errors.overlap.noArea');
  const found: Band[] = [];
  for (const [index, metres] of bands.entries()) {
    gone?.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that others have their turn between them
    const band = await services.tiles.areaWithin(geometry, metres, { person: subject.userId ?? '', gone });
    if (!band) throw invalid([{ path: `/bands/${index}`, message: 'errors.overlap.tooLarge' }]);
    found.push(band);
  }
  return found;
};

const kindFacet = ({ kind }: MapType): Pick<Query, 'facets'> =>
  kind === undefined ? {} : { facets: [{ key: kind, max: MOST_KINDS }] };

interface BandAsked {
  readonly area: Area;
  /** The next inner band, unless all its items are excluded. */
  readonly inner: Area | undefined;
  readonly without: readonly ItemId[];
  readonly max: number;
  /** True when kinds are counted: only for a search that returns a whole band. */
  readonly kinds: boolean;
}

const ofArea = (area: Area): FilterValue => area as FilterValue;

const inBand = (
  { services, readFilter, gone }: GeoContext,
  map: MapType,
  { area, inner, without, max, kinds }: BandAsked,
): Promise<SearchAnswer> =>
  services.search.search(
    readFilter,
    {
      must: { ...map.only, _t: [map.type.name], inArea: [ofArea(area)] },
      mustNot: { $id: [...without], ...(inner && { inArea: [ofArea(inner)] }) },
      max,
      ...(kinds && kindFacet(map)),
    },
    gone,
  );

interface Row {
  readonly type: string;
  /** Undefined for items without a kind. */
  readonly kind: string | undefined;
  readonly counts: number[];
}

/** Returns the rows of one type. Items without a kind, or with a kind that is not counted separately, have their own row. */
const countedRows = ({ type, kind }: MapType, found: readonly SearchAnswer[]): Row[] => {
  const rows = new Map<string | undefined, number[]>();
  const add = (of: string | undefined, band: number, count: number): void => {
    const counts = rows.get(of) ?? found.map(() => 0);
    counts[band] = count;
    rows.set(of, counts);
  };
  found.forEach(({ total, facets = {} }, band) => {
    let rest = total;
    for (const each of (kind === undefined ? undefined : facets[kind]) ?? []) {
      if (!('value' in each) || typeof each.value !== 'string') continue;
      add(each.value, band, each.count);
      rest -= each.count;
    }
    if (rest > 0) add(undefined, band, rest);
  });
  return [...rows].map(([of, counts]) => ({ type: type.name, kind: of, counts }));
};

const rowTotal = ({ counts }: Row): number => counts.reduce((sum, count) => sum + count, 0);

interface OfType {
  readonly map: MapType;
  readonly rows: readonly Row[];
  readonly ids: readonly (readonly ItemId[])[];
}

interface Around {
  readonly areas: readonly Area[];
  readonly widest: Area;
  readonly beside: readonly ItemId[];
}

/** Searches each band, for too many items to compare singly. */
const searchBands = async (context: GeoContext, map: MapType, { areas, beside }: Around): Promise<SearchAnswer[]> => {
  const found: SearchAnswer[] = [];
  let [without, isComplete] = [beside, true];
  for (const [band, area] of areas.entries()) {
    const inner = isComplete ? undefined : areas[band - 1];
    const answer = await inBand(context, map, { area, inner, without, max: MAX_LISTED_PER_BAND, kinds: true });
    found.push(answer);
    isComplete &&= answer.total === answer.ids.length;
    without = [...without, ...answer.ids];
  }
  return found;
};

/** Counts each band by its items. */
const countBands = async (
  { services, readFilter, gone }: GeoContext,
  map: MapType,
  bands: readonly (readonly ItemId[])[],
): Promise<SearchAnswer[]> =>
  Promise.all(
    bands.map(async (ids) =>
      ids.length === 0
        ? { ids: [], total: 0 }
        : await services.search.search(
            readFilter,
            {
              must: { _t: [map.type.name], $id: [...ids] },
              max: MAX_LISTED_PER_BAND,
              ...kindFacet(map),
            },
            gone,
          ),
    ),
  );

/** Returns undefined when there is nothing within the widest band. */
const searchType = async (context: GeoContext, map: MapType, around: Around): Promise<OfType | undefined> => {
  const { areas, widest, beside } = around;
  // A single band is answered by the search that finds its items.
  const kinds = areas.length === 1;
  const max = kinds ? MAX_LISTED_PER_BAND : MOST_SORTED;
  const all = await inBand(context, map, { area: widest, inner: undefined, without: beside, max, kinds });
  if (all.total === 0) return undefined;
  const found = kinds
    ? [all]
    : all.total > all.ids.length
      ? await searchBands(context, map, around)
      : await countBands(context, map, await sortIntoAreas(context, map.type, { ids: all.ids, areas }));
  return { map, rows: countedRows(map, found), ids: found.map(({ ids }) => ids) };
};

/** Returns types with items in the box around the area: one search excludes all others. */
const typesNear = async (
  { services, readFilter, gone }: GeoContext,
  maps: readonly MapType[],
  area: Area,
): Promise<MapType[]> => {
  const query = {
    must: { _t: maps.map(({ type }) => type.name), bounds: [...(boundsOfGeometry(area) ?? [-180, -90, 180, 90])] },
    max: 0,
    facets: [{ key: '_t', max: maps.length }],
  };
  const { facets } = await services.search.search(readFilter, query, gone);
  const near = new Set((facets?.['_t'] ?? []).flatMap((each) => ('value' in each ? [each.value] : [])));
  return maps.filter(({ type }) => near.has(type.name));
};

const itemKind = (item: Item, { kind }: MapType): string | undefined => {
  const value: Json | undefined = kind === undefined ? undefined : item[kind];
  return typeof value === 'string' ? value : undefined;
};

const listedPlaces = async (
  { services, db, readFilter }: GeoContext,
  { map, rows, ids }: OfType,
  before: number,
): Promise<Overlap['places'][number][]> => {
  const bands = new Map(ids.flatMap((each, band) => each.map((id) => [id, band] as const)));
  const items = await services.items.readVisible(db, readFilter, [...bands.keys()], { channel: OVERLAP_CHANNEL });
  const rowOf = new Map(rows.map(({ kind }, index) => [kind, before + index]));
  return items.map((item) => ({
    $id: item.$id,
    label: item.$label,
    row: rowOf.get(itemKind(item, map)) ?? rowOf.get(undefined) ?? before,
    band: bands.get(item.$id) ?? 0,
  }));
};

const byMostItems = (one: OfType, other: OfType): number =>
  other.rows.reduce((sum, row) => sum + rowTotal(row), 0) - one.rows.reduce((sum, row) => sum + rowTotal(row), 0);

/** Cost grows with the corners of the areas and with their items up to MOST_SORTED; above, with the items along their edges. */
export const overlapOf = async (context: GeoContext, asked: Asked): Promise<Overlap> => {
  const bands = await bandsOf(context, asked);
  const areas = bands.map(({ area }) => area);
  const beside = [asked.item.$id, ...asked.beside];
  const widest = areas.at(-1);
  const maps = widest ? await typesNear(context, withGeometry(mapTypes(context.services.registry)), widest) : [];
  const found: OfType[] = [];
  for (const map of maps) {
    const each = widest && (await searchType(context, map, { areas, widest, beside }));
    if (each) found.push({ ...each, rows: each.rows.toSorted((one, other) => rowTotal(other) - rowTotal(one)) });
  }
  const rows: Overlap['rows'][number][] = [];
  const places: Overlap['places'][number][] = [];
  for (const each of found.sort(byMostItems)) {
    places.push(...(await listedPlaces(context, each, rows.length)));
    rows.push(...each.rows.map(({ type, kind, counts }) => ({ type, ...(kind !== undefined && { kind }), counts })));
  }
  const nearest = places.sort((one, other) => one.band - other.band);
  return {
    bands: bands.map(({ area, wider }, index) => ({
      within: asked.bands[index] ?? 0,
      ...(wider > 0 && { wider }),
      area: area as Readonly<Record<string, Json>>,
    })),
    rows,
    places: nearest,
    beside,
  };
};
