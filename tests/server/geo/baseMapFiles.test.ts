// Base maps of settings and files in one list.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pmtilesArchive } from 'src/domain/sample/ground/pmtilesArchive.server.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';
import { readBaseMapFiles, siteBaseMaps, type BaseMapFile } from 'src/server/geo/baseMapFiles.ts';

let folder = '';
let files: readonly BaseMapFile[] = [];
const skipped: string[] = [];

const archive = (metadata: object): Buffer =>
  pmtilesArchive([{ z: 1, x: 0, y: 0, content: gzipSync('tile') }], {
    ...{ bounds: [-10, -5, 10, 5] as const, minZoom: 1, maxZoom: 7, metadata },
  });

/** The same archive with pictures for tiles. */
const pictures = (): Buffer => {
  const bytes = archive({});
  bytes.writeUInt8(2, 99);
  return bytes;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keeper-base-maps-'));
  writeFileSync(join(folder, 'coast.pmtiles'), archive({ name: 'Coast', attribution: 'The survey' }));
  writeFileSync(join(folder, 'plain.pmtiles'), archive({}));
  writeFileSync(join(folder, 'relief.pmtiles'), pictures());
  writeFileSync(join(folder, 'short.pmtiles'), 'PMTiles');
  files = readBaseMapFiles(folder, (file, reason) => void skipped.push(`${file} ${reason}`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STREETS: BaseMap = {
  ...{ name: 'Streets', kind: 'XYZ', url: 'https://tiles.test/{z}/{x}/{y}.png', attribution: 'Streets of the test' },
};

describe('base maps of a site', () => {
  it('[SPAT-02] are those of the settings, then those of the other files, each with a name of its own', () => {
    const relief: BaseMap = {
      name: 'Plain',
      kind: 'PMTILES_RASTER',
      url: 'relief.pmtiles',
      attribution: 'Us',
      maxZoom: 5,
    };
    const maps = siteBaseMaps([STREETS, relief, { ...STREETS, name: 'Coast' }], files);
    expect(maps.map(({ name, kind, attribution }) => [name, kind, attribution])).toEqual([
      ['Streets', 'XYZ', 'Streets of the test'],
      ['Plain', 'PMTILES_RASTER', 'Us'],
      ['Coast', 'XYZ', 'Streets of the test'],
      ['Coast 2', 'PMTILES_VECTOR', 'The survey'],
      ['plain', 'PMTILES_VECTOR', 'plain'],
    ]);
    expect(maps[1]).toMatchObject({ bounds: [-10, -5, 10, 5], minZoom: 1, maxZoom: 5 });
    expect(maps[1]?.url).toMatch(/^\/basemaps\/relief\.pmtiles\?v=[\w-]{16}$/);
    expect(skipped).toEqual(['short.pmtiles is not a PMTiles archive']);
  });

  it('[SPAT-02] stop the start when a named file is missing or has other tiles', () => {
    const named = (kind: BaseMap['kind'], url: string) => () =>
      siteBaseMaps([{ name: 'Coast', kind, url, attribution: 'Us' }], files);
    expect(named('PMTILES_VECTOR', 'none.pmtiles')).toThrow(
      'basemaps/none.pmtiles of the base map “Coast” cannot be read',
    );
    expect(named('PMTILES_VECTOR', 'relief.pmtiles')).toThrow('is PMTILES_RASTER');
  });

  it('[SPAT-02] are none without the folder', () => {
    expect(readBaseMapFiles(join(folder, 'none'), () => expect.unreachable())).toEqual([]);
  });
});
