// The code of the map that src/domain may use. It is separate from extend.ts so that parts without a map load without it.

import 'src/client/intl/laterMessages.ts';

export type { MapController } from 'src/client/map/MapController.ts';
export { virtualRows } from 'src/client/displays/virtualList.ts';
export { geometryOf, shapePartsOf } from 'src/client/fields/text/shapes.ts';
export type { MapFeature } from 'src/client/map/MapFeature.ts';
export type { LegendEntry } from 'src/client/map/MapLegend.tsx';
export { OWN_AREA_COLOUR, MAP_COLOURS, pointRadius } from 'src/client/map/mapConstants.ts';
export { MapLegend } from 'src/client/map/MapLegend.tsx';
export { MapPaper } from 'src/client/map/MapPaper.tsx';
export { MapPopup } from 'src/client/map/MapPopup.tsx';
export { MapView } from 'src/client/map/MapView.tsx';
export { boundsOfAll, boundsShown } from 'src/client/map/inView.ts';
export { furthestColour, onDark } from 'src/client/map/layerColours.ts';
export type { PaperWords } from 'src/client/map/paperMap.ts';
export { boundsAround } from 'src/client/map/inView.ts';
export { boundsRing, type Bounds } from 'src/client/fields/text/geometry.ts';
export type { FeatureSet } from 'src/client/map/FeatureSet.ts';
export type { Track, LonLat } from 'src/client/map/TrackLayer.ts';
export { copyOnto } from 'src/client/map/paperMap.ts';
export { chosenGround } from 'src/client/map/chosenBaseMap.ts';
export {
  areaOnMap,
  type AreaPlan,
  type AreaSize,
  keepArea,
  MOST_AREA_TILES,
  removeArea,
  sizeOfArea,
} from 'src/client/map/keptAreas.ts';
export { keptAreas, type KeptArea } from 'src/client/map/keptTiles.ts';
export { useAreaBands } from 'src/client/map/useAreaBands.ts';
export { useFeatureLayer } from 'src/client/map/useFeatureLayer.ts';
export { useFeatureSet } from 'src/client/map/useFeatureSet.ts';
export { useHit } from 'src/client/map/useHit.ts';
export { useMap } from 'src/client/map/useMap.ts';
export { usePaperWords } from 'src/client/map/usePaperWords.ts';
export { useTrackLayer } from 'src/client/map/useTrackLayer.ts';
export { useMovedFeatures } from 'src/client/map/useMovedFeatures.ts';
export { useShapeEditor } from 'src/client/map/useShapeEditor.ts';
