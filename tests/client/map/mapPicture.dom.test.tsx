// Tests which items a map names to parts that pass its picture on: exactly those of its features, and none where it cannot name them.
import { describe, expect, it } from 'vitest';
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import LayerGroup from 'ol/layer/Group.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import { FeatureLayer } from 'src/client/map/FeatureLayer.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';
import { itemsOnMap } from 'src/client/map/mapPicture.ts';

const place = (number: number): MapFeature => ({
  ...{ $id: `Book-${number}`, label: `Book ${number}`, type: 'Book', bbox: [0, 0, 1, 1] },
  geometry: { type: 'Point', coordinates: [number % 90, 1] },
});

const mapWith = (count: number) => {
  const ground = new LayerGroup({ layers: [new TileLayer()] });
  const layer = new FeatureLayer();
  layer.show(new Map(Array.from({ length: count }, (_, at) => [`Book-${at + 1}`, place(at + 1)] as const)));
  const map = new OlMap({ layers: [ground, layer.group] });
  return { map, ground, layer };
};

describe('the picture of a map', () => {
  it('[ASSIST-01] names all items of its features, also those in clusters that were not drawn yet', () => {
    const { map, ground } = mapWith(3);
    expect(itemsOnMap(map, ground)).toEqual(['Book-1', 'Book-2', 'Book-3']);
    const many = mapWith(120);
    expect(itemsOnMap(many.map, many.ground)).toHaveLength(120);
  });

  it('[ASSIST-01] is not named with a drawing or a position, with tiles, or with too many items', () => {
    const { map, ground, layer } = mapWith(1);
    const drawing = new VectorLayer({ source: new VectorSource({ features: [new Feature(new Point([0, 0]))] }) });
    map.addLayer(drawing);
    expect(itemsOnMap(map, ground)).toBe('own');
    map.removeLayer(drawing);
    layer.showTiles(
      { address: '/{z}/{x}/{y}', needed: true, total: 9, bounds: undefined },
      { version: 1, onFailure: () => undefined },
    );
    expect(itemsOnMap(map, ground)).toBe('crowded');
    const many = mapWith(501);
    expect(itemsOnMap(many.map, many.ground)).toBe('crowded');
  });
});
