// Random bodies of items of the product's own types, with relations between them, levels of every strictness, restricted parts, dates of
// every kind, geometries, and words that occur often and rarely.

import type { SeededRandom } from 'src/base/seededRandom.ts';
import type { Json } from 'src/model/item/Item.ts';

export type RandomBody = Readonly<Record<string, Json>>;

/** Ids that a new item may name, by type. */
export type IdPool = (type: string) => readonly string[];

interface Source {
  readonly random: SeededRandom;
  readonly pool: IdPool;
}

const WORDS = 'river cedar lantern otter Tłı̨chǫ ᐃᓄᒃᑎᑐᑦ stone weir canoe basket 1910 SENĆOŦEN'.split(' ');
const LEVEL_NAMES = ['PUBLIC', 'COMMUNITY', 'COMMUNITY', 'PROTECTED', 'PRIVATE'];
const APPROXIMATE = [
  '1850',
  '1910~',
  '191X',
  '1910/1915',
  '../1888',
  '1987/..',
  '1987-05',
  '1987-05-03',
  'XXXX',
  '2004?',
];
const HOURS = ['00:15', '08:00', '13:30', '23:45'];
const DAY = 86_400_000;
const MAX_DAYS = 220;

const words = ({ random }: Source, most: number): string =>
  Array.from({ length: random.whole(1, most) }, () => random.pick(WORDS)).join(random.pick([' ', '-', ', ']));

const day = ({ random }: Source): string =>
  new Date(Date.now() + random.whole(-MAX_DAYS, MAX_DAYS) * DAY).toISOString().slice(0, 10);

const one = ({ random, pool }: Source, type: string): string | null => {
  const ids = pool(type);
  return ids.length === 0 ? null : random.pick(ids);
};

const several = ({ random, pool }: Source, type: string, most = 3): Json =>
  random.some(pool(type), random.whole(0, most));

/** Points on whole degrees and rectangles, so that the comparison of boxes is exact and edges are met. */
const geometry = ({ random }: Source): Json => {
  const [west, south] = [random.whole(-130, -60), random.whole(40, 70)];
  if (random.chance(0.6)) return { type: 'Point', coordinates: [west, south] };
  const [east, north] = [west + random.whole(1, 15), south + random.whole(1, 8)];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
};

const name = (source: Source, text: string): Json => [{ language: source.random.pick(['CREE', 'DENE']), name: text }];

const BODIES: Readonly<Record<string, (source: Source) => Record<string, Json>>> = {
  ResearchTopic: (source) => ({
    title: words(source, 3),
    broader: one(source, 'ResearchTopic'),
    description: words(source, 8),
    indigenousNames: name(source, words(source, 1)),
  }),
  ResearchSpecies: (source) => ({
    commonName: words(source, 2),
    scientificName: words(source, 2),
    otherNames: [words(source, 1), words(source, 2)],
    type: source.random.pick(['BIRD', 'FISH', 'PLANT']),
    family: source.random.pick(['Salmonidae', 'Rosaceae', 'rosaceae']),
    conservationStatus: source.random.pick(['none', 'S1', 'S5']),
    uses: source.random.some(['CEREMONY', 'FOOD', 'MEDICINE'], source.random.whole(0, 3)),
    topics: several(source, 'ResearchTopic'),
    useDescription: words(source, 5),
    privateNotes: words(source, 5),
  }),
  Belonging: (source) => ({
    $access: source.random.pick(LEVEL_NAMES),
    title: words(source, 3),
    types: source.random.some(['BASKET', 'DRUM', 'MASK'], source.random.whole(0, 2)),
    materials: source.random.some(['CEDAR', 'HIDE'], source.random.whole(0, 2)),
    made: source.random.pick(APPROXIMATE),
    acquired: source.random.pick(APPROXIMATE),
    acquiredHow: source.random.pick(['GIFT', 'TAKEN']),
    institution: one(source, 'Organization'),
    institutionNumber: `PB ${source.random.whole(1, 20)}.${source.random.whole(1, 3)}`,
    needsAttention: source.random.chance(0.5),
    topics: several(source, 'ResearchTopic'),
    spatialFeatures: several(source, 'SpatialFeature', 2),
    relatedBelongings: several(source, 'Belonging', 2),
    description: words(source, 9),
    notes: words(source, 4),
  }),
  RepatriationClaim: (source) => ({
    $access: source.random.pick(LEVEL_NAMES),
    title: words(source, 3),
    claimNumber: `C-${source.random.whole(1, 9)}`,
    state: source.random.pick(['DRAFT', 'INQUIRY', 'CLAIMED']),
    institution: one(source, 'Organization'),
    belongings: several(source, 'Belonging', 4),
    responsible: several(source, 'User', 2),
    followUp: day(source),
    claimed: day(source),
    legalBasis: source.random.some(['LAW', 'AGREEMENT'], source.random.whole(0, 2)),
    ceremonyNotes: words(source, 4),
    notes: words(source, 4),
  }),
  CareNote: (source) => ({
    $access: source.random.pick(LEVEL_NAMES),
    belonging: one(source, 'Belonging'),
    title: words(source, 2),
    kind: source.random.pick(['STORAGE', 'HANDLING']),
    mayHandle: source.random.some(['WOMEN', 'ELDERS'], source.random.whole(0, 2)),
    reviewOn: day(source),
    instructions: words(source, 6),
  }),
  SpatialFeature: (source) => ({
    access: source.random.pick(LEVEL_NAMES),
    label: words(source, 2),
    names: [words(source, 1), words(source, 2)],
    spatialType: source.random.pick(['CAMP', 'TRAIL']),
    state: source.random.pick(['DRAFT', 'ACTIVE']),
    geometry: geometry(source),
    partOf: one(source, 'SpatialFeature'),
    area: source.random.whole(0, 400) / 4,
    description: words(source, 6),
  }),
  Meeting: (source) => ({
    $access: source.random.pick(['COMMUNITY', 'PROTECTED']),
    summary: words(source, 3),
    date: source.random.chance(0.4) ? new Date().toISOString().slice(0, 10) : day(source),
    start: source.random.pick(HOURS),
    end: source.random.pick(HOURS),
    otherOrgs: several(source, 'Organization', 2),
    meetingTypes: source.random.some(['COUNCIL', 'FIELD'], source.random.whole(0, 2)),
    cancelled: source.random.chance(0.2),
    minutes: words(source, 8),
  }),
  Organization: (source) => ({
    displayName: words(source, 2),
    legalName: words(source, 3),
    type: source.random.pick(['COMMUNITY', 'MUSEUM', 'INDUSTRY']),
    industry: source.random.pick(['Forestry', 'Mining']),
    website: `https://example.org/${source.random.pick(WORDS).toLowerCase()}`,
    place: geometry(source),
  }),
};

/** Types of the random items. */
export const RANDOM_TYPES = Object.keys(BODIES);

const OWNED = RANDOM_TYPES.filter((type) => type !== 'Organization');
/** Chance that a property has no value. */
const MISSING = 0.25;
/** Properties without which an item of the type is not what its rules expect. */
const ALWAYS = ['owner', 'belonging', 'state', 'displayName', 'title', 'label', 'summary', 'commonName'];

/** Returns the values of a new item, or changes of one: null removes a value. */
export const randomBody = (source: Source, type: string, owners: readonly string[]): RandomBody => {
  const body = { ...BODIES[type]?.(source), ...(OWNED.includes(type) && { owner: source.random.pick(owners) }) };
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      !ALWAYS.includes(key) && source.random.chance(MISSING) ? null : value,
    ]),
  );
};

export const randomWord = (random: SeededRandom): string => random.pick(WORDS);
