// Tests the arrival of a record of field data: the server checks the answers in a thread, keeps every record, and notes what a reviewer
// should look at. Also copies of a record, the places that a form opens, and the SQL statements of the requests of devices.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { packTrack } from 'src/domain/geokeeper/forms/packedTrack.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

const target = (id: ItemId): Body => {
  const { type, number } = parseItemId(id);
  return { _t: type, _i: number };
};

const QUESTIONS: readonly Question[] = [
  { name: 'species', type: 'text', label: { en: 'Species' }, required: true },
  { name: 'count', type: 'integer', label: { en: 'Count' }, constraint: '. < 100' },
  { name: 'double', type: 'calculate', calculation: '${count} * 2' },
  { name: 'spot', type: 'point', label: { en: 'Place' } },
  { name: 'visits', type: 'repeat', questions: [{ name: 'where', type: 'point' }] },
];
const FORM: FieldForm = {
  ...{ title: { en: 'Birds' }, machineName: 'birds', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  ...{ recordTitle: '${species}', lists: {}, questions: QUESTIONS },
};
const YEAR_MS = 365 * 86_400_000;

describe('the arrival of field data', () => {
  let world: ProductWorld;
  let program: ItemId;
  let form: ItemId;

  const ok = (answer: Answer): Body => {
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const ask = async (actor: string, o: string, body: Body): Promise<Body> => ok(await world.ask(actor, o, body));
  const publish = async (definition: FieldForm, more: Body = {}): Promise<ItemId> => {
    const values = { label: 'Birds', program, state: 'ACTIVE', form: definition as unknown as Json, ...more };
    const made = await ask('administrator', 'create/GeoKeeperFormDef', values);
    const id = String(made['$id']);
    await ask('administrator', 'act/publishFieldForm', target(id));
    return id;
  };
  const recordOf = (more: Body = {}): Body => ({
    ...{
      instanceId: `uuid:${randomUUID()}`,
      program,
      formDef: form,
      version: 1,
      collected: '2026-05-04T08:30:00.000Z',
    },
    ...{ finalized: '2026-05-04T08:40:00.000Z', answers: { species: 'Heron' }, ...more },
  });
  const send = async (record: Body, actor = 'member'): Promise<Body> =>
    await ask(actor, 'act/submitFieldData', { ...target(program), record, files: [] });
  const read = async (id: Json | undefined, actor = 'administrator'): Promise<Body> =>
    ok(await world.ask(actor, `read/${String(id)}`));
  const notesOf = async (id: Json | undefined): Promise<readonly Body[]> =>
    ((await read(id))['arrivalNotes'] as { readonly notes?: readonly Body[] } | undefined)?.notes ?? [];
  const notedOf = async (record: Body): Promise<readonly Body[]> => await notesOf((await send(record))['id']);

  beforeAll(async () => {
    world = await openProductWorld();
    const values = { label: 'Birds', owner: world.own, state: 'ACTIVE', access: 'USERS' };
    program = String((await ask('administrator', 'create/GeoKeeperProgram', values))['$id']);
    form = await publish(FORM);
  });
  afterAll(() => world.stop());

  it('[GEO-01] notes a record without a trip whose work item is locked to trips', async () => {
    const workItem = async (lockToTrip: boolean): Promise<ItemId> =>
      String((await ask('administrator', 'create/GeoKeeperWorkItem', { label: 'Count', program, lockToTrip }))['$id']);
    const [locked, free] = [await workItem(true), await workItem(false)];
    expect(await notedOf(recordOf({ workItem: locked }))).toEqual([{ kind: 'withoutTrip', path: '' }]);
    expect(await notedOf(recordOf({ workItem: free }))).toEqual([]);
    const trip = recordOf({ formDef: await publish({ ...FORM, machineName: 'walks', formType: 'trip' }) });
    expect(await notedOf({ ...trip, workItem: locked })).toEqual([]);
    const onTrip = await send(recordOf({ workItem: locked, trip: trip['instanceId'] ?? '' }));
    expect(await notesOf(onTrip['id'])).toEqual([]);
    expect(await read(onTrip['id'])).toMatchObject({ workItem: locked });
  });

  it('[GEO-01] keeps a record whose answers break the form, and notes each problem for the reviewer', async () => {
    const where = (lat: number) => ({ where: { lat, lon: 10, accuracy: 5 } });
    const answers = {
      ...{ count: 400, double: 3, spot: { lat: 10, lon: 10 }, colour: 'blue' },
      visits: [where(10), where(45)],
    };
    const { id, state } = await send(recordOf({ answers }));
    expect(state).toBe('RECEIVED');
    const notes = await notesOf(id);
    expect(new Set(notes.map(({ kind, path }) => `${String(kind)} ${String(path)}`))).toEqual(
      new Set([
        ...['required species', 'constraint count', 'calculation double', 'unknown colour', 'accuracy spot'],
        'jump visits/1/where',
      ]),
    );
    expect(notes.find(({ kind }) => kind === 'calculation')).toMatchObject({ values: { sent: '3', computed: '800' } });
    expect(await read(id)).toMatchObject({ restrictedAnswers: { colour: 'blue' } });
    expect((await read(id, 'private reader'))['arrivalNotes']).toBeDefined();
    expect((await read(id, 'member'))['arrivalNotes']).toBeDefined();
    expect((await read(id, 'creator'))['arrivalNotes']).toBeUndefined();
  });

  it('[GEO-01] keeps answers of a wrong shape, and those of a version that is not published', async () => {
    const shapes = { species: ['a', 'list'], spot: [null], visits: { where: 3 } };
    const wrong = await send(recordOf({ answers: shapes }));
    const notes = await notesOf(wrong['id']);
    expect(notes).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'value', path: 'species' })]));
    const unknown = await send(recordOf({ version: 7, answers: { nest: 'third alder' } }));
    expect(unknown['state']).toBe('ISSUES');
    expect(await notesOf(unknown['id'])).toEqual([{ kind: 'version', path: '', values: { version: 7 } }]);
    expect(await read(unknown['id'])).toMatchObject({ restrictedAnswers: { nest: 'third alder' } });
  });

  it('[GEO-01] corrects a clock that is a year ahead once, keeps the time of the device, and notes both', async () => {
    const sent = recordOf({ collected: '2027-05-04T08:30:00.000Z', clockOffset: YEAR_MS });
    const { id } = await send(sent);
    expect(await read(id)).toMatchObject({
      ...{ collected: expect.stringMatching(/^2026-05-04T08:30/u), deviceTime: '2027-05-04T08:30:00.000Z' },
      arrivalNotes: { notes: [{ kind: 'clock', values: { seconds: YEAR_MS / 1_000 } }] },
    });
    expect(await notedOf(recordOf({ collected: '2050-01-01T00:00:00.000Z' }))).toMatchObject([{ kind: 'future' }]);
  });

  it('[GEO-01] a trip of 28,800 points passes, with its accuracies and times, and its jumps are noted', async () => {
    const points = Array.from({ length: 28_800 }, (_, at) => ({
      ...{ lat: 50 + at / 1e5, lon: at === 20_000 ? -120 : -139, alt: 12.5, accuracy: 4.2 },
      at: new Date(Date.UTC(2026, 4, 4) + at * 1_000).toISOString(),
    }));
    const track = packTrack({ segments: [points] }) as unknown as Json;
    const trip = await publish({ ...FORM, formType: 'trip', machineName: 'trips' }, { formType: 'trip' });
    const { id } = await send(recordOf({ formDef: trip, track }));
    const stored = (await read(id))['track'] as { readonly segments: readonly (readonly Body[])[] };
    expect(stored.segments[0]).toHaveLength(28_800);
    expect(stored.segments[0]?.[28_799]).toEqual(points[28_799]);
    expect(await notesOf(id)).toMatchObject([{ kind: 'trackJump', values: { count: 2 } }]);
    const removed = { [String(id)]: { u: (await read(id))['_u'] ?? 1, track: { removed: [[20_000]], ends: [] } } };
    const edited = await ask('administrator', 'act/applyGeoKeeperFieldDataEdits', {
      ...target(String(id)),
      edits: removed,
    });
    expect(edited['refused']).toEqual({});
    expect((await read(id))['track']).toMatchObject({ removed: [[20_000]], segments: [{ length: 28_800 }] });
  });

  it('[GEO-01] an endless form neither stops the server nor loses a record, and cannot be published', async () => {
    const rows = Array.from({ length: 900 }, (_, at) => ({ item: at }));
    const all = 'count(${item}[count(${item}[. > 0]) > 0])';
    const questions: Question[] = [
      { name: 'species', type: 'text' },
      { name: 'rows', type: 'repeat', questions: [{ name: 'item', type: 'integer' }] },
      ...Array.from({ length: 400 }, (_, at): Question => ({ name: `sum${at}`, type: 'calculate', calculation: all })),
    ];
    const slow = await publish({ ...FORM, machineName: 'slow', questions });
    const began = Date.now();
    const sending = send(recordOf({ formDef: slow, answers: { rows } }), 'creator');
    await read(program);
    expect(Date.now() - began).toBeLessThan(4_000);
    const { id, state } = await sending;
    expect(state).toBe('RECEIVED');
    const kinds = (await notesOf(id)).map(({ kind }) => kind);
    expect(kinds.every((kind) => kind === 'unchecked' || kind === 'expression')).toBe(true);
    expect(kinds.length).toBeGreaterThan(0);
    const deep = { ...FORM, questions: [{ name: 'x', type: 'text', constraint: 'regex(., "(a+)+(?=b)")' }] };
    const values = { label: 'Bad', program, form: deep as unknown as Json };
    const bad = String((await ask('administrator', 'create/GeoKeeperFormDef', values))['$id']);
    const refused = JSON.stringify(await world.ask('administrator', 'act/publishFieldForm', target(bad)));
    expect(refused).toContain('geokeeper.forms.problem.pattern');
    const shapeless = { ...FORM, questions: [{ name: 'x', type: 'text', label: 'no languages' }] };
    await ask('administrator', 'update', { $id: bad, _u: 1, form: shapeless as unknown as Json });
    const again = JSON.stringify(await world.ask('administrator', 'act/publishFieldForm', target(bad)));
    expect(again).toContain('/form/questions/0/label');
  });

  it('[GEO-01] other content for a record in review becomes a second record that says why', async () => {
    const record = recordOf({ device: 'red phone' });
    const first = await send(record);
    const again = await send({ ...record, clockOffset: 30_000, device: 'blue phone' });
    expect(again).toMatchObject({ id: first['id'], u: first['u'] });
    const other = { ...record, answers: { species: 'Crane' }, device: 'blue phone' };
    const [second, twice] = [await send(other), await send(other)];
    expect(second['id']).not.toBe(first['id']);
    expect(twice['id']).toBe(second['id']);
    expect(await notesOf(second['id'])).toMatchObject([{ kind: 'secondCopy' }]);
    expect(await read(first['id'])).toMatchObject({ formInstance: { formData: { species: 'Heron' } } });
    const foreign = await send(record, 'creator');
    expect(foreign['id']).not.toBe(first['id']);
    expect(await notesOf(foreign['id'])).toMatchObject([{ kind: 'sameId' }]);
    const { finalized: _finalized, ...draft } = recordOf({ device: 'red phone' });
    const begun = await send(draft);
    const finished = { ...draft, finalized: '2026-05-04T09:00:00.000Z', device: 'blue phone' };
    expect((await send(finished))['id']).toBe(begun['id']);
    expect(await notesOf(begun['id'])).toMatchObject([{ kind: 'otherDevice', values: { device: 'red phone' } }]);
  });

  it('[GEO-02] an edit recalculates, and replaces the notes about answers but not those about the record', async () => {
    const answers = { species: 'Heron', count: 400, double: 3 };
    const { id, u } = await send(recordOf({ collected: '2027-05-04T08:30:00.000Z', clockOffset: YEAR_MS, answers }));
    const edits = { [String(id)]: { u: u ?? 1, answers: { count: 4 } } };
    const page = { ...target(String(id)), edits };
    expect(await ask('administrator', 'act/applyGeoKeeperFieldDataEdits', page)).toMatchObject({ refused: {} });
    const after = await read(id);
    expect(after).toMatchObject({ state: 'EDITED', formInstance: { formData: { count: 4, double: 8 } } });
    expect((await notesOf(id)).map(({ kind }) => kind)).toEqual(['clock']);
  });
});
