// The form decides whether the readers of a record see its exact place: in items, pushes, maps, tiles, searches by area and exports. Also the
// SQL statements of the requests of devices, whose number does not grow with programs, versions and records.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { BESIDE, decodeTile, squareAround, tileAround } from 'tests/product/canaryPlaces.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { recordStatements } from 'tests/server/harness/idleTransactions.ts';

type Body = Readonly<Record<string, Json>>;

const target = (id: ItemId): Body => {
  const { type, number } = parseItemId(id);
  return { _t: type, _i: number };
};

/** Milliseconds: each channel is asked four times. */
const WITHIN = 180_000;
const EXACT = [-139.25417, 50.33519] as const;
const FORM: FieldForm = {
  ...{ title: { en: 'Nests' }, machineName: 'nests', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  ...{ lists: {}, questions: [{ name: 'spot', type: 'point', label: { en: 'Place' } }] },
};

describe('places of field data', () => {
  let world: ProductWorld;
  let program: ItemId;

  const ok = (answer: Answer): Body => {
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const ask = async (actor: string, o: string, body?: Json): Promise<Body> => ok(await world.ask(actor, o, body));
  const openProgram = async (): Promise<ItemId> => {
    const values = { label: 'Nests', owner: world.own, state: 'ACTIVE', access: 'USERS' };
    return String((await ask('administrator', 'create/GeoKeeperProgram', values))['$id']);
  };
  const publish = async (of: ItemId, more: Body = {}): Promise<ItemId> => {
    const own = { label: 'Nests', program: of, state: 'ACTIVE', audience: 'PUBLIC', form: FORM as unknown as Json };
    const values = { ...own, ...more };
    const id = String((await ask('administrator', 'create/GeoKeeperFormDef', values))['$id']);
    await ask('administrator', 'act/publishFieldForm', target(id));
    return id;
  };
  const recordOf = (formDef: ItemId): Body => ({
    ...{ instanceId: `uuid:${randomUUID()}`, program, formDef, version: 1, audience: 'PUBLIC' },
    ...{ collected: '2026-05-04T08:30:00.000Z', finalized: '2026-05-04T08:40:00.000Z' },
    answers: { spot: { lat: EXACT[1], lon: EXACT[0], accuracy: 4 } },
  });
  const send = async (formDef: ItemId): Promise<ItemId> => {
    const input = { ...target(program), record: recordOf(formDef), files: [] };
    return String((await ask('member', 'act/submitFieldData', input))['id']);
  };

  beforeAll(async () => {
    world = await openProductWorld();
    program = await openProgram();
  });
  afterAll(() => world.stop());

  /** Returns the names of the channels that show the exact place of a record to a person who may read the record. */
  const channelsShowing = async (id: ItemId): Promise<readonly string[]> => {
    const actor = 'stranger';
    const query = { must: { _t: ['GeoKeeperFieldData'], $id: [id] } };
    const { key } = await ask(actor, 'act/mapLayer', { query });
    const tile = tileAround(EXACT, 14);
    const drawn = await world.get(actor, `/tiles/search/${tile}.mvt?q=${String(key)}`);
    const bytes = Buffer.from(await drawn.arrayBuffer());
    const within = { must: { ...query.must, inArea: [squareAround(EXACT)] }, mustNot: {} };
    const nextTo = { must: { ...query.must, inArea: [squareAround(BESIDE)] } };
    const found = [await ask(actor, 'search/ids', within), await ask(actor, 'search/ids', nextTo)].map(
      ({ ids }) => (ids as readonly string[]).length,
    );
    const points = decodeTile(bytes, tile).filter(
      (each) => (each as { geometry: { type: string } }).geometry.type === 'Point',
    );
    const isIn = (content: unknown): boolean => JSON.stringify(content).includes(String(EXACT[0]));
    const shown: readonly (readonly [string, boolean])[] = [
      ['item', isIn(await world.ask(actor, `read/${id}`))],
      ['list', isIn(await world.ask(actor, 'readMany/object', [id]))],
      ['map', isIn(await world.ask(actor, 'act/streamFeatures', { query }))],
      ['tile', points.length > 0],
      // An area at the place finds it, and one next to it in the same cell does not.
      ['search', found[0] === 1 && found[1] === 0],
      [
        'geojson',
        (await world.exported(actor, { query, format: 'geojson', language: 'en' })).includes(String(EXACT[0])),
      ],
      ['kml', (await world.exported(actor, { query, format: 'kml', language: 'en' })).includes(String(EXACT[0]))],
    ];
    return shown.flatMap(([name, isShown]) => (isShown ? [name] : []));
  };

  it(
    '[SPAT-02] a form that does not generalise opens the exact place in every channel, and one that does in none',
    async () => {
      const [open, closed] = [await publish(program, { generalise: false }), await publish(program)];
      const [exact, general] = [await send(open), await send(closed)];
      const every = ['item', 'list', 'map', 'tile', 'search', 'geojson', 'kml'];
      expect((await ask('stranger', `read/${general}`))['place']).toMatchObject({ type: 'Polygon' });
      expect(await channelsShowing(general)).toEqual([]);
      expect(await channelsShowing(exact)).toEqual(every);
      expect(await ask('stranger', `read/${exact}`)).toMatchObject({
        formInstance: { formData: { spot: { accuracy: 4 } } },
      });
      // A later change of the form moves its records.
      const versionOf = async (id: ItemId): Promise<Json> => (await ask('administrator', `read/${id}`))['_u'] ?? 0;
      await ask('administrator', 'update', { $id: open, _u: await versionOf(open), generalise: true });
      await ask('administrator', 'update', { $id: closed, _u: await versionOf(closed), generalise: false });
      await world.runJobs();
      expect(await channelsShowing(exact)).toEqual([]);
      expect(await channelsShowing(general)).toEqual(every);
    },
    WITHIN,
  );

  it('[GEO-01] the number of statements of the requests of devices does not grow with their content', async () => {
    const form = await publish(program);
    const texts = async (work: () => Promise<unknown>): Promise<number> => {
      await work();
      const statements = await recordStatements(work);
      return statements.filter((text) => !text.includes('rate_limit')).length;
    };
    const requests = (): Promise<readonly number[]> =>
      [
        () => texts(() => send(form)),
        () => texts(() => ask('member', 'act/fieldPackage', {})),
        () => texts(() => ask('member', 'act/ownFieldData', {})),
      ].reduce<Promise<number[]>>(async (counts, count) => [...(await counts), await count()], Promise.resolve([]));
    const before = await requests();
    for (let each = 0; each < 3; each += 1) {
      await ask('administrator', 'act/publishFieldForm', target(form));
      const other = await openProgram();
      await publish(other);
      await publish(other);
      await send(form);
    }
    expect(await requests()).toEqual(before);
  });
});
