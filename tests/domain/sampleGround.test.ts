// The invented base map of the sample: its archive as the reader of browsers sees it, and its land below the places of the sample.
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { gzipSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import { PMTiles, TileType, type RangeResponse, type Source } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { seededRandom } from 'src/base/seededRandom.ts';
import { groundArchive } from 'src/domain/sample/ground/groundTiles.server.ts';
import { pmtilesArchive } from 'src/domain/sample/ground/pmtilesArchive.server.ts';

/** Reads an archive in memory by ranges. */
class MemorySource implements Source {
  readonly #bytes: Buffer;
  readonly ranges: number[] = [];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  getKey(): string {
    return 'memory';
  }

  getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.ranges.push(length);
    return Promise.resolve({ data: new Uint8Array(this.#bytes.subarray(offset, offset + length)).buffer });
  }
}

const open = (bytes: Buffer) => new PMTiles(new MemorySource(bytes));
const contentOf = async (archive: PMTiles, z: number, x: number, y: number): Promise<string | undefined> => {
  const tile = await archive.getZxy(z, x, y);
  return tile && Buffer.from(tile.data).toString();
};

describe('a PMTiles archive', () => {
  const zip = (text: string): Uint8Array => gzipSync(text);
  const archive = open(
    pmtilesArchive(
      [
        { z: 3, x: 1, y: 2, content: zip('east') },
        { z: 0, x: 0, y: 0, content: zip('world') },
        { z: 3, x: 0, y: 2, content: zip('sea') },
        { z: 3, x: 7, y: 7, content: zip('sea') },
        { z: 12, x: 4095, y: 4095, content: zip('corner') },
      ],
      { bounds: [-139.8, 50, -138.5, 50.75], minZoom: 0, maxZoom: 12, metadata: { name: 'Test' } },
    ),
  );

  it('[SPAT-02] has each tile at its address, equal ones once, and nothing elsewhere', async () => {
    expect(await contentOf(archive, 0, 0, 0)).toBe('world');
    expect(await contentOf(archive, 3, 1, 2)).toBe('east');
    expect(await contentOf(archive, 3, 0, 2)).toBe('sea');
    expect(await contentOf(archive, 3, 7, 7)).toBe('sea');
    expect(await contentOf(archive, 12, 4095, 4095)).toBe('corner');
    expect(await contentOf(archive, 3, 2, 2)).toBeUndefined();
    const header = await archive.getHeader();
    expect(header).toMatchObject({ tileType: TileType.Mvt, minZoom: 0, maxZoom: 12, minLon: -139.8, maxLat: 50.75 });
    expect(header).toMatchObject({ numAddressedTiles: 5, numTileContents: 4, clustered: true });
    expect(await archive.getMetadata()).toEqual({ name: 'Test' });
  });

  it('[SPAT-02] refuses more tiles than one directory holds', () => {
    const random = seededRandom(1);
    const many = Array.from({ length: 20_000 }, (_, at) => ({
      ...{ z: 10, x: at % 1024, y: Math.floor(at / 1024) * 7, content: Buffer.alloc(random.whole(8, 255), String(at)) },
    }));
    const facts = { bounds: [0, 0, 1, 1] as const, minZoom: 10, maxZoom: 10, metadata: {} };
    expect(() => pmtilesArchive(many, facts)).toThrow('Too many tiles: 20000');
  });
});

describe('the ground of the sample', () => {
  const bytes = groundArchive();
  const archive = open(bytes);

  const featuresAt = async (longitude: number, latitude: number, layer: string) => {
    const z = 12;
    const x = ((longitude + 180) / 360) * 2 ** z;
    const y = ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;
    const tile = await archive.getZxy(z, Math.floor(x), Math.floor(y));
    const found = tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers[layer];
    const features = Array.from({ length: found?.length ?? 0 }, (_, at) => found?.feature(at)).filter(
      (each): each is VectorTileFeature => each !== undefined,
    );
    return { features, at: { x: (x % 1) * 4096, y: (y % 1) * 4096 } };
  };

  /** Counts the crossings of a line to the west with the outlines of areas. */
  const isIn = async (longitude: number, latitude: number, layer: string): Promise<boolean> => {
    const { features, at } = await featuresAt(longitude, latitude, layer);
    const rings = features.filter(({ type }) => type === 3).flatMap((each) => each.loadGeometry());
    const crossings = rings.flatMap((ring) =>
      ring.slice(1).filter((to, index) => {
        const from = ring[index] ?? to;
        if (from.y > at.y === to.y > at.y) return false;
        return ((to.x - from.x) * (at.y - from.y)) / (to.y - from.y) + from.x < at.x;
      }),
    );
    return crossings.length % 2 === 1;
  };

  it('[SPAT-02] has land below the villages, and sea between the islands', { timeout: 60_000 }, async () => {
    expect(await isIn(-139.2118, 50.3402, 'earth')).toBe(true);
    expect(await isIn(-138.936, 50.22, 'earth')).toBe(true);
    expect(await isIn(-139.4, 50.42, 'earth')).toBe(true);
    expect(await isIn(-139.1, 50.3, 'earth')).toBe(false);
    expect(await isIn(-139.7, 50.1, 'earth')).toBe(false);
    expect(await isIn(-139.28, 50.45, 'water')).toBe(true);
  });

  it('[SPAT-02] shows relief, contours, rivers, roads and names, in less than a megabyte', async () => {
    expect(bytes.length).toBeLessThan(1_000_000);
    const kinds = async (layer: string, latitude = 50.36): Promise<unknown[]> =>
      (await featuresAt(-139.2118, latitude, layer)).features.map(
        ({ properties }) => properties['name'] || properties['kind'],
      );
    expect(await kinds('relief')).toEqual(expect.arrayContaining(['shadow', 'highlight']));
    expect(await kinds('water')).toContain('Tamber River');
    expect(await kinds('roads')).toEqual(expect.arrayContaining(['Lake Road', 'Cannery Road']));
    expect(await kinds('places', 50.3425)).toContain('Tamber');
    expect((await featuresAt(-139.46, 50.515, 'contours')).features.length).toBeGreaterThan(5);
    const { vector_layers: layers } = (await archive.getMetadata()) as { readonly vector_layers: readonly object[] };
    expect(layers).toHaveLength(9);
  });
});
