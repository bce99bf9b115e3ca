// Finds the geometries on the edge of an area that meet it, which their boxes cannot decide. The columns decide about everything inside or
// outside. PostgreSQL finds candidates by the index of boxes; the worker compares the geometries.

import { edgeBoxes } from 'src/model/geo/preparedArea.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import { pendingFor, readable } from 'src/server/store/readers/readCondition.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { AreaNeed } from 'src/server/search/plan/lookups.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

/** Returns for each of these geometries, as JSON, whether it meets the area. */
export type CompareAreas = (area: Area, geometries: readonly string[], deadline: number) => Promise<Uint8Array>;

interface Edged {
  readonly i: number;
  readonly prop: string;
  readonly geometry: string;
  /** Index of the piece that starts here. */
  readonly of: number;
}

/** Geometries are compared in pieces, so that comparison starts before all are read. */
const GEOMETRIES_PER_PIECE = 1_000;
/** Maximum points of a piece before its last geometry, because a few detailed outlines could fill the memory. */
const MAX_POINTS_PER_PIECE = 200_000;

// A point has no extent, so its box suffices. The read filter is that of the geometry: readers of its general form only are excluded.
// `offset 0` makes PostgreSQL look up each by its key, even while statistics are outdated after a large import; geometries are read only
// for the results.
const ON_EDGE = (t: number): string => `with near as materialized (
    select distinct g.i, g.prop, g.points from unnest($1::box[]) as edge (box) cross join lateral
      (select i, prop, coalesce(points, 2) as points from item_geometry where box && edge.box and t = ${Math.trunc(t)} and coalesce(points, 2) > 1
       and (i, prop) > ($3::int, $4::text) offset 0) g)
  select i, prop, (select geometry::text from item_geometry g where g.t = ${Math.trunc(t)} and g.i = hit.i and g.prop = hit.prop) as geometry, "of"
  from (select piece.*, (sum(points) over (order by i, prop)) - points as before, (count(*) over ())::int as "of"
    from (select near.i, near.prop, near.points from near
    cross join lateral (select level, acl from item_geometry where t = ${Math.trunc(t)} and i = near.i and prop = near.prop offset 0) g
    cross join lateral (select t, terms from ${partitionOf(t)} where t = ${Math.trunc(t)} and i = near.i offset 0) x
    left join lateral (select pending.acl, pending.restricted_acl ${pendingFor('x')}) p on true
    where ${readable('coalesce(case when g.level = 0 then p.acl else p.restricted_acl end, g.acl)', '$2')}
    order by near.i, near.prop limit ${GEOMETRIES_PER_PIECE}) piece) hit
  where before < ${MAX_POINTS_PER_PIECE}
  order by i, prop`;

const boxLiteral = ([west, south, east, north]: readonly [number, number, number, number]): string =>
  `(${east},${north}),(${west},${south})`;

interface Options {
  readonly database: Queryable;
  readonly readFilter: ReadFilter;
  readonly compare: CompareAreas;
  readonly deadline: number;
}

const hitsOf = async (
  { database, readFilter, compare, deadline }: Options,
  area: Area,
  t: number,
): Promise<Int32Array> => {
  const edges = edgeBoxes(area).map(boxLiteral);
  const boxes = `{${edges.join(';')}}`;
  const hits: number[] = [];
  for (let last: readonly [number, string] = [0, '']; ;) {
    const rows = await database.query<Edged>(ON_EDGE(t), [boxes, readFilter.mask, ...last], `search.area.${t}`);
    const met =
      rows.length > 0
        ? await compare(
            area,
            rows.map(({ geometry }) => geometry),
            deadline,
          )
        : [];
    rows.forEach(({ i }, at) => {
      if (met[at] === 1 && hits.at(-1) !== i) hits.push(i);
    });
    const end = rows.at(-1);
    if (!end || (end.of < GEOMETRIES_PER_PIECE && rows.length === end.of)) return Int32Array.from(hits);
    last = [end.i, end.prop];
  }
};

/** Returns, by area key and type number, the items with a geometry on the area's edge that meets it. */
export const areaHits = async (
  options: Options,
  needs: ReadonlyMap<string, AreaNeed>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, Int32Array>>> => {
  const found = new Map<string, ReadonlyMap<number, Int32Array>>();
  for (const [key, { area, types }] of needs) {
    const ofArea = new Map<number, Int32Array>();
    for (const type of types) ofArea.set(type, await hitsOf(options, area, type));
    found.set(key, ofArea);
  }
  return found;
};
