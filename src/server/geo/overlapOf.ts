// What lies in an area and in bands of distance around it, counted by type and kind, with the first places of each band: of each asker only
// what they may read, by the filter that answers their searches.

import { asGeometry, type Area } from 'src/model/geo/geoJson.ts';
import type { FilterValue, Overlap, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import { mapTypes, withGeometry, type MapType } from 'src/server/geo/mapTypes.ts';

interface Asked {
  readonly item: Item;
  /** Of the property with the area. */
  readonly path: string;
  /** Metres, ascending. */
  readonly bands: readonly number[];
  /** Items that are no neighbours of the area: those that it comes from. */
  readonly beside: readonly ItemId[];
}

/** Of one type in one band, the first ones. */
const MOST_LISTED = 50;
/** Kinds of one type that are counted apart. */
const MOST_KINDS = 100;
const CHANNEL = 'act/overlap';

const areasOf = async ({ services, gone }: Context, { item, path, bands }: Asked): Promise<Area[]> => {
  const geometry = asGeometry(item[path]);
  if (!geometry) throw invalid([{ path: '/path', message: 'errors.overlap.noArea' }]);
  const areas: Area[] = [];
  for (const [index, metres] of bands.entries()) {
    gone?.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- one at a time, so that others have their turn between them
    const area = await services.tiles.areaWithin(geometry, metres);
    if (!area) throw invalid([{ path: `/bands/${index}`, message: 'errors.overlap.tooLarge' }]);
    areas.push(area);
  }
  return areas;
};

interface BandAsked {
  readonly area: Area;
  /** What is in the band before, where not each of it is among the items left out. */
  readonly inner: Area | undefined;
  readonly without: readonly ItemId[];
  readonly max: number;
}

const ofArea = (area: Area): FilterValue => area as unknown as FilterValue;

const inBand = (
  { services, readFilter, gone }: Context,
  { type, only, kind }: MapType,
  { area, inner, without, max }: BandAsked,
): Promise<SearchAnswer> =>
  services.search.search(
    readFilter,
    {
      must: { ...only, _t: [type.name], inArea: [ofArea(area)] },
      mustNot: { $id: [...without], ...(inner && { inArea: [ofArea(inner)] }) },
      max,
      ...(kind !== undefined && { facets: [{ key: kind, max: MOST_KINDS }] }),
    },
    gone,
  );

interface Row {
  readonly type: string;
  /** Undefined: of no kind. */
  readonly kind: string | undefined;
  readonly counts: number[];
}

/** The rows of one type; what is of no kind, or of one that is not counted apart, has a row of its own. */
const rowsOf = ({ type, kind }: MapType, found: readonly SearchAnswer[]): Row[] => {
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

const sumOf = ({ counts }: Row): number => counts.reduce((sum, count) => sum + count, 0);

interface OfType {
  readonly map: MapType;
  readonly rows: readonly Row[];
  readonly ids: readonly (readonly ItemId[])[];
}

/** Undefined where nothing lies within the widest band. */
const searchType = async (
  context: Context,
  map: MapType,
  { areas, beside }: { readonly areas: readonly Area[]; readonly beside: readonly ItemId[] },
): Promise<OfType | undefined> => {
  const widest = areas.at(-1);
  if (!widest) return undefined;
  const all = await inBand(context, map, { area: widest, inner: undefined, without: beside, max: 0 });
  if (all.total === 0) return undefined;
  const found: SearchAnswer[] = [];
  let [without, isComplete] = [beside, true];
  for (const [band, area] of areas.entries()) {
    const inner = isComplete ? undefined : areas[band - 1];
    const answer = await inBand(context, map, { area, inner, without, max: MOST_LISTED });
    found.push(answer);
    isComplete &&= answer.total === answer.ids.length;
    without = [...without, ...answer.ids];
  }
  return { map, rows: rowsOf(map, found), ids: found.map(({ ids }) => ids) };
};

const kindOf = (item: Item, { kind }: MapType): string | undefined => {
  const value: Json | undefined = kind === undefined ? undefined : item[kind];
  return typeof value === 'string' ? value : undefined;
};

const placesOf = async (
  { services, db, readFilter }: Context,
  { map, rows, ids }: OfType,
  before: number,
): Promise<Overlap['places'][number][]> => {
  const bands = new Map(ids.flatMap((each, band) => each.map((id) => [id, band] as const)));
  const items = await services.items.readVisible(db, readFilter, [...bands.keys()], { channel: CHANNEL });
  const rowOf = new Map(rows.map(({ kind }, index) => [kind, before + index]));
  return items.map((item) => ({
    $id: item.$id,
    label: item.$label,
    row: rowOf.get(kindOf(item, map)) ?? rowOf.get(undefined) ?? before,
    band: bands.get(item.$id) ?? 0,
  }));
};

const mostFirst = (one: OfType, other: OfType): number =>
  other.rows.reduce((sum, row) => sum + sumOf(row), 0) - one.rows.reduce((sum, row) => sum + sumOf(row), 0);

/** Cost grows with what lies along the edge of the areas, as that of a search by area does. */
export const overlapOf = async (context: Context, asked: Asked): Promise<Overlap> => {
  const areas = await areasOf(context, asked);
  const beside = [asked.item.$id, ...asked.beside];
  const found: OfType[] = [];
  for (const map of withGeometry(mapTypes(context.services.registry))) {
    const each = await searchType(context, map, { areas, beside });
    if (each) found.push({ ...each, rows: each.rows.toSorted((one, other) => sumOf(other) - sumOf(one)) });
  }
  const rows: Overlap['rows'][number][] = [];
  const places: Overlap['places'][number][] = [];
  for (const each of found.sort(mostFirst)) {
    places.push(...(await placesOf(context, each, rows.length)));
    rows.push(...each.rows.map(({ type, kind, counts }) => ({ type, ...(kind !== undefined && { kind }), counts })));
  }
  const nearest = places.sort((one, other) => one.band - other.band);
  return {
    bands: asked.bands.map((within, index) => ({
      within,
      area: (areas[index] ?? {}) as Readonly<Record<string, Json>>,
    })),
    rows,
    places: nearest,
    beside,
  };
};
