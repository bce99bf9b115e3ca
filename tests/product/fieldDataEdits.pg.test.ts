// Edits of a reviewer: answers are recalculated and checked by the form, recorded positions stay, and another person's change is a conflict.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

const FORM: Json = {
  ...{ title: { en: 'Visit' }, machineName: 'visit', formType: 'trip', languages: ['en'], defaultLanguage: 'en' },
  lists: {},
  questions: [
    { name: 'count', type: 'integer', label: { en: 'Count' }, constraint: '. < 100' },
    { name: 'young', type: 'integer', label: { en: 'Young' } },
    { name: 'all', type: 'calculate', calculation: '${count} + ${young}' },
    { name: 'nest', type: 'text', label: { en: 'Nest' }, audience: 'RESTRICTED' },
  ],
};
const SEGMENTS = [[1, 2, 3].map((at) => ({ lat: 50 + at / 1_000, lon: -139, accuracy: 4 }))];
const KEEPER = 'capability holder';

describe('edits of field data', () => {
  let world: ProductWorld;
  let program: ItemId;
  let version: ItemId;
  /** Number of the record of the page, which everyone may read. */
  let page = 0;
  const ok = (answer: Answer): Body => {
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const make = async (type: string, body: Body): Promise<ItemId> =>
    String(ok(await world.ask('administrator', `create/${type}`, body))['$id']);
  const read = async (id: ItemId): Promise<Body> => ok(await world.ask(KEEPER, `read/${id}`));
  const trip = async (state = 'RECEIVED'): Promise<ItemId> => {
    const more = {
      ...{ label: 'Walk', program, owner: world.own, formType: 'trip', state, formVersion: version },
      formInstance: { formData: { count: 2, young: 1, all: 3 } },
      ...{ restrictedAnswers: { nest: 'alder' }, track: { segments: SEGMENTS } },
    };
    const [id = ''] = await world.add([{ type: 'GeoKeeperFieldData', level: 'COMMUNITY', mark: 'walk', more }]);
    return id;
  };
  const apply = async (edits: Json, actor = KEEPER): Promise<Body> =>
    ok(await world.ask(actor, 'act/applyGeoKeeperFieldDataEdits', { _t: 'GeoKeeperFieldData', _i: page, edits }));

  beforeAll(async () => {
    world = await openProductWorld();
    program = await make('GeoKeeperProgram', { label: 'Visits', owner: world.own, state: 'ACTIVE', access: 'USERS' });
    const formDef = await make('GeoKeeperFormDef', { label: 'Visit', program });
    const more = { formDef, version: 1, form: FORM };
    [version = ''] = await world.add([{ type: 'GeoKeeperFormVersion', level: 'COMMUNITY', mark: 'version', more }]);
    const own = { label: 'Open', program, owner: world.own, audience: 'PUBLIC', formType: 'trip', state: 'RECEIVED' };
    const [open = ''] = await world.add([{ type: 'GeoKeeperFieldData', level: 'PUBLIC', mark: 'open', more: own }]);
    page = Number(open.split('-')[1]);
  });
  afterAll(() => world.stop());

  it('[GEO-02] recalculates the answers, keeps their audiences, and marks the record as edited', async () => {
    const id = await trip();
    const { _u = 1 } = await read(id);
    const { saved, refused } = await apply({ [id]: { u: _u, answers: { count: 5, nest: 'the third alder' } } });
    expect(refused).toEqual({});
    const after = await read(id);
    expect(after).toMatchObject({ state: 'EDITED', formInstance: { formData: { count: 5, young: 1, all: 6 } } });
    expect(after['restrictedAnswers']).toEqual({ nest: 'the third alder' });
    expect(saved).toEqual({ [id]: after['_u'] });
  });

  it('[GEO-02] refuses an answer that breaks a constraint, and saves the other records', async () => {
    const [bad, good] = [await trip(), await trip()];
    const edits: Json = { [bad]: { u: 1, answers: { count: 400 } }, [good]: { u: 1, answers: { young: 3 } } };
    const { saved, refused } = await apply(edits);
    expect(Object.keys(saved as Body)).toEqual([good]);
    expect(refused).toEqual({ [bad]: { key: 'invalid' } });
    expect(await read(bad)).toMatchObject({ state: 'RECEIVED', formInstance: { formData: { count: 2 } } });
  });

  it('[GEO-02] removes and restores points and moves the ends of a trip, and never its recorded positions', async () => {
    const id = await trip();
    const track = { segments: SEGMENTS, removed: [[1]], ends: [[0, 1]] };
    await apply({ [id]: { u: 1, track } });
    const edited = await read(id);
    expect(edited['track']).toEqual(track);
    const moved = { segments: [SEGMENTS[0]?.map((each) => ({ ...each, lat: 51 })) ?? []] };
    expect((await apply({ [id]: { u: edited['_u'] ?? 0, track: moved } }))['refused']).toEqual({
      [id]: { key: 'invalid' },
    });
    await apply({ [id]: { u: edited['_u'] ?? 0, track: { segments: SEGMENTS } } });
    expect((await read(id))['track']).toEqual({ segments: SEGMENTS });
  });

  it('[GEO-02] merges edits of different answers, and reports two of one answer as a conflict', async () => {
    const id = await trip();
    await apply({ [id]: { u: 1, answers: { count: 7 } } });
    expect((await apply({ [id]: { u: 1, answers: { young: 2 } } }))['refused']).toEqual({});
    const { _u = 0 } = await read(id);
    expect((await apply({ [id]: { u: 1, answers: { count: 8 } } }))['refused']).toEqual({
      [id]: { key: 'conflict', u: _u },
    });
    expect(await read(id)).toMatchObject({ formInstance: { formData: { count: 7, young: 2, all: 9 } } });
  });

  it('[GEO-02] refuses readers, decided records, and records that the caller may not see', async () => {
    const [received, approved] = [await trip(), await trip('APPROVED')];
    const edit = { u: 1, answers: { count: 9 } };
    expect((await apply({ [received]: edit }, 'protected reader'))['refused']).toEqual({
      [received]: { key: 'notAllowed' },
    });
    expect((await apply({ [approved]: edit }))['refused']).toEqual({ [approved]: { key: 'invalid' } });
    expect((await apply({ [received]: edit }, 'stranger'))['saved']).toEqual({});
    expect((await apply({ 'GeoKeeperFieldData-999999': edit }))['saved']).toEqual({});
    expect(await read(received)).toMatchObject({ state: 'RECEIVED', formInstance: { formData: { count: 2 } } });
  });
});
