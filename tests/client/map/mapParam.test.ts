// The address of the map screen: its layers, and the map of a person who has other layers.
import { expect, it } from 'vitest';
import { registry } from 'src/generated/registry.client.ts';
import { mappedTypes, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { layersShown, readMapParam, writeMapParam } from 'src/client/map/mapParam.ts';

const [one = '', two = '', three = ''] = mappedTypes(registry).map(({ name }) => name);
const layer = (key: string, more: Partial<LayerChoice> = {}): LayerChoice => ({
  ...{ key, group: 'types', visible: true, opacity: 100 },
  ...more,
});
const bounds = [-130.5, 50, -120.25, 55.12345] as const;

it('[SPAT-02] reads back from an address where a map looks, and its shown layers in their order and as opaque', () => {
  const search = layer('SavedSearch-7', { group: 'searches', opacity: 60 });
  const param = writeMapParam(bounds, [layer(two), layer(three, { visible: false }), search, layer(one)]);
  expect(readMapParam(param, registry)).toEqual({ bounds, shown: [layer(two), search, layer(one)] });
  // None is shown; and one that says nothing of layers.
  const none = writeMapParam(bounds, [layer(one, { visible: false })]);
  expect(readMapParam(none, registry)).toEqual({ bounds, shown: [] });
  expect(readMapParam(none.split('*')[0], registry)).toEqual({ bounds, shown: undefined });
});

it('[SPAT-02] keeps a layer of a further geometry apart from the layer of its type', () => {
  const layers = [layer('Organization.territory', { opacity: 40 }), layer('Organization')];
  expect(readMapParam(writeMapParam(bounds, layers), registry)).toEqual({ bounds, shown: layers });
  expect(readMapParam('*Organization.displayName', registry).shown).toEqual([]);
});

it('[SPAT-02] leaves out of an address what is garbled or no layer', () => {
  const garbled = `x*${one}.7*User-1*User*constructor*${two}.50*`;
  expect(readMapParam(garbled, registry)).toEqual({ bounds: undefined, shown: [layer(two, { opacity: 50 })] });
  expect(readMapParam(undefined, registry)).toEqual({ bounds: undefined, shown: undefined });
});

it('[SPAT-02] shows what an address shows, and keeps the other layers of a person hidden', () => {
  const own = [layer(one), layer(two, { visible: false }), layer(three)];
  expect(layersShown(own, undefined)).toBe(own);
  // The same as their own: hidden ones stay in their place.
  expect(layersShown(own, [layer(one), layer(three)])).toBe(own);
  expect(layersShown(own, [layer(three), layer('SavedSearch-7', { group: 'searches' })])).toEqual([
    layer(three),
    layer('SavedSearch-7', { group: 'searches' }),
    layer(one, { visible: false }),
    layer(two, { visible: false }),
  ]);
});
