// Generalised form of a geometry for readers who may not see its exact form: the grid cells that it touches. Used wherever values leave the
// server other than by the geometry table: items, history, pushes.

import { asGeometry } from 'src/model/geo/geoJson.ts';
import { gridCells } from 'src/model/geo/gridCell.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';

/** Returns the level of a property of an item with these values; undefined when all readers of the item read it. */
export const levelOfValue = (property: Property | undefined, values: Values): Level | undefined => {
  const exactIf = property?.geo?.generalised?.exactIf;
  return exactIf !== undefined && values[exactIf] === true ? undefined : property?.level;
};

/** Returns null for no value, and undefined when the declaration names no general form and nothing may be shown. */
export const generalForm = (property: Property | undefined, value: Json): Json | undefined => {
  const rule = property?.geo?.generalised;
  if (!rule) return undefined;
  const geometry = asGeometry(value);
  const cells = geometry && gridCells(geometry, rule.cell);
  return cells ? cells : null;
};
