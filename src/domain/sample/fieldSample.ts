// Records of field data of the sample community: trips, and counts and finds with their answers, places and photos, made by a seeded rule.

import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';
import type { Json, Values } from 'src/model/item/Item.ts';

type ByKey = Record<string, Values>;

/** A form with what its records have in common. */
interface SampleForm {
  readonly form: string;
  readonly program: string;
  readonly owner: string;
  readonly collectors: readonly string[];
  /** West and south of the area in which its records lie. */
  readonly at: readonly [number, number];
  /** Answers for everyone who reads the record, its name, and the answers for the people who manage field data. */
  readonly answers: (
    random: SeededRandom,
    days: number,
  ) => {
    readonly label: string;
    readonly open: Values;
    readonly restricted?: Values;
  };
}

const SAMPLED_RECORDS = 'GeoKeeperFieldData';
const FIELD_SEED = 20_260_802;
const TRIPS = 8;
const FIELD_RECORDS = 292;
const WITH_PHOTO = 12;
const NEWEST_FIELD_DAYS = 1;
const FIELD_DAYS = 250;
/** Days ago on which the second version of the form about herons was published. */
const SECOND_VERSION_DAYS = 120;
const TRACK_POINTS = 60;

const SPECIES = { heron: 'Grey heron', perch: 'River perch', otter: 'Otter', swallow: 'Bank swallow' } as const;
const KINDS_OF_FINDS = {
  driftwood: 'Driftwood',
  net: 'Lost net',
  animal: 'Stranded animal',
  timber: 'Old timber',
  glass: 'Glass float',
} as const;
const ROUTES = { weir: 'Weir to Heron Steps', portage: 'Portage trail', 'third-step': 'Third step' } as const;
const REMARKS = [
  'The water was higher than last week.',
  'Two canoes went by.',
  'Fresh tracks at the bank.',
  'Quiet, until the wind came up.',
  'The stakes of the weir hold.',
];
const SENT_BACK = ['Which bank was it? Please add it.', 'The photo shows another bird. Please look again.'];
const FIELD_PHOTOS = ['weir-low-water', 'weir-raising'];

const sampledKeysOf = <Key extends string>(words: Readonly<Record<Key, string>>): readonly Key[] =>
  Object.keys(words) as Key[];

const HERONS: SampleForm = {
  form: 'herons',
  program: '@gp-counts',
  owner: '@tamber',
  collectors: ['staff', 'staff', 'member'],
  at: [-139.24, 50.33],
  answers: (random, days) => {
    const species = random.pick(sampledKeysOf(SPECIES));
    const count = random.whole(1, 40);
    const conditions = { weather: random.pick(['clear', 'cloudy', 'rain', 'fog']), remarks: random.pick(REMARKS) };
    return {
      label: `${SPECIES[species]}, ${String(count)}`,
      open: { species, count, conditions },
      ...(species === 'heron' && days < SECOND_VERSION_DAYS
        ? { restricted: { nest: 'In the third alder above the bench.' } }
        : {}),
    };
  },
};

const SHORE: SampleForm = {
  form: 'shore',
  program: '@gp-shore',
  owner: '@ostermay',
  collectors: ['partner', 'partner', 'member'],
  at: [-138.98, 50.21],
  answers: (random) => {
    const kind = random.pick(sampledKeysOf(KINDS_OF_FINDS));
    const lengths = Array.from({ length: random.whole(1, 3) }, () => random.whole(2, 60) / 10);
    const parts = lengths.map((length, at) => ({ what: `Piece ${String(at + 1)}`, length }));
    const total = Math.round(lengths.reduce((sum, each) => sum + each, 0) * 10) / 10;
    return {
      label: KINDS_OF_FINDS[kind],
      open: { kind, where: { ground: random.pick(['sand', 'stones']) }, parts, total },
    };
  },
};

const SAMPLED_STATES: readonly string[] = [
  ...Array.from({ length: 11 }, () => 'APPROVED'),
  ...['RECEIVED', 'RECEIVED', 'RECEIVED', 'EDITED', 'EDITED', 'ISSUES', 'REJECTED', 'DRAFT'],
];
const AUDIENCES = ['COMMUNITY', 'COMMUNITY', 'COMMUNITY', 'PUBLIC', 'PROTECTED', 'PRIVATE'];

const degrees = (value: number): number => Math.round(value * 1e5) / 1e5;

const positionNear = (random: SeededRandom, [west, south]: readonly [number, number]) => ({
  lon: degrees(west + random.next() * 0.08),
  lat: degrees(south + random.next() * 0.05),
  accuracy: random.whole(3, 18),
});

/** A version 4 identifier from the seed, so that the sample is the same each time. */
const instanceIdOf = (random: SeededRandom): string => {
  const hex = (length: number): string => Array.from({ length }, () => random.whole(0, 15).toString(16)).join('');
  return `uuid:${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
};

interface SentRecord {
  readonly by: string;
  readonly days: number;
  readonly state: string;
}

/** Returns the values that records of all forms have. */
const sentValues = (random: SeededRandom, { by, days, state }: SentRecord): Values => ({
  $by: by,
  $days: days,
  state,
  collected: `${String(days + 0.1)} days ago`,
  ...(state === 'DRAFT' ? {} : { finalized: `${String(days + 0.05)} days ago` }),
  ...(state === 'ISSUES' ? { reviewNote: random.pick(SENT_BACK) } : {}),
  collector: `@${by}`,
  channel: random.chance(0.2) ? 'OPENROSA' : 'FIELD',
  device: `Phone of ${by}`,
  instanceId: instanceIdOf(random),
});

const randomDays = (random: SeededRandom): number =>
  Math.round((NEWEST_FIELD_DAYS + random.next() * FIELD_DAYS) * 10) / 10;

const versionOf = (form: string, days: number): string =>
  `@gv-${form}-${form === 'herons' && days < SECOND_VERSION_DAYS ? '2' : '1'}`;

const sampleTrip = (random: SeededRandom, at: number): Values => {
  const days = randomDays(random);
  const route = random.pick(sampledKeysOf(ROUTES));
  const start = positionNear(random, HERONS.at);
  const line = Array.from({ length: TRACK_POINTS }, (_, step) => ({
    lon: degrees(start.lon + step * 0.0004),
    lat: degrees(start.lat + Math.sin(step / 9) * 0.002),
    alt: 12 + (step % 7),
    accuracy: 4 + (step % 5),
  }));
  const coordinates = line.map(({ lon, lat }) => [lon, lat]);
  const stops = [{ seen: random.pick(REMARKS), minutes: random.whole(5, 40) }];
  return {
    ...sentValues(random, {
      by: at % 2 === 0 ? 'staff' : 'member',
      days,
      state: SAMPLED_STATES[(at * 3) % SAMPLED_STATES.length] ?? '',
    }),
    ...{ label: ROUTES[route], formType: 'trip', program: '@gp-counts', owner: '@tamber' },
    ...{ formDef: '@gf-walk', formVersion: '@gv-walk-1', audience: 'PROTECTED', workItem: '@wi-dusk' },
    place: { type: 'LineString', coordinates },
    formInstance: { formData: { route, walkers: random.whole(1, 4), stops } },
    track: { segments: [line.slice(0, 35), line.slice(35)] },
  };
};

const sampleRecord = (random: SeededRandom, at: number): Values => {
  const sample = at % 3 === 2 ? SHORE : HERONS;
  const days = sample === SHORE ? Math.min(randomDays(random), 80) : randomDays(random);
  const position = positionNear(random, sample.at);
  const { label, open, restricted } = sample.answers(random, days);
  const by = random.pick(sample.collectors);
  const photo = at < WITH_PHOTO ? (FIELD_PHOTOS[at % FIELD_PHOTOS.length] ?? '') : undefined;
  const isOfTrip = sample === HERONS && random.chance(0.2);
  const formData: Json = { ...open, ...(photo === undefined ? {} : { picture: `${photo}.jpg` }) };
  // The forms hide exact places, so the position is an answer for the people who manage field data.
  const hidden: Json = sample === SHORE ? { where: { place: position } } : { ...restricted, place: position };
  return {
    ...sentValues(random, { by, days, state: SAMPLED_STATES[at % SAMPLED_STATES.length] ?? 'RECEIVED' }),
    ...{ label, formType: 'record', program: sample.program, owner: sample.owner },
    ...{ formDef: `@gf-${sample.form}`, formVersion: versionOf(sample.form, days) },
    ...(isOfTrip ? { trip: `@gd-trip/${String(random.whole(0, TRIPS - 1))}` } : {}),
    categories: [sample === SHORE ? 'HERITAGE' : 'ANIMALS'],
    audience: random.pick(AUDIENCES),
    place: { type: 'Point', coordinates: [position.lon, position.lat] },
    formInstance: { formData },
    restrictedAnswers: hidden,
    ...(photo === undefined ? {} : { files: [`#${photo}`] }),
  };
};

/** Returns trips before the records that name them. */
export const fieldSample = (): Readonly<Record<string, ByKey>> => {
  const random = seededRandom(FIELD_SEED);
  const records: ByKey = {};
  for (let at = 0; at < TRIPS; at += 1) records[`gd-trip/${String(at)}`] = sampleTrip(random, at);
  for (let at = 0; at < FIELD_RECORDS; at += 1) records[`gd-record/${String(at)}`] = sampleRecord(random, at);
  return { [SAMPLED_RECORDS]: records };
};
