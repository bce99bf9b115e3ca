// The parts of the map, of geographic files and of rows that forms and values show.

import { lazy } from 'react';
import type { ClientParts } from 'src/client/ClientParts.ts';
import { lazyOf } from 'src/client/ui/lazyOf.ts';

const namesakeParts = () => import('src/client/displays/namesakeParts.tsx');

export const lateParts: ClientParts = {
  NamesakePicture: lazyOf(async () => (await namesakeParts()).NamesakePicture),
  NamesakeFacts: lazyOf(async () => (await namesakeParts()).NamesakeFacts),
  PlaceMap: lazy(() => import('src/client/map/PlaceMap.tsx').then((module) => ({ default: module.PlaceMap }))),
  GeometryMap: lazy(() => import('src/client/map/GeometryMap.tsx').then((module) => ({ default: module.GeometryMap }))),
  ShapePoints: lazy(() => import('src/client/map/ShapePoints.tsx').then((module) => ({ default: module.ShapePoints }))),
  TakeFromFile: lazy(() =>
    import('src/client/geoFiles/TakeFromFile.tsx').then((module) => ({ default: module.TakeFromFile })),
  ),
  readWkt: async (text) => (await import('src/client/map/readWkt.ts')).readWkt(text),
};
