// Exports in formats that have fields of their own, from the product's types: address books, dictionaries, catalogues, finding aids and
// geographic databases, each read back by a library that did not write it, for people with different rights.

import { DOMParser, onWarningStopParsing, type Document, type Element } from '@xmldom/xmldom';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
const ids: Record<string, ItemId> = {};

const add = async (name: string, type: string, more: Readonly<Record<string, Json>>, level: Level = 'COMMUNITY') => {
  ids[name] = (await world.add([{ type, level, mark: name, more }]))[0] ?? '';
};
const idOf = (name: string): ItemId => ids[name] ?? '';

const WORD = 'q̓ʷa ᐊᒥᐢᑿ';
const NOTE = 'First line; with, marks \\ and\nsecond line '.padEnd(300, 'é');
const HARMFUL = 'Nets & <traps> "old"\u0007';

beforeAll(async () => {
  world = await openProductWorld();
  ids['office'] = await world.newItem({
    ...{ type: 'Organization', level: 'PUBLIC', mark: 'office' },
    more: {
      displayName: 'Birch Office',
      type: 'GOVERNMENT',
      address: { line1: '5 Water St, West', city: 'Fernbank', postalCode: 'V0V 0V0' },
      website: 'https://example.org/a,b',
    },
  });
  await add('person', 'Contact', {
    firstName: 'Uma',
    middleName: 'Q.',
    lastName: 'Lark; Dale',
    _related: world.own,
    email: 'uma@example.org',
    mobilePhone: '604 555-0134',
    officePhone: '604 555-0135 ext 12',
    addresses: [{ kind: 'HOME', address: { line1: '1 Main, North', line2: 'Unit; 4', city: 'Fernbank' } }],
    notes: NOTE,
  });
  await add('related', 'Lexeme', { label: 'other', language: '$other:Hul Q', translation: { en: 'other word' } });
  await add('word', 'Lexeme', {
    label: WORD,
    language: 'SECOND_LANGUAGE',
    translation: { en: 'beaver', fr: 'castor' },
    phonetic: 'qʷa',
    alternateSpelling: ['qwa', 'qua'],
    partOfSpeech: 'NOUN',
    categories: ['ANIMALS'],
    relatedEntries: [idOf('related')],
    example: `${WORD} t'ə`,
    exampleTranslation: { en: 'a beaver swims' },
    notes: 'Said in the north.',
    acknowledgement: 'Shared by the elders.',
  });
  await add('boxes', 'Collection', { title: 'Boxes' });
  await add('hidden', 'Collection', { title: 'Hidden boxes' }, 'PRIVATE');
  const inBoxes = { collections: [idOf('hidden'), idOf('boxes')] };
  await add('net', 'ArchiveEntry', {
    ...inBoxes,
    title: HARMFUL,
    creator: 'Ola Reed',
    keywords: ['nets', 'fish'],
    callNumber: '007',
    date: '1987-05/1989~ (on the back)',
    yearPublished: '1990',
    description: 'One paragraph.\n\nAnother.',
    webLinks: ['https://example.org/x?a=1&b=2'],
    notes: 'Kept out of sight',
  });
  await add('loose', 'ArchiveEntry', { title: 'Loose sheet' });
  await add('locked', 'ArchiveEntry', { title: 'Locked letter', ...inBoxes }, 'PRIVATE');
  await add('camp', 'SpatialFeature', { label: 'Camp', geometry: { type: 'Point', coordinates: [-120.5, 50.25] } });
});
afterAll(() => world.stop());

const post = async (actor: string, request: ExportRequest): Promise<Response> =>
  await fetch(`${world.url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.tokenOf(actor)}` },
    body: JSON.stringify(request),
  });
const of = (type: string, format: ExportRequest['format']): ExportRequest => ({
  format,
  query: { must: { _t: [type] } },
});

const fileOf = async (actor: string, request: ExportRequest): Promise<Buffer> => {
  const answer = await post(actor, request);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${answer.status} ${bytes.toString()}`);
  return bytes;
};

const xmlIn = (bytes: Buffer): Document =>
  new DOMParser({ onError: onWarningStopParsing }).parseFromString(bytes.toString(), 'application/xml');
const elementsIn = (parent: Document | Element | undefined, name: string): readonly Element[] =>
  Array.from(parent?.getElementsByTagName(name) ?? []);
const textsIn = (parent: Document | Element | undefined, name: string): readonly string[] =>
  elementsIn(parent, name).map((each) => each.textContent ?? '');

/** Rows of a GeoPackage, read as an uploaded file is. */
const placesIn = async (bytes: Buffer): Promise<readonly GeoRow[]> => {
  const path = join(world.dataDir, 'exported.gpkg');
  await writeFile(path, bytes);
  return await world.services.geoFiles.read(
    { path, person: world.idOf('creator'), deadlineMs: 30_000 },
    async ({ rows }) => {
      const all: GeoRow[] = [];
      for await (const row of rows()) all.push(row);
      return all;
    },
  );
};

/** Lines of a card, unfolded by the rule of RFC 6350 and split at the first colon. */
const cardsIn = (bytes: Buffer): readonly (readonly (readonly [string, string])[])[] => {
  const text = bytes.toString();
  const tooLong = text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75);
  expect(tooLong).toEqual([]);
  const cards = text.replaceAll('\r\n ', '').split('END:VCARD\r\n').slice(0, -1);
  return cards.map((card) =>
    card
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
};

it.each([
  ['Contact', 'vcard', 'text/vcard; charset=utf-8', 'Contacts.vcf'],
  ['Lexeme', 'lift', 'application/xml; charset=utf-8', 'Words%20and%20phrases.lift'],
  ['ArchiveEntry', 'dublinCore', 'application/rdf+xml; charset=utf-8', 'Archive%20entries.rdf'],
  ['ArchiveEntry', 'ead', 'application/xml; charset=utf-8', 'Archive%20entries.ead.xml'],
  ['SpatialFeature', 'gpkg', 'application/geopackage+sqlite3', 'Places.gpkg'],
] as const)(
  '[EXCHANGE] a file of %s as %s has the media type and the name of its format',
  async (type, format, media, name) => {
    const answer = await post('creator', of(type, format));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(media);
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; .*UTF-8''${name}$`, 'u'));
    await answer.arrayBuffer();
  },
);

it('[EXCHANGE] a contact is a card with escaped texts, and an organisation is one with its address', async () => {
  const [card = []] = cardsIn(await fileOf('administrator', { format: 'vcard', ids: [idOf('person')] }));
  expect(card).toEqual(
    expect.arrayContaining([
      ...[
        ['BEGIN', 'VCARD'],
        ['VERSION', '4.0'],
        ['KIND', 'individual'],
        ['FN', 'Uma Lark; Dale'],
      ],
      ...[
        ['N', 'Lark\\; Dale;Uma;Q.;;'],
        ['EMAIL', 'uma@example.org'],
        ['TEL;TYPE=cell', '604 555-0134'],
      ],
      ...[
        ['TEL;TYPE=work', '604 555-0135 ext 12'],
        ['ADR', ';Unit\\; 4;1 Main\\, North;Fernbank;;;'],
      ],
      ['NOTE', NOTE.replaceAll('\\', '\\\\').replaceAll(',', '\\,').replaceAll('\n', '\\n')],
      ['REV', expect.stringMatching(/^\d{8}T\d{6}Z$/u)],
    ]),
  );
  const [office = []] = cardsIn(await fileOf('administrator', { format: 'vcard', ids: [idOf('office')] }));
  expect(office).toEqual(
    expect.arrayContaining([
      ...[
        ['KIND', 'org'],
        ['FN', 'Birch Office'],
        ['URL', 'https://example.org/a%2Cb'],
      ],
      ['ADR', ';;5 Water St\\, West;Fernbank;;V0V 0V0;'],
    ]),
  );
});

it('[EXCHANGE] [PERM-01] a card has no notes for people who may not read them', async () => {
  const names = async (actor: string): Promise<readonly string[]> =>
    (cardsIn(await fileOf(actor, { format: 'vcard', ids: [idOf('person')] }))[0] ?? []).map(([name]) => name);
  expect(await names('private reader')).toContain('NOTE');
  expect(await names('member')).not.toContain('NOTE');
});

it('[EXCHANGE] a word is an entry of a dictionary with its languages, meaning, example and relations', async () => {
  const lift = xmlIn(await fileOf('creator', of('Lexeme', 'lift')));
  expect(lift.documentElement?.getAttribute('version')).toBe('0.13');
  const entry = elementsIn(lift, 'entry').find((each) => each.getAttribute('id') === idOf('word'));
  expect(textsIn(entry, 'lexical-unit')).toEqual([WORD]);
  const languages = elementsIn(entry, 'form').map((form) => form.getAttribute('lang'));
  expect(new Set(languages)).toEqual(new Set(['qaa-x-second-language', 'qaa-fonipa-x-second-language', 'en']));
  expect(textsIn(entry, 'variant')).toEqual(['qwa', 'qua']);
  expect(elementsIn(entry, 'gloss').map((gloss) => [gloss.getAttribute('lang'), gloss.textContent])).toEqual([
    ['en', 'beaver'],
    ['fr', 'castor'],
  ]);
  expect(textsIn(entry, 'translation')).toEqual(['a beaver swims']);
  expect(elementsIn(entry, 'relation').map((each) => each.getAttribute('ref'))).toEqual([idOf('related')]);
  expect(elementsIn(entry, 'note').map((note) => note.getAttribute('type'))).toEqual([null, 'source']);
  const [other] = elementsIn(lift, 'entry').filter((each) => each.getAttribute('id') === idOf('related'));
  expect(elementsIn(other, 'lexical-unit')[0]?.getElementsByTagName('form')[0]?.getAttribute('lang')).toBe(
    'qaa-x-hul-q',
  );
});

it('[EXCHANGE] [PERM-01] an archive entry is a description in Dublin Core of what its reader may see', async () => {
  const described = async (actor: string) => {
    const rdf = xmlIn(await fileOf(actor, of('ArchiveEntry', 'dublinCore')));
    return elementsIn(rdf, 'rdf:Description').find((each) =>
      each.getAttribute('rdf:about')?.endsWith(`/i-${idOf('net')}`),
    );
  };
  const net = await described('member');
  expect(textsIn(net, 'dc:title')[0]).toBe(HARMFUL.replace('\u0007', ''));
  expect(textsIn(net, 'dc:creator')).toEqual(['Ola Reed']);
  expect(textsIn(net, 'dc:date')).toEqual(['1987-05/1989~', '1990']);
  expect(textsIn(net, 'dc:identifier')[0]).toBe('007');
  expect(textsIn(net, 'dc:relation')).toEqual(['Boxes', 'https://example.org/x?a=1&b=2']);
  expect(
    textsIn(await described('private reader'), 'dc:relation')
      .slice(0, 2)
      .toSorted(),
  ).toEqual(['Boxes', 'Hidden boxes']);
});

it('[EXCHANGE] [PERM-01] a finding aid groups the entries by the collections that its reader may see', async () => {
  const series = async (actor: string) => {
    const ead = xmlIn(await fileOf(actor, of('ArchiveEntry', 'ead')));
    return elementsIn(ead, 'c')
      .filter((each) => each.getAttribute('level') === 'series')
      .map((each) => [textsIn(each, 'unittitle')[0], elementsIn(each, 'c').map((item) => item.getAttribute('id'))]);
  };
  expect(await series('member')).toEqual([['Boxes', [idOf('net')]]]);
  expect(await series('private reader')).toEqual([['Hidden boxes', [idOf('locked'), idOf('net')]]]);
  const ead = xmlIn(await fileOf('member', { format: 'ead', ids: [idOf('net'), idOf('loose')] }));
  expect(textsIn(ead, 'unitdate').slice(-2)).toEqual(['May 1987 to about 1989 (on the back)', '1990']);
  expect(textsIn(ead, 'scopecontent').at(-1)).toBe('One paragraph.Another.');
});

it('[EXCHANGE] [SPAT-01] a GeoPackage has the places with typed columns', async () => {
  const request = { ...of('SpatialFeature', 'gpkg'), forEditing: false };
  const [feature, ...others] = await placesIn(await fileOf('creator', request));
  expect(others).toEqual([]);
  expect(feature).toMatchObject({
    geometry: { type: 'Point', coordinates: [-120.5, 50.25] },
    properties: { Name: 'Camp', 'Area (ha)': expect.any(Number) },
  });
  expect(Object.keys(feature?.properties ?? {})).not.toContain('$id');
  expect(await readdir(join(world.dataDir, 'files', 'scratch'))).toEqual([]);
});

it('[EXCHANGE] every format writes a whole file when nothing is found, and types without a mapping are refused', async () => {
  const none = { must: { $id: ['Nothing-1'] } };
  for (const [type, format, root] of [
    ['Lexeme', 'lift', 'lift'],
    ['ArchiveEntry', 'dublinCore', 'rdf:RDF'],
    ['ArchiveEntry', 'ead', 'ead'],
  ] as const) {
    const file = xmlIn(await fileOf('creator', { format, query: { must: { ...none.must, _t: [type] } } }));
    expect(file.documentElement?.nodeName).toBe(root);
  }
  const vcard = await fileOf('creator', { format: 'vcard', query: { must: { ...none.must, _t: ['Contact'] } } });
  expect(vcard.length).toBe(0);
  const query = { must: { ...none.must, _t: ['SpatialFeature'] } };
  expect((await fileOf('creator', { format: 'gpkg', query })).subarray(0, 15).toString()).toBe('SQLite format 3');
  for (const format of ['vcard', 'lift', 'ead'] as const)
    expect((await post('creator', of('SpatialFeature', format))).status).toBe(422);
});
