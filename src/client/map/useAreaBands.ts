// Draws an area and the distances around it below the features of a map. They are not features, so a click reaches what is in them.

import Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { useEffect } from 'react';
import { readShape } from 'src/client/map/FeatureLayer.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';
import { disposeAfterFrame } from 'src/client/map/disposeAfterFrame.ts';

const HEX_ALPHA = '1f';

const areaStyle = ({ accent, halo }: MapTheme): Style[] => [
  new Style({ stroke: new Stroke({ color: halo, width: 5 }) }),
  new Style({
    fill: new Fill({ color: accent.startsWith('#') ? `${accent}${HEX_ALPHA}` : 'transparent' }),
    stroke: new Stroke({ color: accent, width: 2.5 }),
    image: new CircleStyle({
      radius: 6,
      fill: new Fill({ color: accent }),
      stroke: new Stroke({ color: halo, width: 2 }),
    }),
  }),
];

const bandStyle = ({ ink }: MapTheme): Style =>
  new Style({ stroke: new Stroke({ color: ink, width: 1.25, lineDash: [6, 5] }) });

/** Draws the area and the wider ones around it. Callers pass the same array as long as the areas are the same. */
export const useAreaBands = (map: MapController | undefined, areas: readonly unknown[], own: unknown): void => {
  const theme = map?.theme;
  useEffect(() => {
    if (!map || !theme) return undefined;
    const source = new VectorSource();
    for (const area of areas) {
      const feature = new Feature(readShape(area));
      feature.setStyle(bandStyle(theme));
      source.addFeature(feature);
    }
    const feature = new Feature(readShape(own));
    feature.setStyle(areaStyle(theme));
    source.addFeature(feature);
    const layer = new VectorLayer({ source, zIndex: 0 });
    map.map.getLayers().insertAt(1, layer);
    return () => {
      map.map.removeLayer(layer);
      disposeAfterFrame(layer);
    };
  }, [map, theme, areas, own]);
};
