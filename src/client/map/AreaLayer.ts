// An area and the distances around it. The outline of the area is above all features, on a canvas of its own, so that no marker covers it;
// its fill and the lines of the distances are below them.

import Feature from 'ol/Feature.js';
import { getCenter, getHeight, getWidth } from 'ol/extent.js';
import type Geometry from 'ol/geom/Geometry.js';
import Point from 'ol/geom/Point.js';
import SimpleGeometry from 'ol/geom/SimpleGeometry.js';
import LayerGroup from 'ol/layer/Group.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { readShape } from 'src/client/map/FeatureLayer.ts';
import { labelStyle } from 'src/client/map/featureStyles.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';

export interface DistanceLine {
  /** GeoJSON of the area within the distance. */
  readonly area: unknown;
  /** Words of the distance, such as `1 km`. */
  readonly name: string;
}

const HEX_ALPHA = '1f';
/** Dashes and gaps in pixels: the further the line, the longer its dashes. */
const DASHES = [
  [2, 4],
  [7, 5],
  [14, 6],
  [14, 4, 2, 4],
] as const;
/** Up to this size in pixels, a ring marks the area, whose outline would be a dot. */
const TINY_PIXELS = 12;
const AREA_WIDTH = { line: 3.5, halo: 7 } as const;
/** Above the features, which have a low number, and below tools. */
const ABOVE_FEATURES = 5;

/** Returns the northernmost corner of a shape. */
const northernmostPoint = (shape: Geometry): Point | undefined => {
  const corners = shape instanceof SimpleGeometry ? shape.getFlatCoordinates() : [];
  let [x, y] = [0, -Infinity];
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [east = 0, north = 0] = [corners[at], corners[at + 1]];
    if (north > y) [x, y] = [east, north];
  }
  return Number.isFinite(y) ? new Point([x, y]) : undefined;
};

const distanceStyle = ({ ink }: MapTheme, at: number): Style =>
  new Style({ stroke: new Stroke({ color: ink, width: 1.5, lineDash: [...(DASHES[at % DASHES.length] ?? [])] }) });

const outlineStyles = ({ area, halo }: MapTheme) => {
  const strokes = [
    new Stroke({ color: halo, width: AREA_WIDTH.halo }),
    new Stroke({ color: area, width: AREA_WIDTH.line }),
  ];
  const outline = strokes.map(
    (stroke) => new Style({ stroke, image: new CircleStyle({ radius: 8, stroke, fill: new Fill({ color: area }) }) }),
  );
  const rings = strokes.map((stroke) => new CircleStyle({ radius: TINY_PIXELS, stroke }));
  return (shape: Geometry, resolution: number): Style[] => {
    const extent = shape.getExtent();
    if (Math.max(getWidth(extent), getHeight(extent)) / resolution > TINY_PIXELS) return outline;
    const geometry = new Point(getCenter(extent));
    return [...outline, ...rings.map((image) => new Style({ image, geometry }))];
  };
};

export class AreaLayer {
  readonly group: LayerGroup;
  /** A click reaches what is in the area. */
  readonly silent = true;
  readonly #below: VectorLayer;
  readonly #above: VectorLayer;
  readonly #own: Geometry;
  readonly #around: readonly { readonly shape: Geometry; readonly name: string }[];

  constructor(own: unknown, around: readonly DistanceLine[]) {
    this.#own = readShape(own);
    this.#around = around.map(({ area, name }) => ({ shape: readShape(area), name }));
    this.#below = new VectorLayer({ source: new VectorSource(), zIndex: 0 });
    // A class of its own gives the layer a canvas of its own: numbers and names of other layers are drawn last on theirs.
    const className = 'ol-layer kk-map-area';
    this.#above = new VectorLayer({
      ...{ source: new VectorSource(), zIndex: ABOVE_FEATURES, className, declutter: 'features' },
    });
    this.group = new LayerGroup({ layers: [this.#below, this.#above] });
  }

  retheme(theme: MapTheme): void {
    const fill = new Feature(this.#own);
    const { area } = theme;
    fill.setStyle(
      new Style({ fill: new Fill({ color: area.startsWith('#') ? `${area}${HEX_ALPHA}` : 'transparent' }) }),
    );
    const lines = this.#around.map(({ shape }, at) => {
      const line = new Feature(shape);
      line.setStyle(distanceStyle(theme, at));
      return line;
    });
    const outline = new Feature(this.#own);
    const styles = outlineStyles(theme);
    outline.setStyle((_, resolution) => styles(this.#own, resolution));
    const names = this.#around.flatMap(({ shape, name }) => {
      const top = northernmostPoint(shape);
      const feature = new Feature(top);
      feature.setStyle(new Style({ text: labelStyle(name, theme, 0) }));
      return top ? [feature] : [];
    });
    for (const [layer, features] of [
      [this.#below, [...lines, fill]],
      [this.#above, [...names, outline]],
    ] as const) {
      layer.getSource()?.clear(true);
      layer.getSource()?.addFeatures([...features]);
    }
  }

  dispose(): void {
    for (const layer of [this.#below, this.#above]) {
      layer.getSource()?.clear(true);
      layer.dispose();
    }
    this.group.dispose();
  }
}
