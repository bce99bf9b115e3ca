import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import { eachPosition, pointCount, type Geometry, type Position } from 'src/model/geo/geoJson.ts';
import { gridCells } from 'src/model/geo/gridCell.ts';
import { FORM_ZOOMS, simplifiedForms } from 'src/model/geo/simplifyGeometry.ts';

const around = (points: number, radius: number, [x, y]: Position = [-139, 50]): Position[] => {
  const ring = Array.from({ length: points }, (_, at): Position => {
    const angle = (2 * Math.PI * at) / points;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [...ring, ...ring.slice(0, 1)];
};
const positionsOf = (geometry: Geometry): string[] => {
  const found: string[] = [];
  eachPosition(geometry, ([longitude, latitude]) => found.push(`${longitude},${latitude}`));
  return found;
};

describe('simplifiedForms', () => {
  it('[SPAT-02] keeps fewer points for maps of a wider view, each one of the geometry itself', () => {
    const lake: Geometry = { type: 'Polygon', coordinates: [around(5000, 0.5), around(500, 0.0001)] };
    const forms = simplifiedForms(lake);
    expect([...forms.keys()]).toEqual([...FORM_ZOOMS].reverse());
    const counts = [12, 8, 4].map((zoom) => pointCount(forms.get(zoom as 4) ?? lake));
    expect(counts[0]).toBeLessThan(600);
    expect([...counts].sort((a, b) => b - a)).toEqual(counts);
    const known = new Set(positionsOf(lake));
    for (const form of forms.values()) expect(positionsOf(form).every((each) => known.has(each))).toBe(true);
    // The hole is smaller than a pixel of zoom 8; the outer ring is still a ring at the coarsest.
    expect(forms.get(8)).toMatchObject({ coordinates: { length: 1 } });
    const [ring = []] = (forms.get(4) as unknown as { coordinates: Position[][] }).coordinates;
    expect(ring.length).toBeGreaterThanOrEqual(4);
    expect(ring[0]).toEqual(ring.at(-1));
  });

  it('[SPAT-02] makes each member of a collection simpler', () => {
    const rings = [around(5000, 0.5)];
    const forms = simplifiedForms({
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', coordinates: rings },
        { type: 'LineString', coordinates: around(5000, 0.4) },
        { type: 'Point', coordinates: [-139, 50] },
      ],
    });
    expect(forms.get(4)).toMatchObject({
      geometries: [{ type: 'Polygon' }, { type: 'LineString' }, { coordinates: [-139, 50] }],
    });
    expect(forms.get(4)).toMatchObject({
      geometries: [simplifiedForms({ type: 'Polygon', coordinates: rings }).get(4), {}, {}],
    });
  });

  it('[SPAT-02] stores no form that is no simpler', () => {
    expect(simplifiedForms({ type: 'Point', coordinates: [1, 2] }).size).toBe(0);
    const far: Geometry = {
      type: 'LineString',
      coordinates: [
        [-140, 50],
        [-130, 60],
        [-120, 50],
      ],
    };
    expect(simplifiedForms(far).size).toBe(0);
    expect([...simplifiedForms({ type: 'Polygon', coordinates: [around(12, 0.02)] }).keys()]).toEqual([8, 4]);
  });
});

describe('gridCells', () => {
  const longitude = fc.double({ min: -180, max: 180, noNaN: true });
  const latitude = fc.double({ min: -90, max: 90, noNaN: true });
  const cell = fc.constantFrom(0.01, 0.1, 0.25, 1, 10);

  it('[SPAT-01] holds the place and none of its coordinates', () => {
    const places = fc.array(fc.tuple(longitude, latitude), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(places, cell, (positions, size) => {
        const cells = gridCells({ type: 'MultiPoint', coordinates: positions }, size);
        const [west = 0, south = 0, east = 0, north = 0] = (cells && boundsOfGeometry(cells)) ?? [];
        for (const [x, y] of positions) {
          expect(x >= west - 1e-9 && x <= east + 1e-9 && y >= south - 1e-9 && y <= north + 1e-9).toBe(true);
        }
        for (const side of [west, south, east, north]) {
          const lines = side / size;
          expect(Math.abs(lines - Math.round(lines)) < 1e-6 || Math.abs(side) === 180 || Math.abs(side) === 90).toBe(
            true,
          );
        }
        expect(east - west).toBeGreaterThan(size / 2);
        expect(Math.max(Math.abs(west), Math.abs(east))).toBeLessThanOrEqual(180);
      }),
    );
  });

  it('[SPAT-01] is the same for all places in one cell', () => {
    const cellOf = (at: Position) => gridCells({ type: 'Point', coordinates: at }, 0.1);
    expect(cellOf([-139.2235, 50.3715])).toEqual(cellOf([-139.2999, 50.3001]));
    expect(cellOf([-139.2235, 50.3715])).not.toEqual(cellOf([-139.3001, 50.3715]));
  });
});
