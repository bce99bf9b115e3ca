// Exports in Dublin Core of every type that has a mapping, read back as XML and compared with the records.

import { DOMParser, onWarningStopParsing, type Element } from '@xmldom/xmldom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const ELEMENTS = 'http://purl.org/dc/elements/1.1/';
/** The fifteen elements of simple Dublin Core. */
const NAMES = [
  ...['title', 'creator', 'subject', 'description', 'publisher', 'contributor', 'date', 'type'],
  ...['format', 'identifier', 'source', 'language', 'relation', 'coverage', 'rights'],
];

let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const stored = async (
  type: string,
  more: Readonly<Record<string, Json>>,
  level: Level = 'COMMUNITY',
): Promise<ItemId> => (await world.add([{ type, level, mark: JSON.stringify(more), more }]))[0] ?? '';

type Record15 = Readonly<Record<string, readonly string[]>>;

/** Returns the texts of each element of a description. An element outside Dublin Core gets the name of its namespace. */
const elementsOf = (description: Element): Record15 => {
  const children = Array.from(description.childNodes).filter((node): node is Element => node.nodeType === 1);
  const name = ({ namespaceURI, localName }: Element): string =>
    namespaceURI === ELEMENTS && localName !== null ? localName : `${namespaceURI} ${localName}`;
  const texts = (key: string) =>
    children.filter((child) => name(child) === key).map((child) => child.textContent ?? '');
  return Object.fromEntries(children.map(name).map((key) => [key, texts(key)]));
};

const described = async (actor: string, id: ItemId): Promise<Record15> => {
  const text = await world.exported(actor, { format: 'dublinCore', ids: [id] });
  const file = new DOMParser({ onError: onWarningStopParsing }).parseFromString(text, 'application/xml');
  const [description, ...others] = Array.from(file.getElementsByTagName('rdf:Description'));
  expect(others).toEqual([]);
  if (!description) throw new Error('no description');
  expect(description.getAttribute('rdf:about')).toMatch(new RegExp(`/i-${id}$`, 'u'));
  return elementsOf(description);
};

it('[BEL-01] [EXCHANGE] a belonging is described in Dublin Core by its maker, materials, numbers, holder and place', async () => {
  const museum = await world.newItem({
    ...{ type: 'Organization', level: 'PUBLIC', mark: 'museum' },
    more: { displayName: 'Museum of the Far Shore', type: 'MUSEUM' },
  });
  const collections = [
    await stored('Collection', { title: 'Baskets' }),
    await stored('Collection', { title: 'Kept apart' }, 'PRIVATE'),
  ];
  const relevantArchives = [await stored('ArchiveEntry', { title: 'Card of the basket' })];
  const relatedBelongings = [await stored('Belonging', { title: 'Lid of the basket' })];
  const topics = [await stored('ResearchTopic', { title: 'Weaving' })];
  const spatialFeatures = [await stored('SpatialFeature', { label: 'Ferry landing' })];
  const basket = await stored('Belonging', {
    ...{
      title: 'Basket',
      institutionTitle: 'Basket & lid <blue>',
      maker: 'Ama Reed',
      description: 'One line.\nAnother.',
    },
    ...{ indigenousNames: [{ language: '$other:Tamber', name: 'Mẽ̱lavo' }], types: ['BASKET'] },
    ...{ made: '1911~', materials: ['$other:Cedar bark', '$other:Blue wool'], dimensions: '30 × 20 cm' },
    ...{ institution: museum, institutionNumber: '007', institutionNumbers: ['K.7', '1E5'] },
    ...{ placeMade: 'At the ferry', notes: 'Not for a catalogue.' },
    ...{ collections, relevantArchives, relatedBelongings, topics, spatialFeatures },
  });
  const found = await described('member', basket);
  expect(found).toMatchObject({
    title: ['Basket', 'Mẽ̱lavo', 'Basket & lid <blue>'],
    creator: ['Ama Reed'],
    subject: ['Weaving'],
    date: ['1911~'],
    format: ['Cedar bark', 'Blue wool', '30 × 20 cm'],
    identifier: ['007', 'K.7', '1E5', expect.stringMatching(/^http.*\/i-Belonging-\d+$/u)],
    source: ['Museum of the Far Shore'],
    relation: ['Baskets', 'Lid of the basket', 'Card of the basket'],
    coverage: ['At the ferry', 'Ferry landing'],
  });
  expect(JSON.stringify(found)).not.toContain('Not for a catalogue');
  expect((await described('private reader', basket))['relation']).toContain('Kept apart');
});

it('[EXCHANGE] a date of which no year is known is left out of Dublin Core', async () => {
  const undated = await stored('Belonging', { title: 'Undated basket', made: 'XXXX (torn label)' });
  const dated = await stored('Belonging', { title: 'Dated basket', made: '1911' });
  expect(await described('member', undated)).not.toHaveProperty('date');
  expect(await described('member', dated)).toMatchObject({ date: ['1911'] });
});

const mapped = Object.values(registry.types).filter(({ exports }) => exports?.includes('dublinCore'));

it('[EXCHANGE] archives, belongings, collections, sources and research records have a mapping to Dublin Core', () => {
  const records = ['ArchiveEntry', 'Belonging', 'Collection', 'ResearchActivity', 'ResearchData', 'ResearchProject'];
  expect(mapped.map(({ name }) => name).toSorted()).toEqual([...records, 'Source']);
});

it.each(mapped.map(({ name }) => name))(
  '[EXCHANGE] %s is described by elements of Dublin Core only, first by its title',
  async (type) => {
    const [id = ''] = await world.add([{ type, level: 'COMMUNITY', mark: `described ${type}` }]);
    const found = await described('administrator', id);
    expect(Object.keys(found).filter((name) => !NAMES.includes(name))).toEqual([]);
    const answer = await world.ask('administrator', `read/${id}`);
    const { title, label } = ('ok' in answer ? answer.ok : {}) as Record<string, Json>;
    expect(found['title']?.[0]).toBe(title ?? label);
    expect(found['identifier']?.at(-1)).toMatch(new RegExp(`/i-${id}$`, 'u'));
    expect(Object.values(found).flat()).not.toContain('');
  },
);
