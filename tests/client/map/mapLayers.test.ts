import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { colourDistance, onDark } from 'src/client/map/layerColours.ts';
import { coloursOf, mappedTypes, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { registry } from 'src/generated/registry.client.ts';

const mapSheet = readFileSync('src/client/map/map.css', 'utf8');
const layer = (key: string, group: LayerChoice['group']): LayerChoice => ({ key, group, visible: true, opacity: 100 });
const types = mappedTypes(registry).map(({ name }) => layer(name, 'types'));
const gathered = (count: number): LayerChoice[] =>
  Array.from({ length: count }, (_, at) => layer(`GISCollection-${at + 1}`, 'gathered'));

const nearest = (colours: readonly string[]): number =>
  Math.min(...colours.flatMap((one, at) => colours.slice(at + 1).map((other) => colourDistance(one, other))));

it('[SPAT-02] [EXPERIENCE] gives every layer of the map a colour of its own, however many collections are added', () => {
  const colours = [...coloursOf([...types, ...gathered(20)], registry).values()];
  expect(new Set(colours).size).toBe(types.length + 20);
  expect(nearest(colours)).toBeGreaterThan(0);
});

it('[SPAT-02] [EXPERIENCE] tells eight collections apart also to who does not see red or green', () => {
  expect(nearest([...coloursOf(gathered(8), registry).values()])).toBeGreaterThan(0.07);
});

it('[SPAT-02] keeps the colour of a layer that is moved, and of a type that has one', () => {
  const layers = [...types, ...gathered(4)];
  const before = coloursOf(layers, registry);
  const after = coloursOf(layers.toReversed(), registry);
  for (const { key } of layers) expect([key, after.get(key)]).toEqual([key, before.get(key)]);
  expect(before.get('Consultation')).toBe(registry.types['Consultation']?.view.color);
});

const luminance = (colour: string): number => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

it('[SPAT-02] [EXPERIENCE] draws every layer on a dark map so that it can be seen', () => {
  const land = /--kk-map-land: (#\w+);/.exec(mapSheet.split('kk-theme-dark')[1] ?? '')?.[1] ?? '';
  for (const colour of coloursOf([...types, ...gathered(20)], registry).values())
    expect([colour, contrast(onDark(colour), land) >= 3]).toEqual([colour, true]);
});

it('[SPAT-02] tells places from what is asked about them', () => {
  const colours = coloursOf(types, registry);
  expect(colourDistance(colours.get('SpatialFeature') ?? '', colours.get('Consultation') ?? '')).toBeGreaterThan(0.1);
});
