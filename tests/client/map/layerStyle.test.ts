// Styles of layers of the map screen: what is stored, and how a style narrows the query of its layer.
import { expect, it } from 'vitest';
import { registry } from 'src/generated/registry.client.ts';
import { LAYER_COLOURS, narrowedQuery, readStyle, withOnly } from 'src/client/map/layerStyle.ts';
import { coloursOf, mappedTypes, readLayers, withStyle, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { layersShown } from 'src/client/map/mapParam.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';
import { frequentValues, sortedBy } from 'src/client/map/valueColours.ts';

const [one = '', two = ''] = mappedTypes(registry).map(({ name }) => name);
const layer = (key: string): LayerChoice => ({ key, group: 'types', visible: true, opacity: 100 });

it('[SPAT-02] reads back the style of a layer, without what no page has written', () => {
  const style = { colour: LAYER_COLOURS.green, by: 'kind', labels: false as const, only: { kind: ['CAMP', '"1"'] } };
  expect(readStyle(style)).toEqual(style);
  expect(readStyle({ colour: 'url(x)', by: 7, labels: 'no', only: { kind: 'CAMP' }, more: 1 })).toEqual({});
  expect(readStyle(null)).toEqual({});
  const stored = [withStyle(layer(one), style), { ...layer(two), style: { by: 1 } }];
  expect(readLayers(stored as never, registry)).toEqual([{ ...layer(one), style }, layer(two)]);
});

it('[SPAT-02] narrows a layer to the chosen values of its facets, and to no others', () => {
  const query = { must: { _t: [one] } };
  const { only } = withOnly(withOnly({}, 'kind', ['CAMP', 'true']), 'gone', ['X']);
  expect(narrowedQuery(query, only, ['kind'])).toEqual({ must: { _t: [one], kind: ['CAMP', true] } });
  expect(narrowedQuery(query, only, [])).toBe(query);
  expect(withOnly({ by: 'kind', only: { kind: ['CAMP'] } }, 'kind', [])).toEqual({ by: 'kind' });
});

it('[SPAT-02] gives a layer the chosen colour, and leaves the others theirs', () => {
  const layers = [layer(one), layer(two)];
  const before = coloursOf(layers, registry);
  const after = coloursOf([withStyle(layer(one), { colour: LAYER_COLOURS.wine }), layer(two)], registry);
  expect(after.get(one)).toBe(LAYER_COLOURS.wine);
  expect(after.get(two)).toBe(before.get(two));
});

it('[SPAT-02] shows the layers of a shared address in the style of the person who opens it', () => {
  const own = [withStyle(layer(one), { by: 'kind' }), layer(two)];
  expect(layersShown(own, [layer(one)])).toEqual([own[0], { ...layer(two), visible: false }]);
});

it('[SPAT-02] colours the values of single features and of features in tiles alike', () => {
  const feature = (kind?: string): MapFeature => ({
    ...{ $id: 'SpatialFeature-1', label: '', type: one, geometry: null, bbox: [0, 0, 0, 0] },
    props: kind === undefined ? {} : { kind },
  });
  const features = [feature('CAMP'), feature('TRAIL'), feature('TRAIL'), feature()];
  const values = frequentValues(features, 'kind');
  expect(values).toEqual(['TRAIL', 'CAMP']);
  const { typeOf, inTiles, colours } = sortedBy('kind', values);
  for (const each of features) expect(inTiles?.typeOfValue(each.props?.['kind'])).toBe(typeOf(each));
  expect(new Set(features.map((each) => colours.get(typeOf(each)))).size).toBe(3);
});
