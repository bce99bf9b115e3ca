// Interviews and research data of the product: who reads them by the right to work with research, what each reader counts, and the path from
// an interview over its data to places, topics and species, in both directions.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
const LEVELS: readonly Level[] = ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE'];
/** Data of one interview, one for each level. */
const data = new Map<Level, ItemId>();
const ids = { project: '', interview: '', person: '', topic: '', species: '', open: '', hidden: '', entry: '' };

const ok = <T>(answer: Answer): T => {
  if ('refused' in answer) throw new Error(JSON.stringify(answer));
  return answer.ok as T;
};
const one = async (type: string, mark: string, more: Body, level: Level = 'PROTECTED'): Promise<ItemId> =>
  (await world.add([{ type, level, mark, more }]))[0] ?? '';
const read = async (actor: string, id: ItemId): Promise<Body> => ok<Body>(await world.ask(actor, `read/${id}`));

interface Found {
  readonly ids: readonly ItemId[];
  readonly total: number;
  readonly facets?: Readonly<Record<string, readonly Json[]>>;
}
const find = async (actor: string, type: string, must: Body, more: Body = {}): Promise<Found> =>
  ok<Found>(await world.ask(actor, 'search/ids', { must: { _t: [type], ...must }, ...more }));

/** Each person with the levels of data that they read. */
const READS: readonly (readonly [string, readonly Level[]])[] = [
  ['visitor', ['PUBLIC']],
  ['stranger', ['PUBLIC']],
  ['member', ['PUBLIC', 'COMMUNITY']],
  ['capability holder', ['PUBLIC', 'COMMUNITY', 'PROTECTED']],
  ['protected reader', ['PUBLIC', 'COMMUNITY', 'PROTECTED']],
  ['private reader', LEVELS],
];
const seenBy = (levels: readonly Level[]): ItemId[] => levels.map((level) => data.get(level) ?? '').toSorted();

beforeAll(async () => {
  world = await openProductWorld();
  ids.project = await one('ResearchProject', 'project', { title: 'Weir' });
  ids.person = await one('CommunityMember', 'person', { firstName: 'Anwen', lastName: 'Reed' });
  ids.topic = await one('ResearchTopic', 'topic', { title: 'Stakes' });
  ids.species = await one('ResearchSpecies', 'species', { commonName: 'Silver perch' });
  ids.open = await one('SpatialFeature', 'open', { label: 'Narrows' }, 'PUBLIC');
  ids.hidden = await one('SpatialFeature', 'hidden', { label: 'Pools' }, 'PRIVATE');
  ids.entry = await one('ArchiveEntry', 'entry', { title: 'Survey' }, 'PUBLIC');
  ids.interview = await one('ResearchActivity', 'interview', {
    ...{ title: 'At the kitchen table', project: ids.project, respondents: [ids.person], topics: [ids.topic] },
    start: '1984-02',
  });
  for (const level of LEVELS)
    data.set(
      level,
      await one(
        'ResearchData',
        level,
        {
          ...{ label: `Two rows ${level}`, activity: ids.interview, project: ids.project, respondents: [ids.person] },
          ...{ topics: [ids.topic], species: [ids.species], relevantArchives: [ids.entry], siteCode: 'A12-F03' },
          ...{ spatial: [ids.open, ids.hidden], seasons: ['SPR', 'APR'], mapAccuracy: 'HIGH', notes: 'Ask first' },
        },
        level,
      ),
    );
});
afterAll(() => world.stop());

it.each(READS)('[RES-01] [PERM-01] %s finds the data that they may read, by each question', async (actor, levels) => {
  const open: readonly Body[] = [
    { spatial: [ids.open] },
    { relevantArchives: [ids.entry] },
    { siteCode: ['A12-F03'] },
    { seasons: ['APR'] },
    { mapAccuracy: ['HIGH'] },
  ];
  // Items that a person may not read find nothing.
  const closed: readonly Body[] = [
    { activity: [ids.interview] },
    { project: [ids.project] },
    { topics: [ids.topic] },
    { species: [ids.species] },
  ];
  const questions = levels.includes('PROTECTED') ? [...open, ...closed] : open;
  for (const must of questions) {
    const found = await find(actor, 'ResearchData', must);
    expect({ must, ids: found.ids.toSorted() }).toEqual({ must, ids: seenBy(levels) });
  }
});

it.each(READS)('[RES-01] [SPAT-01] %s counts only the places and data that they may see', async (actor, levels) => {
  const places = levels === LEVELS ? 2 : 1;
  for (const id of seenBy(levels)) expect((await read(actor, id))['featureCount']).toBe(places);
  const { facets } = await find(actor, 'ResearchData', {}, { facets: ['featureCount'] });
  const bucket = places === 2 ? '2 or more' : '1';
  expect(facets?.['featureCount']).toEqual([{ value: bucket, count: levels.length }]);
  for (const value of ['0', '1', '2 or more'])
    expect((await find(actor, 'ResearchData', { featureCount: [value] })).ids).toHaveLength(
      value === bucket ? levels.length : 0,
    );
  const hidden = await find(actor, 'ResearchData', { spatial: [ids.hidden] });
  expect(hidden.ids).toHaveLength(places === 2 ? levels.length : 0);
  const interviews = await find(actor, 'ResearchActivity', {});
  if (interviews.ids.length > 0) expect((await read(actor, ids.interview))['dataCount']).toBe(levels.length);
});

it('[RES-01] [PERM-01] the respondents and notes of open data are for people who read protected records', async () => {
  const open = data.get('PUBLIC') ?? '';
  for (const [actor, isSeen] of [
    ['member', false],
    ['capability holder', true],
    ['protected reader', true],
  ] as const) {
    const item = await read(actor, open);
    expect([actor, 'respondents' in item, 'notes' in item]).toEqual([actor, isSeen, isSeen]);
    const found = await find(actor, 'ResearchData', { respondents: [ids.person] });
    expect([actor, found.ids.includes(open)]).toEqual([actor, isSeen]);
  }
});

it('[RES-02] the path from an interview to data, place, topic and species is found in both directions', async () => {
  const actor = 'capability holder';
  const seen = seenBy(['PUBLIC', 'COMMUNITY', 'PROTECTED']);
  const around = async (id: ItemId): Promise<readonly Json[]> =>
    (await find(actor, 'ResearchData', { related: [id] })).ids.toSorted();
  for (const id of [ids.interview, ids.open, ids.topic, ids.species, ids.entry, ids.person])
    expect([id, await around(id)]).toEqual([id, seen]);
  expect((await find(actor, 'ResearchActivity', { topics: [ids.topic] })).ids).toEqual([ids.interview]);
  expect((await find(actor, 'ResearchActivity', { respondents: [ids.person] })).ids).toEqual([ids.interview]);
  expect((await find(actor, 'ResearchActivity', { project: [ids.project] })).ids).toEqual([ids.interview]);
  const item = await read(actor, seen[0] ?? '');
  expect(item).toMatchObject({ activity: ids.interview, topics: [ids.topic], species: [ids.species] });
  expect((await find('member', 'ResearchData', { activity: [ids.interview] })).ids).toEqual([]);
});

it('[RES-02] [SPAT-02] the map shows data at their places, to those who may see both', async () => {
  const point = { type: 'Point', coordinates: [-139.2, 50.3] };
  for (const id of [ids.open, ids.hidden]) await world.change(id, { geometry: point });
  const drawn = async (actor: string): Promise<readonly ItemId[]> => {
    const query = { must: { _t: ['ResearchData'] } };
    const answer = await world.ask(actor, 'act/streamFeatures', { query, includeExcluded: true });
    return ok<{ readonly features: readonly { readonly $id: ItemId }[] }>(answer)
      .features.map(({ $id }) => $id)
      .toSorted();
  };
  expect(await drawn('member')).toEqual(seenBy(['PUBLIC', 'COMMUNITY']));
  expect(await drawn('private reader')).toEqual(seenBy(LEVELS));
});

it('[RES-02] the dashboard counts interviews and data for its reader, and is closed to people without the right', async () => {
  interface Panel {
    readonly key: string;
    readonly total: number;
    readonly values: readonly Json[];
  }
  const ask = (actor: string) => world.ask(actor, 'dashboard', { path: 'research.dashboard' });
  const { panels } = ok<{ readonly panels: readonly Panel[] }>(await ask('capability holder'));
  expect(panels.map(({ key }) => key)).toEqual(['projects', 'topics', 'activities', 'respondents', 'data', 'species']);
  expect(panels.map(({ total }) => total)).toEqual([1, 3, 1, 1, 3, 3]);
  expect(panels[1]?.values).toMatchObject([{ value: ids.topic, count: 3 }]);
  expect(await ask('member')).toMatchObject({ refused: expect.stringMatching(/^not/) });
});
