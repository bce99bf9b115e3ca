// Files that are made to do harm, as uploads for an import: they are refused with a reason, and the server answers other people meanwhile.

import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importsOf } from 'tests/product/importWorld.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { changedGeoPackage, feature, geoPackageFile, point, zip } from 'tests/server/geoFiles/makeFiles.ts';

const KEEPER = 'administrator';
const MEBIBYTE = 1_048_576;
/** Other people wait less than this time, also on a busy machine. */
const OTHERS_MS = 10_000;

let world: ProductWorld;
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
const workbook = (names: readonly string[]): string =>
  `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names
    .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`)
    .join('')}</sheets></workbook>`;
const RELATIONS =
  '<Relationships><Relationship Id="r1" Type="worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="sharedStrings" Target="sharedStrings.xml"/></Relationships>';
const ROWS =
  '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row></sheetData></worksheet>';

const xlsx = (parts: Readonly<Record<string, string>>): Promise<Buffer<ArrayBuffer>> =>
  zip({
    '[Content_Types].xml': CONTENT_TYPES,
    'xl/workbook.xml': workbook(['One']),
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/sheet1.xml': ROWS,
    ...parts,
  });

interface CentralEntry {
  readonly name: string;
  readonly packed: Buffer;
  /** Unpacked size that the directory claims. */
  readonly claims: number;
}

const LOCAL = { signature: 0x04034b50, bytes: 30, at: 4 } as const;
const CENTRAL = { signature: 0x02014b50, bytes: 46, at: 6 } as const;
const END = { signature: 0x06054b50, bytes: 22 } as const;
const DEFLATED = 8;

/** Returns the header of a part and its name. Both kinds of headers have the same fields, at different positions. */
const partHeader = (
  { name, packed, claims }: CentralEntry,
  { signature, bytes, at }: typeof LOCAL | typeof CENTRAL,
) => {
  const header = Buffer.alloc(bytes);
  header.writeUInt32LE(signature, 0);
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(DEFLATED, at + 4);
  header.writeUInt32LE(packed.length, at + 14);
  header.writeUInt32LE(claims, at + 18);
  header.writeUInt16LE(name.length, at + 22);
  return Buffer.concat([header, Buffer.from(name)]);
};

/** Returns a zip whose directory claims any size. */
const forgedZip = (entries: readonly CentralEntry[]): Buffer<ArrayBuffer> => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const central = partHeader(entry, CENTRAL);
    central.writeUInt32LE(offset, 42);
    directory.push(central);
    const local = Buffer.concat([partHeader(entry, LOCAL), entry.packed]);
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(END.bytes);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
};

const packed = (text: string): Buffer => deflateRawSync(Buffer.from(text));
/** 300 MB of one character in about 300 kB. */
const expanding = (before = ''): Buffer =>
  deflateRawSync(Buffer.concat([Buffer.from(before), Buffer.alloc(300 * MEBIBYTE - before.length, 0x61)]));
const kml = (more: string): string => `${more}<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>`;
const LAUGHS = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]>`;

type HostileFiles = Readonly<Record<string, readonly [content: Buffer<ArrayBuffer>, refusal: string]>>;

const hostileWorkbooks = async (): Promise<HostileFiles> => ({
  'shared texts that expand': [
    forgedZip([
      { name: '[Content_Types].xml', packed: packed(CONTENT_TYPES), claims: CONTENT_TYPES.length },
      { name: 'xl/workbook.xml', packed: packed(workbook(['One'])), claims: workbook(['One']).length },
      { name: 'xl/_rels/workbook.xml.rels', packed: packed(RELATIONS), claims: RELATIONS.length },
      { name: 'xl/worksheets/sheet1.xml', packed: packed(ROWS), claims: ROWS.length },
      { name: 'xl/sharedStrings.xml', packed: expanding('<sst><si><t>'), claims: 300 * MEBIBYTE },
    ]),
    'sheet.damaged',
  ],
  'a part that claims to be small': [
    forgedZip([
      { name: 'xl/workbook.xml', packed: expanding(), claims: 100 },
      { name: 'xl/_rels/workbook.xml.rels', packed: packed(RELATIONS), claims: RELATIONS.length },
    ]),
    'sheet.nothingInZip',
  ],
  'a part that claims four gigabytes': [
    forgedZip([{ name: 'xl/workbook.xml', packed: packed('<a/>'), claims: 4_294_967_290 }]),
    'sheet.nothingInZip',
  ],
  'entities that expand': [
    await xlsx({ 'xl/sharedStrings.xml': `${LAUGHS}<sst><si><t>Title</t></si><si><t>&a11;</t></si></sst>` }),
    'sheet.entities',
  ],
  'an entity that names a file': [
    await xlsx({
      'xl/sharedStrings.xml': `<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><sst><si><t>&f;</t></si></sst>`,
    }),
    'sheet.entities',
  ],
});

const hostilePlaces = async (): Promise<HostileFiles> => {
  const places = await geoPackageFile({ camps: [feature({ name: 'Camp' }, point(-127, 52))] });
  const endless = `with recursive n(x) as (select 1 union all select x + 1 from n) select`;
  return {
    'a zip with parts outside of it': [
      forgedZip([
        { name: '../../../../tmp/places.shp', packed: packed('x'), claims: 1 },
        { name: '/etc/places.dbf', packed: packed('x'), claims: 1 },
      ]),
      'sheet.damaged',
    ],
    'a KMZ that expands': [
      forgedZip([{ name: 'doc.kml', packed: expanding(), claims: 300 * MEBIBYTE }]),
      'geoFile.unpacksTooLarge',
    ],
    'a KML with entities': [Buffer.from(kml(LAUGHS)), 'sheet.onlyCaptions'],
    'a GeoPackage whose directory never ends': [
      await changedGeoPackage(
        places,
        `drop table gpkg_contents; create view gpkg_contents as ${endless} 'camps' as table_name, 'features' as data_type from n`,
      ),
      'sheet.damaged',
    ],
    'a broken database': [Buffer.concat([places.subarray(0, 4_096), Buffer.alloc(64_000, 0xff)]), 'sheet.damaged'],
  };
};

/** Asks for the table of the file while another person reads records. Returns the answer and the longest of these reads in milliseconds. */
const readBeside = async (kind: string, content: Buffer<ArrayBuffer>, name: string) => {
  const key = await imports.upload(KEEPER, { name, content });
  let isOver = false;
  let longest = 0;
  const reading = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await world.ask('member', `read/${world.own}`);
      longest = Math.max(longest, performance.now() - asked);
    }
  })();
  const answer = await world.ask(KEEPER, 'act/readSheet', { upload: key, kind, owner: world.own });
  isOver = true;
  await reading;
  return { answer, longest };
};

const expectRefusals = async (kind: string, files: HostileFiles, name: string): Promise<void> => {
  for (const [what, [content, message]] of Object.entries(files)) {
    const { answer, longest } = await readBeside(kind, content, name);
    expect([what, answer]).toMatchObject([what, { refused: 'invalid', params: { errors: [{ message }] } }]);
    expect([what, longest < OTHERS_MS]).toEqual([what, true]);
  }
};

it('[ARCH-02] workbooks that expand, claim wrong sizes or name other files are refused, and others are served meanwhile', async () => {
  await expectRefusals('ARC_CSV', await hostileWorkbooks(), 'register.xlsx');
});

it('[SPAT-01] geographic files that expand, never end or leave their folder are refused, and others are served meanwhile', async () => {
  await expectRefusals('FEATURE', await hostilePlaces(), 'places.zip');
});
