// A geometry in well-known text, as other programs hand it on; loaded when somebody pastes one.

import WKT from 'ol/format/WKT.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import type { Json } from 'src/model/item/Item.ts';

/** Undefined where it is none. Its coordinates are taken for longitude and latitude. */
export const readWkt = (text: string): Json | undefined => {
  try {
    const geometry = new WKT().readGeometry(text.replace(/^\s*SRID\s*=\s*\d+\s*;/iu, ''));
    return new GeoJSON().writeGeometryObject(geometry) as unknown as Json;
  } catch {
    return undefined;
  }
};
