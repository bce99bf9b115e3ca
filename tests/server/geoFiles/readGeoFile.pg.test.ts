// Uploaded geographic files, read before anything is written. Each kind, each reference system and each fault is tested; a fault is
// answered with a sentence, and the process survives.

import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, GeoFilePreview, InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import {
  changedGeoPackage,
  collection,
  feature,
  geoPackageFile,
  point,
  polygon,
  shapefile,
  zip,
  type TestFeature,
} from 'tests/server/geoFiles/makeFiles.ts';
import { uploadFile } from 'tests/server/geoFiles/uploadFile.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let token: string;
beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'keeper');
});
afterAll(() => world.stop());

/** Time limit over HTTP, generous for a busy machine. */
const ask = async (upload: string, more: Record<string, Json> = {}, by = token): Promise<Envelope> => {
  const body = JSON.stringify({ o: 'act/readGeoFile', b: { upload, ...more } });
  const answer = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${by}` },
  });
  return (await answer.json()) as Envelope;
};

const read = async (content: Buffer | string, more: Record<string, Json> = {}): Promise<GeoFilePreview> => {
  const { b, erred } = await ask(await uploadFile(world.url, token, content), more);
  expect([erred, b]).toEqual([undefined, expect.anything()]);
  return b as unknown as GeoFilePreview;
};

const refusalOf = async (upload: string, more: Record<string, Json> = {}): Promise<InvalidEntry> => {
  const { b } = await ask(upload, more);
  const { userMessage, params } = b as unknown as { userMessage: string; params?: { errors: InvalidEntry[] } };
  expect(userMessage).toBe('invalid');
  const [first] = params?.errors ?? [];
  expect(Object.keys(messages)).toContain(first?.message);
  return first ?? { path: '', message: '' };
};

const refusal = async (content: Buffer | string, more: Record<string, Json> = {}): Promise<InvalidEntry> =>
  refusalOf(await uploadFile(world.url, token, content), more);

const lake = polygon([-123, 49], [-122, 49], [-122, 50], [-123, 50], [-123, 49]);
const places: readonly TestFeature[] = [
  feature({ name: 'Kʷagiʔał', kind: 'lake', area: 12.5 }, lake),
  feature({ name: 'Bé', kind: 'lake' }, polygon([-125, 51], [-124, 51], [-124, 52], [-125, 51])),
];

const near = (values: unknown): number[] => (values as number[]).map((value) => Math.round(value * 1e6) / 1e6);

describe('[SPAT-01] a geographic file', () => {
  it.each(['epsg:3005', 'epsg:26910', 'epsg:4269'])('is read from a shapefile in %s', async (crs) => {
    const answer = await read(await zip(await shapefile(places, { crs })));
    expect(answer).toMatchObject({
      format: 'SHAPEFILE',
      refused: [],
      layers: [{ name: 'places', rows: 2, refused: 0 }],
    });
    expect(near(answer.layers[0]?.bounds)).toEqual([-125, 49, -122, 52]);
    expect(answer.features[0]?.values).toMatchObject({ name: 'Kʷagiʔał', area: '12.5' });
    expect(answer.crs).toContain('NAD83');
    expect(answer.layers[0]?.columns.find(({ name }) => name === 'kind')).toEqual({
      name: 'kind',
      filled: 2,
      values: ['lake'],
    });
  });

  it('asks for the reference system of a shapefile that names none, and takes the one that is chosen', async () => {
    const { 'places.prj': _, ...parts } = await shapefile(places, { crs: 'epsg:3005' });
    const content = await zip(parts);
    expect(await refusal(content)).toEqual({ path: '/crs', message: 'geoFile.noReferenceSystem' });
    expect(near((await read(content, { crs: 'EPSG:3005' })).layers[0]?.bounds)).toEqual([-125, 49, -122, 52]);
    expect(await refusal(content, { crs: 'EPSG:999999' })).toMatchObject({
      path: '/crs',
      message: 'geoFile.unknownCrs',
    });
  });

  it('is read in the encoding that its .cpg names, or that is chosen', async () => {
    const french = [feature({ name: 'Rivière' }, lake)];
    const { 'places.cpg': cpg, ...parts } = await shapefile(french, { crs: 'epsg:4326', encoding: 'cp1252' });
    expect(cpg).toBeDefined();
    expect((await read(await zip({ ...parts, 'places.cpg': '1252' }))).features[0]?.values['name']).toBe('Rivière');
    const foreign = await zip({ ...parts, 'places.cpg': 'KOI8-R' });
    expect(await refusal(foreign)).toEqual({ path: '/encoding', message: 'geoFile.unknownEncoding' });
    const chosen = await read(foreign, { encoding: 'windows-1252' });
    expect([chosen.features[0]?.values['name'], chosen.encoding]).toEqual(['Rivière', 'windows-1252']);
    expect((await read(await zip(parts), { encoding: 'macintosh' })).features[0]?.values['name']).not.toBe('Rivière');
  });

  it('is read from a GeoPackage with its layers', async () => {
    const content = await geoPackageFile({
      'Trap lines 2020': [feature({ who: 'A' }, point(-123, 49))],
      lakes: places,
    });
    const { format, layers, features } = await read(content);
    expect([format, layers.map(({ name, rows }) => [name, rows])]).toEqual([
      'GEOPACKAGE',
      [
        ['Trap lines 2020', 1],
        ['lakes', 2],
      ],
    ]);
    expect(features.map(({ values }) => values['name'] ?? values['who'])).toEqual(['A', 'Kʷagiʔał', 'Bé']);
    expect(await refusal(content.subarray(0, 20_000))).toMatchObject({ message: 'geoFile.truncated' });

    // One row has half a shape and the other none. Both are reported.
    const broken = await changedGeoPackage(
      content,
      `update lakes set geometry = substr(geometry, 1, 40) where name = 'Bé'; update "Trap lines 2020" set geometry = null;`,
    );
    const partly = await read(broken);
    expect(partly.layers.map(({ name, rows, refused }) => [name, rows, refused])).toEqual(
      expect.arrayContaining([
        ['Trap lines 2020', 1, 1],
        ['lakes', 2, 1],
      ]),
    );
    expect(partly.refused.map(({ values, fault }) => [values['name'] ?? values['who'], fault.message])).toEqual(
      expect.arrayContaining([
        ['Bé', 'geoFile.unreadShape'],
        ['A', 'geoFile.noGeometry'],
      ]),
    );
  });

  it('says of a local coordinate system that no place on the globe is known of it, and takes the one that is chosen', async () => {
    const local = 'LOCAL_CS["Mine grid",LOCAL_DATUM["Local",0],UNIT["Meter",1],AXIS["E",EAST],AXIS["N",NORTH]]';
    const said = { path: '/crs', message: 'geoFile.localSystem', params: { name: 'Mine grid' } };
    const parts = await shapefile(places, { crs: 'epsg:3005' });
    const zipped = await zip({ ...parts, 'places.prj': local });
    expect(await refusal(zipped)).toEqual(said);
    expect(near((await read(zipped, { crs: 'EPSG:3005' })).layers[0]?.bounds)).toEqual([-125, 49, -122, 52]);

    const content = await geoPackageFile({ lakes: places });
    const define = `update gpkg_spatial_ref_sys set definition = '${local}' where srs_id =`;
    // Programs add such a definition to every file, used or not.
    expect(await read(await changedGeoPackage(content, `${define} -1`))).toMatchObject({ layers: [{ rows: 2 }] });
    const used = `${define} (select srs_id from gpkg_geometry_columns)`;
    expect(await refusal(await changedGeoPackage(content, used))).toEqual(said);
  });

  it('is read from KML and KMZ by folders, without what is elsewhere', async () => {
    const mark = (name: string, at: string): string =>
      `<Placemark><name>${name}</name><ExtendedData><Data name="use"><value>camp</value></Data></ExtendedData><Point><coordinates>${at}</coordinates></Point></Placemark>`;
    const link = '<NetworkLink><Link><href>http://127.0.0.1:9/x.kml</href></Link></NetworkLink>';
    const kml = (inner: string): string =>
      `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
    const text = kml(`${mark('Top', '-123,49')}<Folder><name>Camps</name>${mark('Old', '-122,50,12')}</Folder>${link}`);
    const answer = await read(text);
    expect(answer).toMatchObject({ format: 'KML', notes: ['geoFile.networkLinks'] });
    expect(answer.layers.map(({ name, rows }) => [name, rows])).toEqual([
      ['', 1],
      ['Camps', 1],
    ]);
    expect(answer.features[1]).toMatchObject({
      values: { name: 'Old', use: 'camp' },
      geometry: { coordinates: [-122, 50, 12] },
    });
    expect(await read(await zip({ 'doc.kml': text, 'files/icon.png': 'x' }))).toMatchObject({ format: 'KMZ' });
    expect(await refusal(kml(link))).toMatchObject({ message: 'geoFile.onlyNetworkLinks' });
    expect(await refusal(text.slice(0, -20))).toMatchObject({ message: 'geoFile.truncated' });
    expect(await refusal(text.replace('</Folder>', ''))).toMatchObject({ message: 'geoFile.notXml' });
    const entity = text
      .replace('?><kml', '?><!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml')
      .replace('Top', '&x;');
    expect(await refusal(entity)).toMatchObject({ message: 'geoFile.entities' });
  });

  it('is read from GPX by waypoints, tracks and routes', async () => {
    const track = [49, 49.1, 49.2].map(
      (lat) => `<trkpt lat="${lat}" lon="-123"><ele>10</ele><time>2024-05-01T10:00:00Z</time></trkpt>`,
    );
    const text = `<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="49" lon="-123"><name>Camp</name></wpt><trk><name>Trail</name><trkseg>${track.join('')}</trkseg></trk></gpx>`;
    const answer = await read(text);
    expect([answer.format, answer.layers.map(({ name, kinds }) => [name, kinds])]).toEqual([
      'GPX',
      [
        ['trk', { LineString: 1 }],
        ['wpt', { Point: 1 }],
      ],
    ]);
  });

  it('is converted when GeoJSON or the user names another system', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } };
    const text = JSON.stringify({ type: 'FeatureCollection', crs, features: [feature({}, point(-13692297, 6274861))] });
    expect(near((await read(text)).layers[0]?.bounds)[1]).toBeCloseTo(49, 2);
    const plain = collection([feature({}, point(-13692297, 6274861))]);
    expect((await read(plain)).refused[0]?.fault.message).toBe('errors.geometry.notDegrees');
    expect((await read(plain, { crs: 'EPSG:3857' })).refused).toEqual([]);
  });
});

describe('[SPAT-01] what is wrong with a file', () => {
  it('is reported for each row, and the others are read', async () => {
    const bow = polygon([-123, 49], [-122, 50], [-122, 49], [-123, 50], [-123, 49]);
    const rows = [
      ['errors.geometry.crossing', bow],
      ['errors.geometry.openRing', polygon([-123, 49], [-122, 49], [-122, 50], [-123, 50])],
      [
        'errors.geometry.dateLine',
        {
          type: 'LineString',
          coordinates: [
            [179, 60],
            [-179, 60],
          ],
        },
      ],
      ['geoFile.noGeometry', null],
      ['geoFile.noGeometry', { type: 'Polygon', coordinates: [] }],
      ['errors.geometry.swapped', point(49, -123)],
      ['errors.geometry.notGeoJson', { type: 'Circle', coordinates: [1, 2] }],
      [
        'errors.geometry.tooManyPoints',
        { type: 'LineString', coordinates: Array.from({ length: 1_000_000 }, (_, n) => [n / 1e5, 1]) },
      ],
    ] as const;
    const features = [...rows.map(([name, geometry]) => feature({ name }, geometry)), feature({ name: 'good' }, lake)];
    const answer = await read(collection(features));
    expect(answer.layers[0]).toMatchObject({ rows: rows.length + 1, refused: rows.length, kinds: { Polygon: 1 } });
    expect(answer.refused.map(({ n, fault }) => [n, fault.message])).toEqual(rows.map(([name], at) => [at + 1, name]));
    for (const { fault } of answer.refused) expect(Object.keys(messages)).toContain(fault.message);
    expect(answer.features).toMatchObject([{ n: rows.length + 1, values: { name: 'good' } }]);
  });

  it('is reported for the whole file, and leaves the server as it was', async () => {
    const json = collection(places);
    const bomb = await zip({ 'a.geojson': Buffer.alloc(20_000_000, ' ') });
    expect((await refusal(bomb)).message).toBe('geoFile.unpacksTooLarge');
    expect((await refusal((await zip({ 'a.geojson': json })).subarray(0, 200))).message).toBe('geoFile.damaged');
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
    expect(await readdir(join(world.dataDir, 'files', 'reading'))).toEqual([]);
  });

  it('reads no other file of the machine, for any name of a reference system', async () => {
    // The library converts the path to lower case, which the folder of a run need not be.
    const name = `/tmp/definitions-${process.pid}`;
    await writeFile(name, '<1> +proj=longlat +datum=WGS84 +no_defs <>');
    const named = `+init=${'../'.repeat(20)}${name.slice(1)}:1`;
    const base = 'GEOGCS["b",DATUM["d",SPHEROID["s",6378137,298.25]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174]]';
    const prj = `PROJCS["a",${base},PROJECTION["x"],UNIT["metre",1],EXTENSION["PROJ4","${named}"]]`;
    const parts = await shapefile(places, { crs: 'epsg:4326' });
    const found = refusal(await zip({ ...parts, 'places.prj': prj }));
    await Promise.allSettled([found]);
    await rm(name);
    expect(await found).toMatchObject({ path: '/crs' });
  });

  it('is the reader’s own upload or none at all', async () => {
    const upload = await uploadFile(world.url, token, collection(places));
    const stranger = await signIn(world.url, 'stranger');
    for (const [by, key] of [
      [stranger, upload],
      [token, randomUUID()],
      [token, '../../../etc/passwd'],
    ] as const) {
      const { b } = await ask(key, {}, by);
      expect(b).toMatchObject({ params: { errors: [{ path: '/upload', message: 'errors.file.unknown' }] } });
    }
  });
});

describe('[SPAT-01] a file that takes long to read', () => {
  it('holds no transaction, so that other people write and sign in meanwhile', async () => {
    const { geoFiles, database } = world.services;
    const upload = await uploadFile(world.url, token, collection(places));
    const { read: readFile } = geoFiles;
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const begun: string[] = [];
    const previews: Promise<Envelope>[] = [];
    try {
      Object.assign(geoFiles, {
        read: async (...asked: Parameters<typeof readFile>) => {
          begun.push(asked[0].path);
          await finished;
          return await readFile(...asked);
        },
      });
      // More than the number of connections that the pool has for transactions.
      previews.push(...Array.from({ length: 9 }, () => ask(upload)));
      await expect.poll(() => begun.length).toBe(previews.length);
      const idle = await database.query(
        `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      );
      expect(idle).toEqual([]);
      const stranger = await signIn(world.url, 'stranger');
      const answer = await fetch(`${world.url}/api/item`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stranger}` },
        body: JSON.stringify({ o: 'create/Book', b: { title: 'Written', shelf: world.ids['other'], state: 'DRAFT' } }),
      });
      expect(await answer.json()).toMatchObject({ b: { title: 'Written' } });
    } finally {
      finish();
      Object.assign(geoFiles, { read: readFile });
      await Promise.all(previews);
    }
    const answers = await Promise.all(previews);
    const outcomes = answers.map(({ b }) => (b as { userMessage?: string }).userMessage ?? 'read');
    // One person reads one file at a time, and few more of them wait for their turn.
    expect(outcomes.filter((outcome) => outcome === 'rateLimited').length).toBeGreaterThanOrEqual(5);
    expect(outcomes).toContain('read');
  });
});
