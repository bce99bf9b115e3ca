// Geographic files as a kind of the import of tables, over HTTP: the same check, refused rows, preview, run and undo.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { collection, feature, geoPackageFile, point, shapefile, zip } from 'tests/server/geoFiles/makeFiles.ts';

const KEEPER = 'administrator';

let world: ProductWorld;
let gathered: ItemId;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
  const [id] = await world.add([{ type: 'GISCollection', level: 'PROTECTED', mark: 'Weirs' }]);
  gathered = id ?? 'GISCollection-0';
});
afterAll(() => world.stop());

const collectionsNamed = async (name: string): Promise<readonly ItemId[]> => {
  const found = await world.ask(KEEPER, 'search/ids', { must: { _t: ['GISCollection'] }, max: 1_000 });
  const items = await Promise.all((okOf(found)['ids'] as readonly ItemId[]).map((id) => read(KEEPER, id)));
  return items.filter((item) => item['name'] === name).map(({ $id }) => String($id));
};
const bytesOf = (content: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(content);
const WEIRS = [
  feature({ name: 'Upper weir', depth: 3 }, point(-127.5, 52.1)),
  feature({ name: 'Nowhere', depth: 4 }, point(-127.5, 95)),
];
const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Upper weir</name><Point>
<coordinates>-127.5,52.1</coordinates></Point></Placemark></Document></kml>`;
const GPX = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="52.1" lon="-127.5"><name>Upper weir</name></wpt></gpx>`;

describe('[SPAT-01] [ARCH-02] geographic files in the import of tables', () => {
  const places = () => ({ kind: 'FEATURE', owner: world.own });

  it('reads each format as a table of its places', async () => {
    const files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
      GEOJSON: collection(WEIRS.slice(0, 1)),
      KML,
      GPX,
      KMZ: bytesOf(await zip({ 'doc.kml': KML })),
      SHAPEFILE: bytesOf(await zip(await shapefile(WEIRS.slice(0, 1), { crs: 'EPSG:4326' }))),
      GEOPACKAGE: bytesOf(await geoPackageFile({ weirs: WEIRS.slice(0, 1) })),
    };
    for (const [format, content] of Object.entries(files)) {
      const { outcome } = await imports.check(KEEPER, { name: 'weirs.dat', content }, places());
      expect([format, outcome.counts.created, outcome.preview[0]?.values]).toMatchObject([
        format,
        1,
        { name: 'Upper weir', geometry: { type: 'Point', coordinates: [-127.5, 52.1] } },
      ]);
    }
  });

  it('suggests the place and the title, and keeps other attributes under their names', async () => {
    const key = await imports.upload(KEEPER, { name: 'weirs.geojson', content: collection(WEIRS) });
    const sheet = await imports.readSheet(KEEPER, key, places());
    expect(sheet.mapping.map(({ name, to }) => [name, to])).toEqual([
      ['geometry', 'geometry'],
      ['name', 'name'],
      ['depth', '$rest'],
    ]);
  });

  it('refuses wrong places by row, imports the others into a collection, and takes them back', async () => {
    const table = { name: 'weirs.geojson', content: collection(WEIRS) };
    const { outcome } = await imports.import(KEEPER, table, { ...places(), more: { collection: gathered } });
    expect(outcome.counts).toMatchObject({ created: 1, refused: 1 });
    expect(outcome.refused).toMatchObject([{ row: 2, column: 0, message: expect.stringContaining('geo') }]);
    const id = outcome.import as ItemId;
    expect(await read(KEEPER, id)).toMatchObject({ kind: 'FEATURE', added: 1, refused: 1 });
    const { ids } = okOf(await world.ask(KEEPER, 'search/ids', { must: { _t: ['Feature'], collection: [gathered] } }));
    const [stored] = ids as readonly ItemId[];
    expect(await read(KEEPER, stored ?? 'Feature-0')).toMatchObject({
      ...{ name: 'Upper weir', collection: gathered, owner: world.own },
      properties: [{ name: 'depth', value: '3' }],
    });
    await imports.undo(KEEPER, id);
    const after = await world.ask(KEEPER, 'search/ids', { must: { _t: ['Feature'], collection: [gathered] } });
    expect(okOf(after)['ids']).toEqual([]);
  });

  it('creates the collection together with its places, which have its owner and level, and takes it back with them', async () => {
    const features = [feature({ name: 'Upper weir' }, point(-127.5, 52.1)), feature({ depth: 2 }, point(-127.6, 52.1))];
    const newCollection = { name: 'Weirs of 1984', level: 'PRIVATE' };
    const asked = { ...places(), more: { newCollection } };
    const content = collection(features);
    expect((await imports.check(KEEPER, { name: 'w.geojson', content }, asked)).outcome.counts).toMatchObject({
      created: 2,
    });
    expect(await collectionsNamed(newCollection.name)).toEqual([]);
    const { outcome } = await imports.import(KEEPER, { name: 'w.geojson', content }, asked);
    const [made = ''] = await collectionsNamed(newCollection.name);
    expect(await read(KEEPER, made)).toMatchObject({ name: 'Weirs of 1984', access: 'PRIVATE', owner: world.own });
    const found = await world.ask(KEEPER, 'search/ids', { must: { _t: ['Feature'], collection: [made] } });
    const members = await Promise.all((okOf(found)['ids'] as readonly ItemId[]).map((id) => read(KEEPER, id)));
    expect(members.map(({ name, access, owner }) => [name, access, owner])).toEqual(
      // A place without a name gets that of the collection and its row.
      expect.arrayContaining([
        ['Upper weir', 'PRIVATE', world.own],
        ['Weirs of 1984 2', 'PRIVATE', world.own],
      ]),
    );
    await imports.undo(KEEPER, outcome.import as ItemId);
    expect(await collectionsNamed(newCollection.name)).toEqual([]);
  });

  it('keeps a collection that holds other places after the undo, and says why', async () => {
    const content = collection([feature({ name: 'Fence' }, point(-127.5, 52.1))]);
    const asked = { ...places(), more: { newCollection: { name: 'Fences' } } };
    const { outcome } = await imports.import(KEEPER, { name: 'f.geojson', content }, asked);
    const [made = ''] = await collectionsNamed('Fences');
    const geometry = { type: 'Point', coordinates: [-127.5, 52.2] };
    okOf(await world.ask(KEEPER, 'create/Feature', { name: 'By hand', owner: world.own, collection: made, geometry }));
    const undone = await imports.undo(KEEPER, outcome.import as ItemId);
    expect(undone.outcome.kept).toMatchObject([{ id: made, message: 'import.inUse' }]);
    expect(await read(KEEPER, made)).toMatchObject({ name: 'Fences' });
  });

  it('reads the chosen layers only', async () => {
    const layers = { weirs: WEIRS.slice(0, 1), camps: [feature({ name: 'Camp' }, point(-127.4, 52.1))] };
    const content = bytesOf(await geoPackageFile(layers));
    const key = await imports.upload(KEEPER, { name: 'all.gpkg', content });
    expect(await imports.readSheet(KEEPER, key, places())).toMatchObject({ geographic: true, rows: 2 });
    const one = await imports.check(KEEPER, key, { ...places(), more: { layers: ['camps'], collection: gathered } });
    expect(one.outcome.preview.map(({ values }) => values['name'])).toEqual(['Camp']);
    expect(one.outcome.counts).toMatchObject({ created: 1, refused: 0 });
  });

  it('does not stop at names and values that no database keeps', async () => {
    const odd = { 'a\u0000b': 'nothing', 'c\ud800': 'kept', d: 'e\u0000' };
    const lone = { ...odd, name: 'Half a character: \udc00' };
    const content = collection([feature({ ...odd, name: 'Kept' }, point(-123, 49)), feature(lone, point(-123, 49))]);
    const asked = { ...places(), more: { collection: gathered } };
    const { outcome, task } = await imports.import(KEEPER, { name: 'odd.geojson', content }, asked);
    expect([task['state'], outcome.counts]).toMatchObject(['DONE', { created: 1, refused: 1 }]);
  });

  it('[PERM-01] refuses people who may not add to a collection, before anything is made', async () => {
    const content = collection([feature({ name: 'A' }, point(-123, 49))]);
    const key = await imports.upload('member', { name: 'a.geojson', content });
    const mapping = [
      { column: 0, to: 'geometry' },
      { column: 1, to: 'name' },
    ];
    const body = { upload: key, kind: 'FEATURE', columns: mapping, newCollection: { name: 'Mine' } };
    expect(await world.ask('member', 'act/runImport/async', body)).toHaveProperty('refused');
    const theirs = await world.ask(KEEPER, 'act/runImport/async', { ...body, owner: world.own });
    expect(theirs).toMatchObject({ refused: 'invalid' });
  });

  it('refuses a collection that the person may not see, and one of a type without collections', async () => {
    const table = { name: 'weirs.geojson', content: collection(WEIRS) };
    const key = await imports.upload(KEEPER, table);
    const hidden = await imports.request(KEEPER, key, { ...places(), more: { collection: 'GISCollection-9999' } });
    expect(await world.ask(KEEPER, 'act/runImport/async', hidden)).toMatchObject({ refused: 'notFound' });
    const wrong = { kind: 'ARC_CSV', owner: world.own, columns: [{ column: 1, to: 'title' }] };
    const other = await imports.request(KEEPER, key, { ...wrong, more: { collection: gathered } });
    expect(await world.ask(KEEPER, 'act/runImport/async', other)).toMatchObject({ refused: 'invalid' });
  });

  it('asks for the reference system of a shapefile that names none', async () => {
    const { 'places.prj': _, ...parts } = await shapefile(WEIRS.slice(0, 1), { crs: 'EPSG:4326' });
    const content = bytesOf(await zip(parts));
    const key = await imports.upload(KEEPER, { name: 'weirs.zip', content });
    const refused = await world.ask(KEEPER, 'act/readSheet', { upload: key, ...places() });
    expect(JSON.stringify(refused)).toContain('"/crs"');
    const sheet = okOf(await world.ask(KEEPER, 'act/readSheet', { upload: key, ...places(), crs: 'EPSG:4326' }));
    expect(sheet).toMatchObject({ format: 'SHAPEFILE', rows: 1 });
  });
});
