// No channel reveals the exact place, the track, the restricted answers or the restricted photos of a record of field data to a person who may
// read the record but not these parts. canaries.pg.test.ts asks the same of all types with simple values.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { sha256 } from 'src/server/sha256.ts';
import { decodeTile, squareAround, tileAround } from 'tests/product/canaryPlaces.ts';
import { exportedText } from 'tests/product/exportedFiles.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const NEST = [-139.25417, 50.33519] as const;
const WALKED = [-139.26431, 50.34127] as const;
const FIELD_TYPE = 'GeoKeeperFieldData';

/** Each hidden part by a text that occurs nowhere else. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  open: ['openheron'],
  photo: ['bytes of the open photo'],
  place: ['139.25417', '50.33519'],
  track: ['139.26431', '50.34127'],
  secret: ['hollowlarch'],
  secretPhoto: ['bytes of the secret photo', 'secretnest'],
};
type Part = keyof typeof PARTS;

const GENERAL: readonly Part[] = ['open', 'photo'];
const EXACT: readonly Part[] = [...GENERAL, 'place', 'track'];
const EVERY = Object.keys(PARTS);
/** The collector is the stranger: a person of another organization. */
const ALLOWED: Readonly<Record<string, readonly Part[]>> = {
  visitor: GENERAL,
  member: GENERAL,
  'protected reader': EXACT,
  'private reader': EVERY,
  'capability holder': EVERY,
  administrator: EVERY,
  stranger: EVERY,
};
const COLLECTOR = 'stranger';
const people = Object.keys(ALLOWED);
const signedIn = people.filter((actor) => actor !== 'visitor');

const partsIn = (content: unknown): Part[] => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return EVERY.filter((part) => PARTS[part]?.some((word) => text.includes(word)));
};

const question = (name: string, type: string, more: object = {}): FieldForm['questions'][number] =>
  ({ name, type, label: { en: name }, ...more }) as FieldForm['questions'][number];

const formOf = (formType: 'record' | 'trip'): FieldForm => ({
  ...{ title: { en: 'Nests' }, machineName: `nests_${formType}`, languages: ['en'], defaultLanguage: 'en', formType },
  ...{ lists: {}, recordTitle: '${species}' },
  questions: [
    question('species', 'text'),
    question('spot', 'point'),
    question('picture', 'photo'),
    question('told', 'text', { audience: 'RESTRICTED' }),
    question('hidden', 'photo', { audience: 'RESTRICTED' }),
  ],
});

describe('canaries of field data', () => {
  let world: ProductWorld;
  let program: ItemId;
  let forms: readonly ItemId[];
  let record: ItemId;
  let trip: ItemId;
  let files: readonly ItemId[];
  const { act, read } = operationsOf(() => world);
  const ask = async (actor: string, o: string, body?: Json): Promise<Body> => okOf(await world.ask(actor, o, body));

  const leaked = (actor: string, content: unknown): Part[] =>
    partsIn(content).filter((part) => ALLOWED[actor]?.includes(part) !== true);

  const publish = async (formType: 'record' | 'trip'): Promise<ItemId> => {
    const values = { label: `Nests ${formType}`, program, state: 'ACTIVE', audience: 'PUBLIC', formType };
    const form = formOf(formType) as unknown as Json;
    const id = String((await ask('administrator', 'create/GeoKeeperFormDef', { ...values, form }))['$id']);
    okOf(await act('administrator', 'publishFieldForm', id));
    return id;
  };

  const fileOf = async (name: string, text: string): Promise<Body> => {
    const content = Buffer.from(text);
    const ref = await uploadTo(world, { actor: COLLECTOR, name, content });
    return { name, upload: ref.replace('upload:', ''), sha256: sha256(content).toString('hex') };
  };

  const times = { collected: '2026-05-04T08:30:00.000Z', finalized: '2026-05-04T08:40:00.000Z' };
  const submit = async (formDef: ItemId, more: Body, sent: readonly Body[]): Promise<ItemId> => {
    const own = { instanceId: `uuid:${randomUUID()}`, program, formDef, version: 1, audience: 'PUBLIC', ...times };
    const input = { record: { ...own, ...more }, files: [...sent] };
    return String(okOf(await act(COLLECTOR, 'submitFieldData', program, input))['id']);
  };

  beforeAll(async () => {
    world = await openProductWorld();
    const values = { label: 'Nests', owner: world.own, state: 'ACTIVE', access: 'USERS' };
    program = String((await ask('administrator', 'create/GeoKeeperProgram', values))['$id']);
    forms = [await publish('record'), await publish('trip')];
    const answers = {
      ...{ species: 'openheron', told: 'hollowlarch', picture: 'open.txt', hidden: 'secretnest.txt' },
      spot: { lat: NEST[1], lon: NEST[0], accuracy: 4 },
    };
    const photos = [
      await fileOf('open.txt', 'bytes of the open photo'),
      await fileOf('secretnest.txt', 'bytes of the secret photo'),
    ];
    record = await submit(forms[0] ?? '', { answers }, photos);
    const positions = [0, 1, 2].map((at) => [WALKED[1], WALKED[0] + at * 1e-3, null, 4, null]);
    trip = await submit(forms[1] ?? '', { answers: { species: 'Walk' }, track: { segments: [positions] } }, []);
    const whole = await read('administrator', record);
    files = ['files', 'restrictedFiles'].flatMap((path) => (whole[path] ?? []) as readonly ItemId[]);
    expect(files).toHaveLength(2);
  }, 180_000);
  afterAll(() => world.stop());

  const query = { must: { _t: [FIELD_TYPE] } };

  const tilesFor = async (actor: string): Promise<readonly Json[]> => {
    const layer = okOf(await world.ask(actor, 'act/mapLayer', { query, includeExcluded: true }));
    const features: Json[] = [layer];
    for (const place of [NEST, WALKED])
      for (const zoom of [9, 14, 16]) {
        const tile = tileAround(place, zoom);
        const answer = await world.get(actor, `/tiles/search/${tile}.mvt?q=${String(layer['key'])}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status === 200) features.push(...decodeTile(bytes, tile));
      }
    return features;
  };

  /** Tiles round positions, so exact ones are recognised by features other than areas. */
  const shapesOf = (features: readonly Json[]): readonly string[] =>
    features.flatMap((each) => (each as { geometry?: { type: string } }).geometry?.type ?? []);

  it.each(people)(
    '[PERM-01] [GEO-02] %s reads exactly the permitted parts, in items, lists and histories',
    async (actor) => {
      const read = [await world.ask(actor, `read/${record}`), await world.ask(actor, `read/${trip}`)];
      const bytes = await Promise.all(files.map(async (id) => (await world.get(actor, `/attachment/${id}`)).text()));
      const found = partsIn([read, bytes]);
      expect(found.toSorted()).toEqual([...(ALLOWED[actor] ?? [])].toSorted());
      const others = [
        await world.ask(actor, 'readMany/object', [record, trip, ...files]),
        await Promise.all([record, trip].map((id) => world.ask(actor, `history/${id}`, {}))),
        await Promise.all(files.map((id) => world.ask(actor, `label/${id}`))),
        await world.ask(actor, 'readMany/object', [...forms]),
      ];
      expect({ actor, leaked: leaked(actor, others) }).toEqual({ actor, leaked: [] });
    },
  );

  it.each(people)('[PERM-01] [SRCH-01] %s finds records by permitted parts only', async (actor) => {
    const isFound = async (must: Body): Promise<boolean> => {
      const answer = await world.ask(actor, 'search/ids', { must: { _t: [FIELD_TYPE], ...must }, labels: true });
      expect(leaked(actor, answer)).toEqual([]);
      return JSON.stringify(answer).includes(`"${record}"`);
    };
    const may = (part: Part): boolean => ALLOWED[actor]?.includes(part) === true;
    expect(await isFound({ text: ['openheron'] })).toBe(true);
    expect(await isFound({ text: ['hollowlarch'] })).toBe(false);
    const beside = [NEST[0] + 0.01, NEST[1] + 0.01] as const;
    expect(await isFound({ inArea: [squareAround(NEST)] })).toBe(true);
    expect({ actor, beside: await isFound({ inArea: [squareAround(beside)] }) }).toEqual({
      actor,
      beside: !may('place'),
    });
    const names = await world.ask(actor, 'search/ids', {
      must: { _t: ['Attachment'], text: ['secretnest'] },
      labels: true,
    });
    expect(partsIn(names)).toEqual(may('secretPhoto') ? ['secretPhoto'] : []);
    for (const text of ['hollowlarch', 'secretnest', 'openheron'])
      expect(leaked(actor, await world.ask(actor, 'suggest', { text }))).toEqual([]);
  });

  it.each(people)(
    '[PERM-01] [SPAT-02] %s gets the map no closer than permitted, in streams and tiles',
    async (actor) => {
      const may = ALLOWED[actor] ?? [];
      const shapes = await world.ask(actor, 'act/streamFeatures', { query, includeExcluded: true });
      expect(leaked(actor, shapes)).toEqual([]);
      const streamed = await world.ask(actor, 'act/streamFieldData', { fieldDataIds: [trip, record] });
      if (actor === 'visitor') expect(streamed).toMatchObject({ refused: expect.any(String) });
      else
        expect(partsIn(streamed).toSorted()).toEqual(
          may.filter((part) => ['open', 'place', 'track'].includes(part)).toSorted(),
        );
      const features = await tilesFor(actor);
      expect(leaked(actor, features)).toEqual([]);
      expect(shapesOf(features).includes('Point')).toBe(may.includes('place'));
      expect(shapesOf(features).some((type) => type.endsWith('LineString'))).toBe(may.includes('track'));
    },
  );

  it.each(people)('[PERM-01] [EXCHANGE] %s exports the permitted parts only', async (actor) => {
    const may = ALLOWED[actor] ?? [];
    const texts: string[] = [];
    for (const format of ['csv', 'json', 'geojson', 'kml', 'csvTables', 'filesZip'] as const) {
      const text = await exportedText(world, actor, { format, query, language: 'en', relationIds: true });
      expect({ actor, format, leaked: leaked(actor, text) }).toEqual({ actor, format, leaked: [] });
      texts.push(text);
    }
    expect(partsIn(texts).toSorted()).toEqual([...may].toSorted());
    if (actor === 'visitor') return;
    const { key } = await ask(actor, 'act/downloadAttachments/async', { ids: [record, trip, ...files] });
    await world.runJobs();
    const result = await world.get(actor, `/task-result/${String(key)}`);
    const entries = readZip(Buffer.from(await result.arrayBuffer()));
    expect(
      leaked(
        actor,
        entries.map(({ name, content }) => `${name} ${content.toString()}`),
      ),
    ).toEqual([]);
  });

  it('[PERM-01] [GEO-01] phones and OpenRosa clients of other people receive nothing of a record', async () => {
    for (const actor of signedIn) {
      const received = [await ask(actor, 'act/fieldPackage', {}), await ask(actor, 'act/ownFieldData', {})];
      expect({ actor, leaked: leaked(actor, received) }).toEqual({ actor, leaked: [] });
      const self = targetOf(world.idOf(actor));
      const { path } = await ask(actor, 'act/makeCollectAddress', { ...self, name: 'Phone' });
      const list = await (await world.get('visitor', `${String(path)}/formList?verbose=true`)).text();
      const addresses = [...list.matchAll(/<(?:downloadUrl|manifestUrl)>([^<]+)</g)].map(
        ([, url = '']) => new URL(url),
      );
      expect(addresses.length).toBeGreaterThanOrEqual(forms.length);
      const answers = [list];
      for (const { pathname } of addresses) answers.push(await (await world.get('visitor', pathname)).text());
      expect(answers.join(' ')).toContain('<h:head>');
      expect({ actor, parts: partsIn(answers) }).toEqual({ actor, parts: [] });
    }
  });

  it('[PERM-01] [NTFY-02] pushes, notices and emails about a record contain the permitted parts only', async () => {
    for (const actor of signedIn) {
      const modes = { updated: 'IMMEDIATE', accessChanged: 'IMMEDIATE', fieldDataSentBack: 'IMMEDIATE' };
      await world.ask(actor, 'act/noticePreferences', { ...targetOf(world.idOf(actor)), modes });
    }
    await world.followAll([record, trip, ...files]);
    const sockets = await Promise.all(signedIn.map(async (actor) => ({ actor, socket: await world.socket(actor) })));
    for (const { socket } of sockets)
      for (const id of [record, trip, `${FIELD_TYPE}-0`, 'Attachment-0']) await socket.ask(`addWatch/${id}`);
    const { restrictedAnswers, track } = await read('administrator', record);
    await world.change(record, { restrictedAnswers: { ...(restrictedAnswers as Body), more: 'hollowlarch again' } });
    await world.change(record, { place: { type: 'Point', coordinates: [...NEST] } });
    await world.change(trip, { track: track ?? (await read('administrator', trip))['track'] ?? null });
    const props = { reviewNote: 'Which one?' };
    okOf(await act('capability holder', 'transition', record, { name: 'sendBack', props }));
    await world.change(record, { label: 'the end of it' });
    await world.runJobs();
    for (const { actor, socket } of sockets) {
      await socket.until(({ b }) => JSON.stringify(b).includes('the end of it'));
      expect({ actor, leaked: leaked(actor, socket.received) }).toEqual({ actor, leaked: [] });
      socket.close();
      const self = targetOf(world.idOf(actor));
      const notices = await world.ask(actor, 'act/fetchNotifications', { ...self, max: 200 });
      const emails = await world.lettersTo(actor);
      expect({ actor, leaked: leaked(actor, [notices, emails]) }).toEqual({ actor, leaked: [] });
      // Emails to all people contain nothing above the community level.
      const closed = partsIn(emails).filter((part) => !GENERAL.includes(part));
      expect({ actor, closed }).toEqual({ actor, closed: [] });
    }
    expect(await world.lettersTo(COLLECTOR)).not.toEqual([]);
  });

  it('[PERM-01] [ITEM-07] a refused save and a conflict contain the permitted parts only', async () => {
    for (const actor of people) {
      const answers = [
        await world.ask(actor, 'update', { $id: record, _u: 1, label: 'Other' }),
        await world.ask(actor, 'act/applyGeoKeeperFieldDataEdits', {
          ...targetOf(record),
          edits: { [record]: { u: 1, answers: { species: 'Loon' } } },
        }),
      ];
      expect({ actor, leaked: leaked(actor, answers) }).toEqual({ actor, leaked: [] });
    }
  });

  it('[GEO-02] [SRCH-05] photos are listed with the facets of their records, as far as these may be read', async () => {
    const must = { _t: ['Attachment'], relType: [FIELD_TYPE] };
    const facets = ['state', 'formType', 'program', 'formDef', 'workItem', 'collector'].map((key) => `rel.${key}`);
    const counted = async (actor: string): Promise<Body> =>
      (await ask(actor, 'search/ids', { must, facets, labels: true }))['facets'] as Body;
    const all = await counted('administrator');
    expect(all['rel.formDef']).toEqual([expect.objectContaining({ value: forms[0], count: 2 })]);
    expect(all['rel.program']).toEqual([expect.objectContaining({ value: program, count: 2 })]);
    expect(all['rel.formType']).toEqual([{ value: 'record', count: 2 }]);
    const open = await counted('member');
    expect(open['rel.formDef']).toEqual([expect.objectContaining({ value: forms[0], count: 1 })]);
    const narrowed = await ask('administrator', 'search/ids', { must: { ...must, 'rel.formDef': [forms[1] ?? ''] } });
    expect(narrowed['ids']).toEqual([]);
  });
});
