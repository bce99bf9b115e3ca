// The parts of the map and of geographic files that forms and values show.

import { lazy } from 'react';
import type { ClientParts } from 'src/client/ClientParts.ts';

export const lateParts: ClientParts = {
  PlaceMap: lazy(() => import('src/client/map/PlaceMap.tsx').then((module) => ({ default: module.PlaceMap }))),
  GeometryMap: lazy(() => import('src/client/map/GeometryMap.tsx').then((module) => ({ default: module.GeometryMap }))),
  ShapePoints: lazy(() => import('src/client/map/ShapePoints.tsx').then((module) => ({ default: module.ShapePoints }))),
  TakeFromFile: lazy(() =>
    import('src/client/geoFiles/TakeFromFile.tsx').then((module) => ({ default: module.TakeFromFile })),
  ),
  readWkt: async (text) => (await import('src/client/map/readWkt.ts')).readWkt(text),
};
