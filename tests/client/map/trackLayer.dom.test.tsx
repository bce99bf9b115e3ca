import { fromLonLat } from 'ol/proj.js';
import { describe, expect, test } from 'vitest';
import { themeOf, type MapTheme } from 'src/client/map/mapTheme.ts';
import { TrackLayer, type LonLat, type TrackPoint, type TrackView } from 'src/client/map/TrackLayer.ts';

const THEME: MapTheme = {
  ...themeOf(document.body),
  ...{ dark: false, water: '#abc', land: '#eee', border: '#999', grid: '#ccc', ink: '#111', halo: '#fff' },
  ...{ accent: '#06c', font: 'sans-serif' },
};
const POINTS = 28_800;

const placeAt = (at: number): LonLat => [10 + at * 0.00001, 50 + Math.sin(at / 900) * 0.05];

/** A walk of eight hours with one position a second. */
const walk = (): readonly TrackPoint[] =>
  Array.from({ length: POINTS }, (_, at) => ({ id: String(at), radius: 2, colour: '#e80', at: placeAt(at) }));

/** A map of 1,000 pixels in both directions around a point of the walk. */
const viewAround = (at: number, resolution: number): TrackView => {
  const [x = 0, y = 0] = fromLonLat([...placeAt(at)]);
  const half = 500 * resolution;
  return { resolution, extent: [x - half, y - half, x + half, y + half] };
};
const OVERVIEW = viewAround(14_400, 40);

const layerWith = (points: readonly TrackPoint[]): TrackLayer => {
  const layer = new TrackLayer(THEME);
  layer.show({ points, lines: [points.map(({ at }) => at)], colour: '#06c' });
  return layer;
};

describe('a track with many points', () => {
  test('[GEO-02] draws the points that do not cover each other', () => {
    const layer = layerWith(walk());
    expect(layer.shownCount).toBe(0);
    layer.look(OVERVIEW);
    expect(layer.shownCount).toBeGreaterThan(500);
    expect(layer.shownCount).toBeLessThan(3_000);
    layer.dispose();
  });

  test('[GEO-02] draws every point close up, as far as one view around the map', () => {
    const layer = layerWith(walk());
    const close = viewAround(14_400, 0.1);
    layer.look(close);
    const { shownCount } = layer;
    const [west = 0, south = 0, east = 0, north = 0] = close.extent;
    const inView = walk().filter(({ at }) => {
      const [x = 0, y = 0] = fromLonLat([...at]);
      return x >= west && x <= east && y >= south && y <= north;
    });
    expect(inView.length).toBeGreaterThan(5);
    expect(shownCount).toBeGreaterThanOrEqual(inView.length);
    expect(shownCount).toBeLessThan(inView.length * 5);
    layer.dispose();
  });

  test('[GEO-02] a deleted point stays on the map between points that cover it', () => {
    const layer = layerWith(walk().map((point, at) => (at === 14_400 ? { ...point, colour: '#111' } : point)));
    layer.look(OVERVIEW);
    const { shownCount } = layer;
    layer.show({ points: walk(), lines: [], colour: '#06c' });
    expect(shownCount - layer.shownCount).toBe(1);
    layer.dispose();
  });
});
