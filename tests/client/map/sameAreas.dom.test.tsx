// Tests that areas of exactly the same shape are filled once, however many records have it.
import type Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import type Style from 'ol/style/Style.js';
import { describe, expect, it } from 'vitest';
import { FeatureLayer } from 'src/client/map/FeatureLayer.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';
import { themeOf } from 'src/client/map/mapTheme.ts';

const CORNERS = '0 0,1 0,1 1,0 1,0 0'.split(',').map((corner) => corner.split(' ').map(Number));

const square = (number: number, west = 0): MapFeature => ({
  ...{ $id: `Book-${number}`, label: `Book ${number}`, type: 'Book', bbox: [west, 0, west + 1, 1] },
  geometry: { type: 'Polygon', coordinates: [CORNERS.map(([x = 0, y = 0]) => [west + x, y])] },
});

const ALPHA = /^#.{6}(..)$/;

/** Returns the ids of the areas with a visible fill. */
const filled = (layer: FeatureLayer): string[] => {
  const [shapes] = layer.group.getLayers().getArray();
  if (!(shapes instanceof VectorLayer)) throw new Error('no layer of areas');
  const features: readonly Feature[] = shapes.getSource()?.getFeatures() ?? [];
  return features
    .filter((feature) =>
      ([shapes.getStyleFunction()?.(feature, 1)].flat() as Style[]).some(
        (style) => Number.parseInt(ALPHA.exec(String(style.getFill()?.getColor()))?.[1] ?? '0', 16) > 1,
      ),
    )
    .map((feature) => String(feature.getId()))
    .toSorted();
};

const show = (layer: FeatureLayer, places: readonly MapFeature[]): void =>
  layer.show(new Map(places.map((place) => [place.$id, place])));

describe('areas of the same shape', () => {
  it('[SPAT-02] are filled once, and the next one when the first is gone or selected', () => {
    const layer = new FeatureLayer();
    const looks = { theme: themeOf(document.body), colourOf: () => '#336699', pointed: undefined };
    layer.style({ ...looks, selected: new Set() });
    const [one, two, three, other] = [square(1), square(2), square(3), square(4, 5)];
    show(layer, [one, two, three, other]);
    expect(filled(layer)).toEqual(['Book-1', 'Book-4']);
    show(layer, [two, three, other]);
    expect(filled(layer)).toEqual(['Book-2', 'Book-4']);
    layer.style({ ...looks, selected: new Set(['Book-3']) });
    expect(filled(layer)).toEqual(['Book-2', 'Book-3', 'Book-4']);
    // One of them moves to another place.
    show(layer, [square(2, 9), three, other]);
    layer.style({ ...looks, selected: new Set() });
    expect(filled(layer)).toEqual(['Book-2', 'Book-3', 'Book-4']);
  });
});
