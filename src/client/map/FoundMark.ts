// Mark of the place that a search found, above everything else on the map.

import Feature from 'ol/Feature.js';
import { getCenter } from 'ol/extent.js';
import type Geometry from 'ol/geom/Geometry.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { foundStyles } from 'src/client/map/featureStyles.ts';
import type { MapTheme } from 'src/client/map/mapTheme.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface FoundPlace {
  readonly bounds: Bounds;
  /** Position of the mark in web mercator. */
  readonly at: readonly number[];
  /** The item there; undefined for coordinates and names of the ground. */
  readonly id?: ItemId;
}

/** Returns the position of the shape that is nearest to the middle of its extent. */
export const pointIn = (shape: Geometry): readonly number[] => {
  const middle = getCenter(shape.getExtent());
  return shape.intersectsCoordinate(middle) ? middle : shape.getClosestPoint(middle);
};

/** Above the layers of the map screen, each of which has its own place in their order. */
const ABOVE_LAYERS = 1000;

export class FoundMark {
  readonly layer: VectorLayer;
  readonly #source = new VectorSource();

  constructor() {
    this.layer = new VectorLayer({ source: this.#source, zIndex: ABOVE_LAYERS });
  }

  show(at: readonly number[], theme: MapTheme): void {
    this.clear();
    this.retheme(theme);
    this.#source.addFeature(new Feature(new Point([...at])));
  }

  clear(): void {
    this.#source.clear(true);
  }

  retheme(theme: MapTheme): void {
    this.layer.setStyle(foundStyles(theme));
  }

  dispose(): void {
    this.clear();
    this.layer.dispose();
  }
}
