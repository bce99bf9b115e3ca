// The table item_geometry: one row per item and geometry property, written with the item, and the conditions by which its rows are read.
// Used by the statements of items, search and maps.

import { boundsOfGeometry } from 'src/model/geo/box.ts';
import { asGeometry, pointCount, type Geometry } from 'src/model/geo/geoJson.ts';
import { gridCells } from 'src/model/geo/gridCell.ts';
import { FORM_ZOOMS, simplifiedForms, type FormZoom } from 'src/model/geo/simplifyGeometry.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { GeoRule } from 'src/model/schema/Property.ts';
import { boxText } from 'src/server/store/boxText.ts';

/** Stored geometry with its forms, without its readers. */
interface GeometryRow {
  readonly geometry: Json;
  readonly kind: string | null;
  readonly points: number;
  readonly box: string | null;
  readonly cell: Geometry | null;
  readonly cell_box: string | null;
}

export interface PlacedGeometry {
  readonly prop: string;
  readonly level: number;
  readonly acl: number;
}

/** Returns the column of the simplified form for maps up to that zoom. */
export const formColumn = (zoom: FormZoom): string => `simple_z${zoom}`;

const geometryRow = (value: Json, rule: GeoRule | undefined): GeometryRow => {
  const geometry = asGeometry(value);
  if (!geometry) return { geometry: value, kind: null, points: 0, box: null, cell: null, cell_box: null };
  const cell = rule?.generalised && gridCells(geometry, rule.generalised.cell);
  const forms = [...simplifiedForms(geometry)].map(([zoom, form]) => [formColumn(zoom), form] as const);
  return {
    geometry: value,
    kind: geometry.type,
    points: pointCount(geometry),
    box: boxText(boundsOfGeometry(geometry)),
    cell: cell ?? null,
    cell_box: boxText(cell && boundsOfGeometry(cell)),
    ...Object.fromEntries(forms),
  };
};

export interface GeometryToWrite extends PlacedGeometry {
  readonly value: Json;
  readonly rule: GeoRule | undefined;
  /** True when the geometry is stored already, so that only its readers may change. */
  readonly held: boolean;
}

interface ItemGeometries {
  /** Number of the item. */
  readonly i: number;
  readonly geometries: readonly GeometryToWrite[];
}

/** Returns the two parameters of putManyGeometries: new geometries, and stored ones that stay. */
export const manyGeometryParameters = (items: readonly ItemGeometries[]): readonly [string, string] => {
  const written: object[] = [];
  const staying: object[] = [];
  for (const { i, geometries } of items)
    for (const { prop, level, acl, value, rule, held } of geometries) {
      if (held) staying.push({ i, prop, level, acl });
      else written.push({ i, prop, level, acl, ...geometryRow(value, rule) });
    }
  return [JSON.stringify(written), JSON.stringify(staying)];
};

/** Returns the two parameters of putGeometries. */
export const geometryParameters = (geometries: readonly GeometryToWrite[]): readonly [string, string] =>
  manyGeometryParameters([{ i: 0, geometries }]);

const FORMS = FORM_ZOOMS.map(formColumn);
const VALUE_COLUMNS = ['level', 'acl', 'geometry', 'kind', 'points', 'box', 'cell', 'cell_box', ...FORMS];
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  ...{ level: 'smallint', acl: 'int', geometry: 'jsonb', kind: 'text', points: 'int' },
  ...{ box: 'box', cell: 'json', cell_box: 'box' },
  ...Object.fromEntries(FORMS.map((form) => [form, 'json'])),
};

const SHAPE_VALUES = VALUE_COLUMNS.map((each) => `s.${each}`).join(', ');
const SHAPE_COLUMNS = `prop text, ${VALUE_COLUMNS.map((each) => `${each} ${COLUMN_TYPES[each] ?? ''}`).join(', ')}`;
const REPLACE_SHAPE = `on conflict (t, i, prop) do update set ${VALUE_COLUMNS.map((each) => `${each} = excluded.${each}`).join(', ')}`;

const FORM_COLUMNS = ['kind', 'points', 'box', 'cell', 'cell_box', ...FORMS];

/** Returns an expression over a row of geometries, which is equal where all forms of the geometry are. */
export const formsSql = (row: string): string =>
  `md5(row(${FORM_COLUMNS.map((column) => `${row}.${column}`).join(', ')})::text)`;

/** Selects the forms of geometries as they would be stored. `$1` is the first parameter of putGeometries. */
export const computedFormsSql = `select s.prop, ${formsSql('s')} as forms
  from json_to_recordset($1::json) as s (${SHAPE_COLUMNS})`;

/** Returns the CTEs that write the geometries of an item; $1 is its type, $2 its number, `first` the number of the first parameter. */
export const putGeometries = (first: number, replaces: boolean): string => {
  const put = `shapes as (insert into item_geometry (t, i, prop, ${VALUE_COLUMNS.join(', ')})
    select $1::smallint, $2::int, s.prop, ${SHAPE_VALUES} from json_to_recordset($${first}::json) as s (${SHAPE_COLUMNS})`;
  const held = `json_to_recordset($${first + 1}::json) as h (prop text, level smallint, acl int)`;
  if (!replaces) return `, ${put}), held as (select from ${held})`;
  // Remaining rows are updated: deleting and inserting the same key in one statement would depend on their order.
  return `, away as (delete from item_geometry where t = $1 and i = $2 and prop not in (
      select s.prop from json_to_recordset($${first}::json) as s (prop text) union all select h.prop from ${held})),
    held as (update item_geometry g set level = h.level, acl = h.acl from ${held} where g.t = $1 and g.i = $2 and g.prop = h.prop
      and (g.level <> h.level or g.acl <> h.acl)),
    ${put} ${REPLACE_SHAPE})`;
};

/** Same as putGeometries for many items, which the CTE `asked` names by their numbers. */
export const putManyGeometries = (t: number, first: number, replaces: boolean): string => {
  const parameters = `new_shapes as (select * from json_to_recordset($${first}::json) as s (i int, ${SHAPE_COLUMNS})),
    unchanged_shapes as (select * from json_to_recordset($${first + 1}::json) as h (i int, prop text, level smallint, acl int))`;
  const put = `shapes as (insert into item_geometry (t, i, prop, ${VALUE_COLUMNS.join(', ')})
    select ${t}, s.i, s.prop, ${SHAPE_VALUES} from new_shapes s`;
  if (!replaces) return `, ${parameters}, ${put})`;
  return `, ${parameters}, away as (delete from item_geometry g using asked r where g.t = ${t} and g.i = r.i
      and not exists (select from new_shapes s where s.i = g.i and s.prop = g.prop)
      and not exists (select from unchanged_shapes h where h.i = g.i and h.prop = g.prop)),
    held as (update item_geometry g set level = h.level, acl = h.acl from unchanged_shapes h
      where g.t = ${t} and g.i = h.i and g.prop = h.prop and (g.level <> h.level or g.acl <> h.acl)),
    ${put} ${REPLACE_SHAPE})`;
};
