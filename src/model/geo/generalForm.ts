// What a reader is given of a geometry whose true form is for a stricter level: the grid cells that it lies in. Asked wherever values
// leave the server by another way than the table of geometries: an item at hand, its history, a push.

import { asGeometry } from 'src/model/geo/geoJson.ts';
import { gridCells } from 'src/model/geo/gridCell.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';

/** Null for no value; undefined where the declaration names no general form, and nothing may be shown. */
export const generalForm = (property: Property | undefined, value: Json): Json | undefined => {
  const rule = property?.geo?.generalised;
  if (!rule) return undefined;
  const geometry = asGeometry(value);
  const cells = geometry && gridCells(geometry, rule.cell);
  return cells ? (cells as unknown as Json) : null;
};
