// The extent of a map feature: west, south, east, north in degrees.

import type { Json } from 'src/model/item/Item.ts';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import { asGeometry } from 'src/model/geo/geoJson.ts';

type Values = Readonly<Record<string, Json>>;

export const featureBounds = ({ geometry }: Values): Json => {
  const known = asGeometry(geometry);
  const bounds = known && boundsOfGeometry(known);
  return bounds ? [...bounds] : null;
};
