// Tests that an area below the pointer does not paint over what is in it.
import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import type Style from 'ol/style/Style.js';
import { expect, it } from 'vitest';
import { createStyle, type Looks } from 'src/client/map/featureStyles.ts';
import { themeOf } from 'src/client/map/mapTheme.ts';

const area = new Feature(
  new Polygon([
    [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
      [0, 0],
    ],
  ]),
);
area.setId('Book-1');

/** Returns the opacity of the fill and the width of the edge. */
const drawn = (changed: Partial<Looks>): { readonly opacity: number; readonly edge: number } => {
  const looks: Looks = {
    ...{ theme: themeOf(document.body), colourOf: () => '#336699', selected: new Set<string>(), pointed: undefined },
    ...changed,
  };
  const styles = [createStyle(looks, false)(area, 1) ?? []].flat() as Style[];
  const fills = styles.map((style) => String(style.getFill()?.getColor() ?? '00'));
  const opacities = fills.map((colour) => Number.parseInt(colour.slice(-2), 16) / 255);
  return {
    opacity: Math.round(100 * Math.max(0, ...opacities)) / 100,
    edge: Math.max(...styles.map((style) => style.getStroke()?.getWidth() ?? 0)),
  };
};

it('[SPAT-02] an area below the pointer has a thicker edge, and its colour does not hide what is in it', () => {
  const plain = drawn({});
  const pointed = drawn({ pointed: 'Book-1' });
  expect(pointed.opacity).toBe(plain.opacity);
  expect(pointed.edge).toBeGreaterThan(plain.edge);
  expect(drawn({ pointed: 'Book-1', raised: true })).toEqual({ opacity: 0, edge: pointed.edge });
  expect(drawn({ selected: new Set(['Book-1']), raised: true }).opacity).toBe(0.2);
});
