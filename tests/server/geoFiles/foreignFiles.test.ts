// Files written by other programs, read to the last row. Each place is where GDAL puts it, and every omission is counted. The coordinates,
// KML texts and blobs were made by GDAL 3.6 (`ogr2ogr -t_srs EPSG:…` of points in longitude and latitude; `-f LIBKML`; `-f GPKG`).

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { checkRows } from 'src/server/geoFiles/checkRows.ts';
import { GeoFileError, type GeoRow, type GeoSummary, type ReadOptions } from 'src/server/geoFiles/geoFile.ts';
import { readByContent } from 'src/server/geoFiles/readByContent.ts';
import {
  changedGeoPackage,
  collection,
  feature,
  geoPackageFile,
  point,
  polygon,
  polygonShapes,
  shapefile,
  withoutFetch,
  zip,
} from 'tests/server/geoFiles/makeFiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-geo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Read extends GeoSummary {
  readonly all: readonly GeoRow[];
}

const read = async (content: Buffer | string, options: ReadOptions = {}): Promise<Read> => {
  const path = join(folder, 'places.dat');
  await writeFile(path, content);
  const all: GeoRow[] = [];
  const file = await withoutFetch(() => readByContent(path, options));
  return { ...checkRows(file, (row) => all.push(row)), all };
};

const refusal = async (content: Buffer | string, options: ReadOptions = {}): Promise<unknown> => {
  try {
    await read(content, options);
    return 'read';
  } catch (error) {
    if (!(error instanceof GeoFileError)) throw error;
    expect(Object.keys(messages)).toContain(error.refusal.message);
    return error.refusal;
  }
};

const geometries = ({ all }: Read): readonly unknown[] => all.map(({ geometry }) => geometry);
const kindsOf = ({ all }: Read): readonly unknown[] =>
  all.map(({ geometry, fault }) => geometry?.type ?? fault?.message);

const inSystem = (name: string, features: readonly unknown[]): string =>
  JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name } }, features });
const AT_129 = feature({ name: 'A' }, { type: 'Point', coordinates: [500000, 5761038.212466577, 12.5] });

describe('[SPAT-01] the reference system of a file', () => {
  it.each([
    'EPSG:26909',
    'epsg:26909',
    'EPSG::26909',
    'urn:ogc:def:crs:EPSG::26909',
    'urn:ogc:def:crs:EPSG:6.18.3:26909',
    'urn:x-ogc:def:crs:EPSG:26909',
    'http://www.opengis.net/def/crs/EPSG/0/26909',
    'https://www.opengis.net/def/crs/EPSG/9.9.1/26909/',
    'http://www.opengis.net/gml/srs/epsg.xml#26909',
    'https://epsg.io/26909',
  ])('is understood as %s, with all its digits', async (name) => {
    const answer = await read(inSystem(name, [AT_129]));
    expect(geometries(answer)).toEqual([{ type: 'Point', coordinates: [-129, 52, 12.5] }]);
    expect(answer.crs).toBe('EPSG:26909');
  });

  it.each(['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326', 'http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'OGC:CRS84'])(
    'may be longitude and latitude: %s',
    async (name) => {
      expect(geometries(await read(inSystem(name, [feature({}, point(-129, 52))])))).toEqual([point(-129, 52)]);
    },
  );

  it('is asked for where its name says nothing, and the choice is then taken', async () => {
    const local = inSystem('Our own grid', [AT_129]);
    expect(await refusal(local)).toEqual({ path: '/crs', message: 'geoFile.noReferenceSystem' });
    expect(geometries(await read(local, { crs: 'EPSG:26909' }))).toHaveLength(1);
    expect(await refusal(inSystem('EPSG:99999', [AT_129]))).toEqual({ path: '/crs', message: 'geoFile.unknownCrs' });
  });

  it('is refused where its datum lies elsewhere and cannot be converted: NAD27 would be 95 m off', async () => {
    const other = (path: string, name: string) => ({ path, message: 'geoFile.otherDatum', params: { name } });
    expect(await refusal(inSystem('EPSG:26709', [AT_129]))).toEqual(other('/upload', 'EPSG:26709'));
    expect(await refusal(inSystem('urn:ogc:def:crs:OGC::CRS27', [AT_129]))).toEqual(other('/upload', 'EPSG:4267'));
    expect(await refusal(collection([AT_129]), { crs: 'EPSG:26709' })).toEqual(other('/crs', 'EPSG:26709'));

    const parts = await shapefile([feature({ name: 'A' }, point(-129, 52))], { crs: 'epsg:4326' });
    const inText = async (name: string, datum: string): Promise<unknown> =>
      refusal(
        await zip({
          ...parts,
          'places.prj': `GEOGCS["${name}",DATUM[${datum}],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`,
        }),
      );
    const clarke = 'SPHEROID["Clarke_1866",6378206.4,294.9786982]';
    expect(await inText('GCS_North_American_1927', `"D_North_American_1927",${clarke}`)).toEqual(
      other('/upload', 'GCS_North_American_1927'),
    );
    expect(
      await inText('GCS_European_1950', '"D_European_1950",SPHEROID["International_1924",6378388.0,297.0]'),
    ).toEqual(other('/upload', 'GCS_European_1950'));
    expect(await inText('GCS_GGRS_1987', '"D_GGRS_1987",SPHEROID["GRS_1980",6378137.0,298.257222101]')).toEqual(
      other('/upload', 'GCS_GGRS_1987'),
    );
    expect(await inText('GCS_NAD_1983_CSRS', '"D_NAD83_CSRS",SPHEROID["GRS_1980",6378137.0,298.257222101]')).toBe(
      'read',
    );

    const lakes = await geoPackageFile({ lakes: [feature({ name: 'A' }, point(-129, 52))] });
    const named = await changedGeoPackage(
      lakes,
      `update gpkg_spatial_ref_sys set organization = 'EPSG', organization_coordsys_id = 4267, srs_name = 'NAD27'
       where srs_id = (select srs_id from gpkg_geometry_columns)`,
    );
    expect(await refusal(named)).toEqual(other('/upload', 'EPSG:4267'));
  });

  it('is converted with a note where only the average of its datum is known', async () => {
    const answer = await read(inSystem('EPSG:27700', [feature({}, point(400097.646389362, 455996.503158357))]));
    expect(answer.notes).toEqual(['geoFile.averageShift']);
    const [{ coordinates }] = geometries(answer) as [{ coordinates: readonly number[] }];
    expect(coordinates[0]).toBeCloseTo(-2, 6);
    expect(coordinates[1]).toBeCloseTo(54, 6);
  });

  it('of a GeoPackage is named, and asked for where it is undefined', async () => {
    const content = await geoPackageFile({ lakes: [feature({ name: 'A' }, point(-129, 52))] });
    expect((await read(content)).crs).toMatch(/WGS ?84/iu);
    const isUndefined = await changedGeoPackage(content, 'update gpkg_geometry_columns set srs_id = 0');
    expect(await refusal(isUndefined)).toEqual({ path: '/crs', message: 'geoFile.noReferenceSystem' });
    expect(await read(isUndefined, { crs: 'EPSG:4326' })).toMatchObject({ crs: 'EPSG:4326', layers: [{ rows: 1 }] });
  });
});

describe('[SPAT-01] rows of a file', () => {
  it('may be of several kinds in another reference system', async () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [568649.7048958705, 5761510.316431475],
        [561509.1397710313, 5783664.892465951],
      ],
    };
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [637294.3658957717, 5762926.812790221],
          [644158.3598984416, 5763120.422114058],
          [643836.8113865724, 5774240.986270489],
          [637294.3658957717, 5762926.812790221],
        ],
      ],
    };
    const features = [AT_129, feature({}, line), feature({}, area), feature({ name: 'None' }, null)];
    const answer = await read(inSystem('urn:ogc:def:crs:EPSG::26909', features));
    expect(answer.layers).toMatchObject([{ rows: 4, refused: 1, kinds: { Point: 1, LineString: 1, Polygon: 1 } }]);
    expect(geometries(answer).slice(1, 3)).toEqual([
      {
        type: 'LineString',
        coordinates: [
          [-128, 52],
          [-128.1, 52.2],
        ],
      },
      polygon([-127, 52], [-126.9, 52], [-126.9, 52.1], [-127, 52]),
    ]);
  });

  it.each(['GeoJSON', 'KML', 'GPX'] as const)('are read from %s with a byte order mark', async (format) => {
    const texts = {
      GeoJSON: collection([feature({ name: 'Ḵ' }, point(-129, 52))]),
      KML: `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Ḵ</name><Point><coordinates>-129,52</coordinates></Point></Placemark></kml>`,
      GPX: `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="52" lon="-129"><name>Ḵ</name></wpt></gpx>`,
    };
    const answer = await read(Buffer.from(`\ufeff${texts[format]}`));
    expect(answer.all.map(({ geometry, properties }) => [geometry, properties['name']])).toEqual([
      [point(-129, 52), 'Ḵ'],
    ]);
  });

  it('combining several kinds become one for each kind; curves become lines; the rest is refused, never left out', async () => {
    const row = (name: string) => feature({ name }, point(-129, 52));
    const names = ['heights', 'mixed', 'curve', 'damaged', 'empty', 'partly'];
    const content = await geoPackageFile({ lakes: names.map(row) });
    const shapes = {
      heights:
        '47500001e610000000000000e9030000'.slice(0, 16) + '01e903000000000000002060c00000000000004a400000000000001c40',
      mixed:
        '47500001e6100000010700000002000000010100000000000000002060c00000000000004a40010300000001000000040000000000000000c05fc00000000000004a409a99999999b95fc00000000000004a409a99999999b95fc0cdcccccccc0c4a400000000000c05fc00000000000004a40',
      curve:
        '47500001e6100000010a0000000100000001080000000500000000000000000060c00000000000004a409a99999999f95fc0cdcccccccc0c4a403333333333f35fc00000000000004a409a99999999f95fc03333333333f3494000000000000060c00000000000004a40',
      damaged: '47500001e610000001e9030000000000',
      empty: '47500011e61000000103000000000000000',
      // A MULTICURVE of a line and an empty CURVE. No reader knows these bytes.
      partly:
        '47500001e6100000010b0000000200000001020000000200000000000000002060c00000000000004a4000000000000060c00000000000004a40010d00000000000000',
    };
    const sql = Object.entries(shapes).map(
      ([name, hex]) =>
        `update lakes set geometry = x'${hex.slice(0, hex.length - (hex.length % 2))}' where name = '${name}'`,
    );
    const answer = await read(await changedGeoPackage(content, sql.join(';')));
    expect(answer.all.map(({ properties }) => properties['name'])).toEqual([
      ...['heights', 'mixed', 'mixed', 'curve', 'damaged', 'empty', 'partly'],
    ]);
    expect(kindsOf(answer)).toEqual([
      ...['Point', 'Point', 'Polygon', 'Polygon', 'geoFile.unreadShape', 'geoFile.noGeometry', 'geoFile.unreadShape'],
    ]);
    expect(answer).toMatchObject({ notes: ['geoFile.splitRows'], layers: [{ rows: 7, refused: 3 }] });
    expect(geometries(answer)[0]).toEqual({ type: 'Point', coordinates: [-129, 52, 7] });
    const circle = (geometries(answer)[3] as { coordinates: readonly (readonly (readonly number[])[])[] })
      .coordinates[0];
    expect(circle?.length).toBeGreaterThan(80);
    for (const [x = 0, y = 0] of circle ?? []) expect(Math.hypot(x + 127.9, y - 52)).toBeCloseTo(0.1, 6);
  });

  it.each([true, false])('of a shapefile lose no ring, with a table of values: %s', async (withTable) => {
    const box = (x: number, y: number, size: number) =>
      [
        [x, y],
        [x, y + size],
        [x + size, y + size],
        [x + size, y],
        [x, y],
      ] as const;
    const bow = (x: number) =>
      [
        [x, 49],
        [x + 1, 50],
        [x + 1, 49],
        [x, 50],
        [x, 49],
      ] as const;
    const hole = box(-122.8, 49.2, 0.5).toReversed();
    const spike = [
      [-121, 49],
      [-120, 49],
      [-121, 49],
      [-121, 49],
    ] as const;
    const shapes = [
      ...[[box(-123, 49, 1)], [bow(-123)], [box(-123, 49, 1), bow(-120)], [box(-123, 49, 1), hole]],
      // A ring of the opposite direction that is inside no other one is an outline.
      ...[[box(-123, 49, 1).toReversed()], [box(-123, 49, 1), box(-120, 49, 1).toReversed()]],
      ...[[box(-123, 49, 1), spike], [spike]],
    ];
    const { 'places.prj': prj, 'places.dbf': dbf } = await shapefile(
      shapes.map((_, n) => feature({ n }, point(-129, 52))),
      { crs: 'epsg:4326' },
    );
    const parts = { 'places.shp': polygonShapes(shapes), 'places.prj': prj ?? '' };
    const answer = await read(await zip({ ...parts, ...(withTable && { 'places.dbf': dbf ?? '' }) }));
    expect(kindsOf(answer)).toEqual([
      ...['Polygon', 'errors.geometry.crossing', 'errors.geometry.crossing', 'Polygon'],
      ...['Polygon', 'MultiPolygon', 'Polygon', 'geoFile.noGeometry'],
    ]);
    const partsOf = (n: number): number =>
      (geometries(answer)[n] as { coordinates: readonly unknown[] }).coordinates.length;
    // The hole and the outlines.
    expect([3, 4, 5, 6].map(partsOf)).toEqual([2, 1, 2, 1]);
  });

  it('of a shapefile lose their heights only with a note', async () => {
    const parts = await shapefile([feature({ n: 1 }, polygon([-127, 52], [-126, 52], [-126, 53], [-127, 52]))], {
      crs: 'epsg:4326',
    });
    expect((await read(await zip(parts))).notes).toEqual([]);
    // PolygonZ: the kind is in the header and in the record, and the heights follow the points.
    const shp = Buffer.from(parts['places.shp'] as Uint8Array);
    const heights = Buffer.alloc(16 + 8 * 4);
    const withZ = Buffer.concat([shp, heights]);
    withZ.writeInt32BE(withZ.length / 2, 24);
    withZ.writeInt32LE(15, 32);
    withZ.writeInt32BE((withZ.length - 108) / 2, 104);
    withZ.writeInt32LE(15, 108);
    const { 'places.shx': _, ...others } = parts;
    const answer = await read(await zip({ ...others, 'places.shp': withZ }));
    expect(answer).toMatchObject({ notes: ['geoFile.noHeights'], layers: [{ rows: 1, refused: 0 }] });
  });

  it('of GPX keep the values that other programs add, also those that KML uses for drawing', async () => {
    const extensions = '<x:open>yes</x:open><x:visibility>7</x:visibility>';
    const answer = await read(
      `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="http://www.garmin.com/xmlschemas/GpxExtensions/v3"><wpt lat="52" lon="-129"><name>Camp</name><extensions>${extensions}</extensions></wpt></gpx>`,
    );
    expect(answer.all[0]?.properties).toMatchObject({ name: 'Camp', x_open: 'yes', x_visibility: '7' });
  });

  it('of GPX without two points are refused by name', async () => {
    const segment = (...points: readonly string[]) => `<trkseg>${points.join('')}</trkseg>`;
    const at = (lat: number) => `<trkpt lat="${lat}" lon="-129"><ele>7</ele></trkpt>`;
    const text = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="52" lon="-129"/><wpt lon="-129"><name>Nowhere</name></wpt>
      <rte><name>Stop</name><rtept lat="52" lon="-129"/></rte><trk><name>Short</name>${segment(at(52))}</trk><trk><name>Whole</name>${segment(at(52), at(53))}</trk></gpx>`;
    const answer = await read(text);
    expect(
      answer.all.map(({ geometry, fault, properties }) => [properties['name'], geometry?.type ?? fault?.message]),
    ).toEqual([
      ['Short', 'errors.geometry.shortLine'],
      ['Whole', 'LineString'],
      ['Stop', 'errors.geometry.shortLine'],
      [undefined, 'Point'],
      ['Nowhere', 'geoFile.noGeometry'],
    ]);
  });
});

const kml = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${inner}</Document></kml>`;

describe('[SPAT-01] KML', () => {
  it('of a KMZ is read with the documents that it links to in the same file', async () => {
    const linkTo = (href: string): string => `<NetworkLink><Link><href>${href}</href></Link></NetworkLink>`;
    const layer = kml(
      '<name>Trap lines</name><Placemark><name>A</name><Point><coordinates>-129,52</coordinates></Point></Placemark>',
    );
    const main = kml(linkTo('layers/trap.kml'));
    const answer = await read(await zip({ 'layers/trap.kml': layer, 'doc.kml': main }));
    expect(answer).toMatchObject({ format: 'KMZ', notes: [], layers: [{ name: 'Trap lines', rows: 1, refused: 0 }] });
    const remote = kml(linkTo('layers/trap.kml') + linkTo('http://127.0.0.1:9/x.kml') + linkTo('doc.kml'));
    expect(await read(await zip({ 'layers/trap.kml': layer, 'doc.kml': remote }))).toMatchObject({
      notes: ['geoFile.networkLinks'],
      layers: [{ rows: 1 }],
    });
    expect(await refusal(await zip({ 'doc.kml': main }))).toMatchObject({ message: 'geoFile.onlyNetworkLinks' });
  });

  it('keeps the columns of the file as they are written, and makes none of how a place is drawn', async () => {
    const answer = await read(
      kml(`<Style id="s"><IconStyle><Icon><href>x.png</href></Icon></IconStyle><PolyStyle><fill>0</fill></PolyStyle></Style>
        <Schema name="t" id="t"><SimpleField name="done" type="bool"/><SimpleField name="code" type="int"/></Schema>
        <Placemark><name>A</name><visibility>0</visibility><styleUrl>#s</styleUrl><TimeSpan><begin>2020-01-05</begin><end>2021</end></TimeSpan>
        <Style><LineStyle><color>ff0000ff</color></LineStyle></Style><ExtendedData><Data name="fill"><value>gravel</value></Data>
        <SchemaData schemaUrl="#t"><SimpleData name="done">0</SimpleData><SimpleData name="code">007</SimpleData></SchemaData></ExtendedData>
        <Point><coordinates>-129,52</coordinates></Point></Placemark>
        <GroundOverlay><name>Sheet</name><Icon><href>m.png</href></Icon><LatLonBox><north>53</north><south>52</south><east>-128</east><west>-129</west></LatLonBox></GroundOverlay>`),
    );
    expect(answer.all.map(({ properties }) => properties)).toEqual([
      { name: 'A', begin: '2020-01-05', end: '2021', fill: 'gravel', done: '0', code: '007' },
      { name: 'Sheet' },
    ]);
  });

  it('keeps tracks of two points as lines', async () => {
    const track =
      '<gx:Track><when>2020</when><when>2021</when><gx:coord>-129 52 7</gx:coord><gx:coord>-128 52 8</gx:coord></gx:Track>';
    const answer = await read(
      kml(`<Placemark>${track}</Placemark><Placemark><gx:MultiTrack>${track}${track}</gx:MultiTrack></Placemark>`),
    );
    expect(kindsOf(answer)).toEqual(['LineString', 'MultiLineString']);
  });

  it('takes time proportional to its length, for any content', async () => {
    const size = 30_000_000;
    const filled = (part: string): string => part.repeat(Math.floor(size / part.length));
    // A search that starts again at every character would take hours on these.
    for (const text of [
      `<kml>${filled('<!--')}</kml>`,
      `<kml>${filled('<![CDATA[')}</kml>`,
      `${filled('<!---->')}<nothing></nothing>`,
      `<kml>${filled('</kml><!--')}`,
    ])
      expect(await refusal(text)).toMatchObject({ path: '/upload' });
  });
});

it('[SPAT-01] a zip of another method is not called damaged', async () => {
  const content = await zip({ 'a.geojson': collection([feature({}, point(-129, 52))]) });
  // The method is in the file header and in the table of contents.
  content.writeUInt16LE(12, 8);
  content.writeUInt16LE(12, content.indexOf('PK\u0001\u0002', 'latin1') + 10);
  expect(await refusal(content)).toMatchObject({ message: 'geoFile.packedOtherwise' });
});
