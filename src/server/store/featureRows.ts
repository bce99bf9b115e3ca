// Reads the features of maps: geometries of items with a few properties, with the read filter in the statement. Called by server/geo only.

import { FORM_ZOOMS } from 'src/model/geo/simplifyGeometry.ts';
import type { Json } from 'src/model/item/Item.ts';
import { pendingFor, readable } from 'src/server/store/readers/readCondition.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { formColumn } from 'src/server/store/geometryRows.ts';
import { numbered, partitionOf, quoted } from 'src/server/store/partitions.ts';
import { sha256 } from 'src/server/sha256.ts';

export interface FeatureRow {
  readonly i: number;
  readonly u: number;
  /** Rank of the stricter level of item and geometry. */
  readonly level: number;
  /** GeoJSON as text, which most callers need not parse. */
  readonly geometry: string;
  readonly props: Readonly<Record<string, Json>>;
}

/** Points of a general form, which is a square. */
const CELL_POINTS = 5;

/** Zoom of the map, or undefined for any. */
export type Detail = number | undefined;

export interface FeaturesToRead {
  readonly mask: Buffer;
  /** Number of the type. */
  readonly type: number;
  readonly property: string;
  /** Top-level properties that are stored in the item row. */
  readonly props: readonly string[];
  readonly numbers: readonly number[];
  readonly detail?: Detail;
}

const IS_READABLE_SQL = readable('coalesce(case when g.level = 0 then p.acl else p.restricted_acl end, g.acl)', '$1');

// `offset 0` makes PostgreSQL look up each geometry by its key. Without it, it may scan all geometries of the type while statistics are
// outdated, for example after an import.
const FROM = (type: number): string => `${partitionOf(type)} x
  left join lateral (select pending.acl, pending.restricted_acl, pending.level ${pendingFor('x')}) p on true
  cross join lateral (select * from item_geometry where t = ${Math.trunc(type)} and i = x.i and prop = $3 offset 0) g`;

// Readers without access to the geometry get its general form, if there is one.
const where = (type: number): string => `${numbered(type, '$2')} and ${readable('coalesce(p.acl, x.acl)', '$1')}
  and (g.cell is not null or ${IS_READABLE_SQL})`;

const formOf = (detail: Detail): string => {
  const forms = detail === undefined ? [] : FORM_ZOOMS.filter((zoom) => zoom >= detail);
  return `coalesce(${[...forms.map((zoom) => `g.${formColumn(zoom)}`), 'g.geometry::json'].join(', ')})`;
};

const propsSql = (props: readonly string[]): string =>
  props.length === 0
    ? `'{}'::jsonb`
    : `jsonb_strip_nulls(jsonb_build_object(${props.map((name) => `${quoted(name)}, x.body -> ${quoted(name)}`).join(', ')}))`;

/** Other properties need another prepared statement with its own name. */
const propsDigest = (props: readonly string[]): string => sha256(props.join()).toString('base64url').slice(0, 12);

export const readFeatures = (
  db: Queryable,
  { mask, type, property, props, numbers, detail }: FeaturesToRead,
): Promise<FeatureRow[]> => {
  const form = formOf(detail);
  return db.query<FeatureRow>(
    `select x.i, x.u, greatest(coalesce(p.level, x.level), case when ${IS_READABLE_SQL} then g.level else 0 end) as level,
       (case when ${IS_READABLE_SQL} then ${form} else g.cell end)::text as geometry, ${propsSql(props)} as props
     from ${FROM(type)} where ${where(type)} order by x.i`,
    [mask, numbers, property],
    `feature.${type}.${form.length}.${propsDigest(props)}`,
  );
};

/** Returns the number of points of each geometry as the reader sees it, by item number, which limits how many are read at once. */
export const featurePoints = async (
  db: Queryable,
  { mask, type, property, numbers }: FeaturesToRead,
): Promise<ReadonlyMap<number, number>> => {
  const rows = await db.query<{ i: number; points: number | null }>(
    `select x.i, case when ${IS_READABLE_SQL} then g.points end as points from ${FROM(type)} where ${where(type)}`,
    [mask, numbers, property],
    `feature.points.${type}`,
  );
  return new Map(rows.map(({ i, points }) => [i, points ?? CELL_POINTS]));
};

/** Returns these items ordered by a property, those without a value last. */
export const orderedBy = async (
  db: Queryable,
  { type, numbers, path }: { readonly type: number; readonly numbers: readonly number[]; readonly path: string },
): Promise<number[]> => {
  const rows = await db.query<{ i: number }>(
    `select x.i from ${partitionOf(type)} x where ${numbered(type, '$1')} order by x.body ->> $2 nulls last, x.i`,
    [numbers, path],
    `feature.order.${type}`,
  );
  return rows.map(({ i }) => i);
};
