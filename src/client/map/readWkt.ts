// Reads a geometry in well-known text from other programs. Loaded when such a text is pasted.

import WKT from 'ol/format/WKT.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import type { Json } from 'src/model/item/Item.ts';

/** Returns undefined for other text. Coordinates are taken as longitude and latitude. */
export const readWkt = (text: string): Json | undefined => {
  try {
    const geometry = new WKT().readGeometry(text.replace(/^\s*SRID\s*=\s*\d+\s*;/iu, ''));
    return new GeoJSON().writeGeometryObject(geometry) as unknown as Json;
  } catch {
    return undefined;
  }
};
