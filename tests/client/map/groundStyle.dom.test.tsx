// Style of base maps from vector tiles: what is drawn at which zoom, in the colours of the theme.
import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import { fromExtent } from 'ol/geom/Polygon.js';
import type Style from 'ol/style/Style.js';
import { describe, expect, it } from 'vitest';
import { groundStyle } from 'src/client/map/groundStyle.ts';
import { themeOf, type MapTheme } from 'src/client/map/mapTheme.ts';

const base = themeOf(document.body);
const theme = (dark: boolean): MapTheme => ({
  ...base,
  dark,
  ground: { ...base.ground, land: dark ? '#222' : '#eee', water: dark ? '#012' : '#cde', road: '#fff', label: '#123' },
});

const AREA = fromExtent([0, 0, 10, 10]);
const LINE = new LineString([
  [0, 0],
  [10, 10],
]);
const POINT = new Point([5, 5]);

const stylesOf = (
  geometry: Geometry,
  values: Readonly<Record<string, unknown>>,
  zoom: number,
  dark = false,
): Style[] => {
  const style = groundStyle(theme(dark))(new Feature({ geometry, ...values }), 156_543.033_928_04 / 2 ** zoom);
  return style === undefined ? [] : [style].flat();
};

describe('the style of a base map', () => {
  it('[SPAT-02] has land and water in the colours of each theme, water above land', () => {
    for (const dark of [false, true]) {
      const [land] = stylesOf(AREA, { layer: 'earth', kind: 'earth' }, 8, dark);
      const [lake] = stylesOf(AREA, { layer: 'water', kind: 'lake' }, 8, dark);
      expect([land, lake].map((each) => each?.getFill()?.getColor())).toEqual(
        dark ? ['#222', '#012'] : ['#eee', '#cde'],
      );
      expect(lake?.getZIndex()).toBeGreaterThan(land?.getZIndex() ?? 0);
    }
  });

  it('[SPAT-02] draws small roads from zoom 10, with an edge below them and their name from zoom 12', () => {
    const small = { layer: 'roads', kind: 'minor_road', name: 'Lake Road' };
    expect(stylesOf(LINE, small, 9)).toEqual([]);
    const [edge, road] = stylesOf(LINE, small, 11);
    expect(road?.getStroke()?.getColor()).toBe('#fff');
    expect(edge?.getStroke()?.getWidth()).toBeGreaterThan(road?.getStroke()?.getWidth() ?? 9);
    expect(edge?.getZIndex()).toBeLessThan(road?.getZIndex() ?? 0);
    expect(stylesOf(LINE, small, 12.5)[2]?.getText()?.getText()).toBe('Lake Road');
  });

  it('[SPAT-02] prefers the names of large places where labels would overlap', () => {
    const [town] = stylesOf(POINT, { layer: 'places', kind: 'locality', name: 'Tamber', population_rank: 12 }, 9);
    const [hamlet] = stylesOf(POINT, { layer: 'places', kind: 'locality', name: 'Lake End', population_rank: 5 }, 9);
    expect(town?.getText()?.getFill()?.getColor()).toBe('#123');
    expect(town?.getZIndex()).toBeGreaterThan(hamlet?.getZIndex() ?? 99);
    const [peak] = stylesOf(POINT, { layer: 'pois', kind: 'peak', name: 'Old Widow', elevation: 640 }, 11);
    expect(peak?.getText()?.getText()).toBe('Old Widow, 640 m');
  });

  it('[SPAT-02] leaves out what it does not know, and makes each style once', () => {
    expect(stylesOf(POINT, { layer: 'pois', kind: 'bench', name: 'Bench' }, 14)).toEqual([]);
    expect(stylesOf(AREA, { layer: 'unknown', kind: 'earth' }, 8)).toEqual([]);
    const style = groundStyle(theme(false));
    const lake = new Feature({ geometry: AREA, layer: 'water', kind: 'ocean' });
    expect(style(lake, 600)).toBe(style(lake, 600));
  });
});
