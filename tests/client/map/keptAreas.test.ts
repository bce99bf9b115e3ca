// Tiles of an area: exactly those that the area needs, and only where the base map has it.
import { describe, expect, it } from 'vitest';
import { areaOnMap, tilesOfArea } from 'src/client/map/keptAreas.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';

const MAP: BaseMap = {
  ...{ name: 'Land', kind: 'PMTILES_VECTOR', url: '/basemaps/land.pmtiles?v=1', attribution: 'Land' },
  ...{ bounds: [-139.8, 50, -138.5, 50.75], minZoom: 0, maxZoom: 12 },
};

describe('an area of a base map', () => {
  it('[GEO-01] needs the tiles of every zoom up to its detail', () => {
    const tiles = [...tilesOfArea({ map: MAP, bounds: [-139.3, 50.3, -139.1, 50.4], maxZoom: 10 })];
    expect(tiles.filter(({ z }) => z === 0)).toEqual([{ z: 0, x: 0, y: 0 }]);
    expect(tiles.filter(({ z }) => z === 10)).toEqual([
      { z: 10, x: 115, y: 345 },
      { z: 10, x: 116, y: 345 },
    ]);
    expect(Math.max(...tiles.map(({ z }) => z))).toBe(10);
    expect(new Set(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`)).size).toBe(tiles.length);
  });

  it('[GEO-01] ends where the base map ends', () => {
    expect(areaOnMap(MAP, [-141, 50.5, -139, 52])).toEqual([-139.8, 50.5, -139, 50.75]);
    expect(areaOnMap(MAP, [10, 50, 11, 51])).toBeUndefined();
    expect(areaOnMap({ ...MAP, bounds: [-180, -85, 180, 85] }, [10, 50, 11, 51])).toEqual([10, 50, 11, 51]);
  });
});
