// Faults of a whole geographic file, regardless of its name: each is refused with its own sentence before anything is unpacked.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { checkRows } from 'src/server/geoFiles/checkRows.ts';
import { GeoFileError } from 'src/server/geoFiles/geoFile.ts';
import { readByContent } from 'src/server/geoFiles/readByContent.ts';
import { collection, feature, point, polygon, shapefile, zip } from 'tests/server/geoFiles/makeFiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-geo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const refusal = async (content: Buffer | string): Promise<string> => {
  const path = join(folder, 'places.dat');
  await writeFile(path, content);
  try {
    checkRows(await readByContent(path, {}), () => undefined);
    return 'read';
  } catch (error) {
    if (error instanceof GeoFileError) return error.refusal.message;
    throw error;
  }
};

const places = [feature({ name: 'A' }, polygon([-123, 49], [-122, 49], [-122, 50], [-123, 49]))];
const json = collection(places);
const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);

it('[SPAT-01] says what is wrong with a file as a whole', async () => {
  const parts = await shapefile(places, { crs: 'epsg:4326' });
  const shp = Buffer.from(parts['places.shp'] as Uint8Array);
  const renamed = async (from: string, to: string): Promise<Buffer> =>
    Buffer.from((await zip({ [from]: json })).toString('latin1').replaceAll(from, to), 'latin1');
  const cases: readonly (readonly [string, Buffer | string])[] = [
    ['geoFile.empty', ''],
    ['geoFile.noRows', collection([])],
    ['geoFile.notJson', json.slice(0, -30)],
    ['geoFile.unknownKind', '{"type":"Topology"}'],
    ['geoFile.unknownKind', 'name,lat,lon\nA,49,-123\n'],
    ['geoFile.unknownKind', '<html><body>kml</body></html>'],
    ['geoFile.unknownKind', Buffer.concat([Buffer.from('GIF89a'), await zip({ 'a.geojson': json })])],
    ['geoFile.unknownKind', Buffer.concat([Buffer.from('SQLite format 3\u0000'), Buffer.alloc(4_096)])],
    ['geoFile.damaged', `<kml xmlns="http://www.opengis.net/kml/2.2">${nested(5_000)}</kml>`],
    ['geoFile.nothingInZip', await zip({ 'readme.txt': 'x' })],
    ['geoFile.noShapes', await zip({ 'places.dbf': parts['places.dbf'] ?? '' })],
    ['geoFile.truncated', await zip({ ...parts, 'places.shp': shp.subarray(0, shp.length - 40) })],
    ['geoFile.truncated', await zip({ ...parts, 'places.shp': shp.subarray(0, 50) })],
    ['geoFile.damaged', (await zip(parts)).subarray(0, 400)],
    ['geoFile.severalFiles', await zip({ 'a.geojson': json, 'b.geojson': json })],
    ['geoFile.unpacksTooLarge', await zip({ 'a.geojson': Buffer.alloc(20_000_000, ' ') })],
    ['geoFile.tooManyFiles', await zip(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}.txt`, ''])))],
    ['geoFile.badNames', await renamed('aa/bb/x.geojson', '../../x.geojson')],
    ['geoFile.badNames', await renamed('aa/bb/x.geojson', '/tmp/ax.geojson')],
    ['geoFile.badNames', await renamed('aa/bb/x.geojson', '..\\..\\x.geojson')],
  ];
  const found: string[] = [];
  for (const [, content] of cases) found.push(await refusal(content));
  expect(found).toEqual(cases.map(([message]) => message));
  for (const message of found) expect(Object.keys(messages)).toContain(message);
  expect(await refusal(collection([feature({}, point(-123, 49))]))).toBe('read');
});
