// Tests who sends records of field data, and who reads a record, its restricted answers and photos, and its exact place.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

type Body = Readonly<Record<string, Json>>;

const NEST = 'third alder above the bench';
const EXACT = [-139.23417, 50.33519];
const PHOTO = Buffer.from('the nest in a picture');

describe('access to field data', () => {
  let world: ProductWorld;
  beforeAll(async () => {
    world = await openProductWorld();
  });
  afterAll(() => world.stop());

  const ok = (answer: Answer): Body => {
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const make = async (type: string, body: Body): Promise<ItemId> =>
    String(ok(await world.ask('administrator', `create/${type}`, body))['$id']);
  const programOf = (body: Body): Promise<ItemId> =>
    make('GeoKeeperProgram', { label: 'Counts', owner: world.own, state: 'ACTIVE', ...body });
  const formOf = (program: ItemId, body: Body = {}): Promise<ItemId> =>
    make('GeoKeeperFormDef', { label: 'Count', program, ...body });
  const read = async (actor: string, id: string): Promise<Body | undefined> => {
    const answer = await world.ask(actor, `read/${id}`);
    return 'ok' in answer ? (answer.ok as Body) : undefined;
  };
  const readers = async (id: string): Promise<string[]> => {
    const actors = ['visitor', 'stranger', 'member', 'protected reader', 'capability holder', 'creator'];
    const found = await Promise.all(actors.map(async (actor) => ((await read(actor, id)) ? [actor] : [])));
    return found.flat();
  };
  /** Stored by the creator, as the server stores a record that was sent. */
  const recordOf = async (program: ItemId, more: Body): Promise<ItemId> => {
    const owner = world.own;
    const record = { label: 'Heron', program, owner, collector: world.idOf('creator'), ...more };
    const item = { type: 'GeoKeeperFieldData', level: 'COMMUNITY', mark: 'record', more: record } as const;
    const [id = ''] = await world.add([item]);
    return id;
  };
  const sends = async (actor: string, program: ItemId): Promise<boolean> =>
    'ok' in (await world.ask(actor, 'create/GeoKeeperFieldData', { label: 'Heron', program }));

  it('[GEO-01] lets the people of a program send records while it is open', async () => {
    const everyone = await programOf({ access: 'USERS' });
    const inOrg = await programOf({ access: 'IN_ORG' });
    const assigned = await programOf({ access: 'ASSIGNED', assigned: [world.idOf('protected reader')] });
    const closed = await programOf({ access: 'USERS', state: 'ARCHIVED' });
    const senders = async (program: ItemId): Promise<string[]> => {
      const sent: string[] = [];
      for (const actor of ['visitor', 'stranger', 'member', 'protected reader', 'capability holder'])
        if (await sends(actor, program)) sent.push(actor);
      return sent;
    };
    expect(await senders(everyone)).toEqual(['stranger', 'member', 'protected reader', 'capability holder']);
    expect(await senders(inOrg)).toEqual(['member', 'protected reader', 'capability holder']);
    expect(await senders(assigned)).toEqual(['protected reader', 'capability holder']);
    expect(await senders(closed)).toEqual([]);
  });

  it('[GEO-02] gives a record the owner of its program, and lets its sender read it', async () => {
    const program = await programOf({ access: 'USERS' });
    const sent = await world.ask('stranger', 'create/GeoKeeperFieldData', { label: 'Net', program });
    const id = String(ok(sent)['$id']);
    expect(await read('administrator', id)).toMatchObject({ owner: world.own, collector: world.idOf('stranger') });
    expect(await readers(id)).toEqual(expect.arrayContaining(['stranger', 'member']));
    expect(await readers(id)).not.toContain('visitor');
  });

  it('[GEO-02] lets the strictest of program, form and collector decide who reads a record, also later', async () => {
    const program = await programOf({ access: 'USERS' });
    const form = await formOf(program, { audience: 'PROTECTED' });
    const record = await recordOf(program, { formDef: form, audience: 'PUBLIC' });
    expect(await readers(record)).toEqual(['protected reader', 'capability holder', 'creator']);
    ok(await world.ask('administrator', 'update', { $id: form, _u: 1, audience: 'PUBLIC' }));
    expect(await readers(record)).toContain('visitor');
    ok(await world.ask('administrator', 'update', { $id: program, _u: 1, access: 'ASSIGNED' }));
    expect(await readers(record)).toEqual(['protected reader', 'capability holder', 'creator']);
    const own = await recordOf(await programOf({ access: 'USERS' }), { formDef: form, audience: 'PRIVATE' });
    expect(await readers(own)).toEqual(['capability holder', 'creator']);
  });

  it('[SPAT-02] shows the exact place and restricted answers only to their readers', async () => {
    const program = await programOf({ access: 'IN_ORG' });
    const record = await recordOf(program, {
      audience: 'COMMUNITY',
      place: { type: 'Point', coordinates: EXACT },
      formInstance: { formData: { species: 'heron', count: 2 } },
      restrictedAnswers: { nest: NEST },
    });
    const seenBy = async (actor: string): Promise<{ readonly exact: boolean; readonly nest: boolean }> => {
      const json = JSON.stringify(await read(actor, record));
      const query = { must: { _t: ['GeoKeeperFieldData'] } };
      const exported = await world.exported(actor, { query, format: 'geojson', language: 'en' });
      expect(exported.includes(String(EXACT[0])), actor).toBe(json.includes(String(EXACT[0])));
      expect(json).toContain('"count":2');
      return { exact: json.includes(String(EXACT[0])), nest: json.includes(NEST) };
    };
    expect(await seenBy('member')).toEqual({ exact: false, nest: false });
    expect(await seenBy('protected reader')).toEqual({ exact: true, nest: false });
    for (const actor of ['private reader', 'capability holder', 'creator'])
      expect(await seenBy(actor), actor).toEqual({ exact: true, nest: true });
  });

  it('[GEO-02] keeps restricted photos from the readers of a record', async () => {
    const record = await recordOf(await programOf({ access: 'IN_ORG' }), { audience: 'COMMUNITY' });
    const files = [await uploadTo(world, { actor: 'creator', name: 'weir.txt', content: 'the weir' })];
    const restrictedFiles = [await uploadTo(world, { actor: 'creator', name: 'nest.txt', content: PHOTO })];
    const { _u } = (await read('creator', record)) ?? {};
    const saved = ok(await world.ask('creator', 'update', { $id: record, _u: _u ?? 1, files, restrictedFiles }));
    expect(saved).toBeDefined();
    const { files: open, restrictedFiles: hidden } = (await read('creator', record)) ?? {};
    const [openFile, hiddenFile] = [open, hidden].map((ids) => String((ids as readonly string[])[0]));
    const downloads = async (actor: string, id = ''): Promise<number> =>
      (await world.get(actor, `/attachment/${id}`)).status;
    for (const actor of ['member', 'protected reader']) {
      expect(await read(actor, hiddenFile ?? ''), actor).toBeUndefined();
      expect(await downloads(actor, openFile), actor).toBe(200);
      expect(await downloads(actor, hiddenFile), actor).toBe(404);
      expect(JSON.stringify(await read(actor, record))).not.toContain(hiddenFile);
    }
    for (const actor of ['creator', 'capability holder', 'private reader'])
      expect(await downloads(actor, hiddenFile), actor).toBe(200);
  });

  it('[GEO-02] refuses forms that are too large, and keeps the content of others as it is', async () => {
    const program = await programOf({ access: 'IN_ORG' });
    const refusal = async (form: Json): Promise<string> =>
      JSON.stringify(await world.ask('administrator', 'create/GeoKeeperFormDef', { label: 'Large', program, form }));
    expect(await refusal({ text: 'x'.repeat(2_000_001) })).toContain('errors.json.large');
    const form: Json = { title: ' as typed ', empty: {}, none: [], zero: 0, name: 'A\u0308', nothing: null };
    const id = await formOf(program, { form });
    expect((await read('administrator', id))?.['form']).toEqual(form);
  });
});
