// The channels of a reader, before and after the withdrawal of a consent: what each of them contained is gone from it, an open page gets a
// push, and a letter that was approved with the recording does not leave.

import { expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { decodeTile, tileAround, type Position } from 'tests/product/canaryPlaces.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { PROPONENT, STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const letters = useLetterWorld();
const READERS = ['member', 'private reader', STAFF] as const;
const WORD = 'canaryreed';
const SPOKEN = 'RIFF canaryreed';
const AT: Position = [-139.2871937, 50.3113719];
const ADMINISTRATOR = 'administrator';

interface Derived {
  readonly consent: ItemId;
  readonly interview: ItemId;
  readonly file: ItemId;
  /** Data, passage and place. */
  readonly records: readonly ItemId[];
}

const make = async (type: string, body: Body): Promise<ItemId> =>
  String(okOf(await letters.world.ask(ADMINISTRATOR, `create/${type}`, { owner: letters.world.own, ...body }))['$id']);

const derive = async (): Promise<Derived> => {
  const respondent = await make('CommunityMember', { firstName: 'Orla', lastName: 'Fenn' });
  const given = { respondent, given: '2020-05-01', audience: 'COMMUNITY', uses: ['CONSULTATION', 'COMMUNITY'] };
  const consent = await make('ResearchConsent', { label: 'Talk by the reeds', ...given });
  const interview = await make('ResearchActivity', { title: `Talk ${WORD}`, consents: [consent] });
  const bytes = Buffer.from(SPOKEN);
  const file = await letters.world.attach(interview, { originalName: `${WORD}.wav`, bytes });
  await letters.world.change(interview, { attachments: [file] });
  const geometry = { type: 'Point', coordinates: [...AT] };
  const place = { label: `Place ${WORD}`, geometry, state: 'ACTIVE', access: 'COMMUNITY', consents: [consent] };
  const spatial = [await make('SpatialFeature', place)];
  const words = { activity: interview, recording: file, start: 0, end: 1, words: `We sat ${WORD}` };
  const passage = await make('ResearchPassage', { ...words, access: 'COMMUNITY' });
  const data = { label: `Camp ${WORD}`, access: 'COMMUNITY', activity: interview, spatial };
  return { consent, interview, file, records: [await make('ResearchData', data), passage, ...spatial] };
};

const RECORDS = { _t: ['ResearchData', 'ResearchPassage', 'SpatialFeature'], text: [WORD] };

const tileOf = async (actor: string): Promise<string> => {
  const asked = { query: { must: { _t: ['SpatialFeature'] } }, includeExcluded: true };
  const { key } = okOf(await letters.world.ask(actor, 'act/mapLayer', asked));
  const tile = tileAround(AT);
  const answer = await letters.world.get(actor, `/tiles/search/${tile}.mvt?q=${String(key)}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 ? JSON.stringify(decodeTile(bytes, tile)) : '';
};

const zipOf = async (actor: string, ids: readonly ItemId[]): Promise<string> => {
  const { key } = okOf(await letters.world.ask(actor, 'act/downloadAttachments/async', { ids }));
  await letters.world.runJobs();
  const answer = await letters.world.get(actor, `/task-result/${String(key)}`);
  const entries = readZip(Buffer.from(await answer.arrayBuffer()));
  return entries.map(({ name, content }) => `${name} ${content.toString('latin1')}`).join('\n');
};

/** Returns the text that the actor receives in each channel. */
const received = async (actor: string, { interview, file, records }: Derived): Promise<Record<string, string>> => {
  const { world } = letters;
  const answers = (operation: string, ids: readonly ItemId[], body?: Json): Promise<unknown[]> =>
    Promise.all(ids.map((id) => world.ask(actor, `${operation}/${id}`, body)));
  const all = [interview, file, ...records];
  const user: Body = { _t: 'User', _i: Number(world.idOf(actor).split('-')[1]) };
  const query = { must: RECORDS };
  const found = {
    items: await answers('read', all),
    labels: await answers('label', all),
    histories: await answers('history', all, {}),
    lists: await world.ask(actor, 'search/ids', { must: RECORDS, labels: true, facets: ['_t'] }),
    search: await world.ask(actor, 'search/ids', { must: { text: [WORD] }, labels: true }),
    suggestions: await world.ask(actor, 'suggest', { text: WORD }),
    counts: await world.ask(actor, 'count', { queries: { all: { must: RECORDS } } }),
    features: await world.ask(actor, 'act/streamFeatures', { query: { must: { _t: ['SpatialFeature'] } } }),
    exports: await world.exported(actor, { format: 'csv', query: { must: { _t: ['ResearchData'] } } }),
    transcript: await world.ask(actor, 'act/exportTranscript', { ...targetOf(interview), format: 'vtt' }),
    dashboard: await world.ask(actor, 'dashboard', { path: 'research.dashboard' }),
    places: await world.exported(actor, { format: 'geojson', query: { must: { _t: ['SpatialFeature'] } } }),
    bytes: await (await world.get(actor, `/attachment/${file}`)).text(),
    notices: await world.ask(actor, 'act/fetchNotifications', { ...user, max: 100 }),
    zip: await zipOf(actor, [interview]),
    tile: await tileOf(actor),
    related: await world.ask(actor, 'search/ids', {
      ...query,
      subs: { spatial: { must: { text: [WORD] } } },
      labels: true,
    }),
  };
  return Object.fromEntries(Object.entries(found).map(([name, answer]) => [name, JSON.stringify(answer)]));
};

/** Signs that a channel contained a record. Counts and panels have numbers in place of words. */
const SIGNS: Readonly<Record<string, RegExp>> = { counts: /"all":[1-9]/, dashboard: /"total":[1-9]/ };

/** Returns the channels in which the actor received the word, or a number above zero. */
const telling = (channels: Readonly<Record<string, string>>): string[] =>
  Object.entries(channels).flatMap(([name, text]) => ((SIGNS[name] ?? new RegExp(WORD)).test(text) ? [name] : []));

const BY_ALL = [
  'items',
  'labels',
  'lists',
  'search',
  'suggestions',
  'counts',
  'features',
  'exports',
  'places',
  'notices',
  'tile',
  'histories',
  'related',
];

it('[RES-01] [PERM-01] closes everything derived from it in every channel, also in an open page and in an approved letter', async () => {
  const { world } = letters;
  const derived = await derive();
  const { consent, file, interview, records } = derived;
  await world.followAll(records);
  // The history of a record contains its later changes, not its first values.
  for (const id of records) {
    const text = id.startsWith('ResearchPassage-') ? 'words' : 'label';
    const changes = { access: 'PUBLIC', [text]: `Changed ${WORD}` };
    okOf(await world.ask(ADMINISTRATOR, 'update', { $id: id, _u: 1, ...changes }));
  }
  await world.runJobs();
  const earlier = await Promise.all(READERS.map((actor) => received(actor, derived)));
  const before = earlier.map(telling);
  expect(new Set(before.flat())).toEqual(new Set(earlier.flatMap((channels) => Object.keys(channels))));
  // Only readers of the interview get its recording and transcript, and only people with the capability see the dashboard.
  expect(before[0]).toEqual(expect.arrayContaining(BY_ALL));
  expect(before[1]).toEqual(expect.arrayContaining([...BY_ALL, 'bytes', 'transcript', 'zip']));
  expect(before[2]).toEqual(expect.arrayContaining([...BY_ALL, 'bytes', 'dashboard', 'transcript', 'zip']));

  const letter = await letters.ready();
  await letters.change(letter, { attachments: [file] });
  okOf(await letters.move('owner administrator', letter, 'approve'));
  const pages = await Promise.all(
    READERS.map(async (actor) => {
      const socket = await world.socket(actor);
      await Promise.all(records.map((id) => socket.ask(`addWatch/${id}`)));
      return socket;
    }),
  );

  const [_t = '', _i] = consent.split('-');
  const withdrawal = { _t, _i: Number(_i), name: 'withdrawConsent', reason: 'As she asked.' };
  okOf(await world.ask(STAFF, 'act/transition', withdrawal));
  for (const socket of pages)
    for (const id of records)
      await socket.until(({ b }) => JSON.stringify(b) === JSON.stringify({ $id: id, gone: true }));
  for (const socket of pages) socket.close();
  for (const actor of [...READERS, 'owner administrator'])
    expect({ actor, told: telling(await received(actor, derived)) }).toEqual({ actor, told: [] });

  await world.ask(STAFF, 'act/sendLetter/async', { _t: 'Letter', _i: Number(letter.split('-')[1]), by: 'THREAD' });
  await world.runJobs();
  expect(await letters.read(letter)).toMatchObject({ state: 'APPROVED' });
  expect(await letters.find(PROPONENT, { _t: ['Message'] })).toEqual([]);
  const uses = okOf(await world.ask(ADMINISTRATOR, 'act/consentUses', { _t, _i: Number(_i) }));
  expect(uses['uses']).toEqual([letter]);
  expect(uses['exports']).not.toEqual([]);
  expect(okOf(await world.ask(ADMINISTRATOR, `read/${interview}`))['title']).toContain(WORD);
});

it('[PERM-01] a letter takes no recording along whose passages its sender may not all read', async () => {
  const { world } = letters;
  const { interview, file } = await derive();
  const passage = { activity: interview, recording: file, start: 2, end: 3, access: 'PRIVATE' };
  const closed = await make('ResearchPassage', passage);
  const letter = await letters.ready();
  await letters.change(letter, { attachments: [file] });
  okOf(await letters.move('owner administrator', letter, 'approve'));
  const sending = { _t: 'Letter', _i: Number(letter.split('-')[1]), by: 'THREAD' };
  await world.ask(STAFF, 'act/sendLetter/async', sending);
  await world.runJobs();
  expect(await letters.read(letter)).toMatchObject({ state: 'APPROVED' });
  expect(await letters.find(PROPONENT, { _t: ['Message'] })).toEqual([]);
  okOf(await world.ask(ADMINISTRATOR, 'update', { $id: closed, _u: 1, access: 'PROTECTED' }));
  okOf(await world.ask(STAFF, 'act/sendLetter/async', sending));
  await world.runJobs();
  expect(await letters.read(letter)).toMatchObject({ state: 'SENT' });
});
