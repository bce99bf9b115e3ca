// Records of field data as a device sends them: once, whole, with the readers that their form decides.

import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

type Body = Readonly<Record<string, Json>>;

const target = (id: ItemId): Body => {
  const { type, number } = parseItemId(id);
  return { _t: type, _i: number };
};

const PHOTO = Buffer.from('a heron in a picture');
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const FORM: FieldForm = {
  title: { en: 'Birds' },
  machineName: 'birds',
  languages: ['en'],
  defaultLanguage: 'en',
  formType: 'record',
  recordTitle: '${species}',
  lists: {},
  questions: [
    { name: 'species', type: 'text', label: { en: 'Species' } },
    { name: 'nest', type: 'text', label: { en: 'Nest' }, audience: 'RESTRICTED' },
    { name: 'spot', type: 'point', label: { en: 'Place' } },
    { name: 'picture', type: 'photo', label: { en: 'Picture' } },
    { name: 'nestPicture', type: 'photo', label: { en: 'Nest picture' }, audience: 'RESTRICTED' },
  ],
};

describe('records of field data', () => {
  let world: ProductWorld;
  let program: ItemId;
  let form: ItemId;

  const ok = (answer: Answer): Body => {
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const ask = async (actor: string, o: string, body: Body): Promise<Body> => ok(await world.ask(actor, o, body));

  beforeAll(async () => {
    world = await openProductWorld();
    const made = await ask('administrator', 'create/GeoKeeperProgram', {
      ...{ label: 'Birds', owner: world.own, state: 'ACTIVE', access: 'USERS' },
    });
    program = String(made['$id']);
    const defined = await ask('administrator', 'create/GeoKeeperFormDef', {
      ...{ label: 'Birds', program, state: 'ACTIVE', maxPhotos: 2 },
      form: FORM as unknown as Json,
    });
    form = String(defined['$id']);
    await ask('administrator', 'act/publishFieldForm', target(form));
  });
  afterAll(() => world.stop());

  const recordOf = (more: Body = {}): Body => ({
    ...{ instanceId: `uuid:${randomUUID()}`, program, formDef: form, version: 1 },
    ...{ collected: '2026-05-04T08:30:00.000Z', answers: { species: 'Heron', nest: 'third alder' } },
    ...more,
  });
  const send = (actor: string, record: Body, files: readonly Json[] = []): Promise<Answer> =>
    world.ask(actor, 'act/submitFieldData', { ...target(program), record, files: [...files] });
  const fileOf = async (actor: string, name: string): Promise<Json> => {
    const ref = await uploadTo(world, { actor, name, content: PHOTO });
    return { name, upload: ref.replace('upload:', ''), sha256: sha256Of(PHOTO) };
  };
  const finished = { finalized: '2026-05-04T08:40:00.000Z' };

  it('[GEO-01] a record that is sent twice and at once by two devices is stored once, with the checksums of its files', async () => {
    const file = await fileOf('member', 'p1.jpg');
    const record = recordOf({ ...finished, answers: { species: 'Heron', picture: 'p1.jpg' } });
    const sent = await Promise.all([send('member', record, [file]), send('member', record, [file])]);
    const [one, other] = sent.map(ok);
    expect(one?.['id']).toBe(other?.['id']);
    expect(one).toMatchObject({ state: 'RECEIVED', files: [{ name: 'p1.jpg', sha256: sha256Of(PHOTO) }] });
    const again = ok(await send('member', record, [file]));
    expect(again).toMatchObject({ id: one?.['id'], u: one?.['u'], files: [{ name: 'p1.jpg' }] });
    const own = await ask('member', 'act/ownFieldData', {});
    expect((own['records'] as readonly Body[]).filter(({ id }) => id === one?.['id'])).toHaveLength(1);
  });

  it('[GEO-01] takes the records of many phones in turn, so that people can save meanwhile', async () => {
    const sent: Promise<Answer>[] = [];
    await world.services.database.transaction(async (tx) => {
      // Each record waits for its program.
      await world.services.items.find(tx, program, true);
      for (let phone = 0; phone < 20; phone += 1)
        sent.push(send(phone % 2 === 0 ? 'member' : 'stranger', recordOf(finished)));
      for (let at = 0; at < 5; at += 1)
        await ask('administrator', 'create/Organization', {
          displayName: `Heron society ${at}`,
          type: 'NOT_FOR_PROFIT',
        });
    });
    for (const answer of await Promise.all(sent)) expect(ok(answer)).toMatchObject({ state: 'RECEIVED' });
  });

  it('[GEO-01] answers and photos of restricted questions are closed to other readers of the record', async () => {
    const files = [await fileOf('member', 'open.jpg'), await fileOf('member', 'nest.jpg')];
    const answers = { species: 'Owl', nest: 'hollow larch', picture: 'open.jpg', nestPicture: 'nest.jpg' };
    const { id } = ok(await send('member', recordOf({ ...finished, audience: 'PUBLIC', answers }), files));
    const seen = async (actor: string): Promise<string> => JSON.stringify(await world.ask(actor, `read/${String(id)}`));
    expect(await seen('member')).toContain('hollow larch');
    expect(await seen('administrator')).toContain('hollow larch');
    const whole = ok(await world.ask('administrator', `read/${String(id)}`));
    expect(whole).toMatchObject({ $label: 'Owl', formInstance: { formData: { species: 'Owl', picture: 'open.jpg' } } });
    expect(whole['files']).toHaveLength(1);
    expect(whole['restrictedFiles']).toHaveLength(1);
    const other = await seen('stranger');
    expect(other).not.toContain('hollow larch');
    expect(other).not.toContain(String((whole['restrictedFiles'] as readonly string[])[0]));
  });

  it('[GEO-01] refuses a file that changed on its way, too many photos, and records for closed programs, and stores nothing', async () => {
    const file = (await fileOf('member', 'p2.jpg')) as Body;
    const damaged = { ...file, sha256: '0'.repeat(64) };
    const record = recordOf({ answers: { picture: 'p2.jpg' } });
    expect(JSON.stringify(await send('member', record, [damaged]))).toContain('fieldRecords.damagedFile');
    const closed = await ask('administrator', 'create/GeoKeeperProgram', {
      ...{ label: 'Over', owner: world.own, state: 'ARCHIVED', access: 'USERS' },
    });
    const late = recordOf({ program: String(closed['$id']) });
    const refused = await world.ask('member', 'act/submitFieldData', {
      ...target(String(closed['$id'])),
      record: late,
      files: [],
    });
    expect(JSON.stringify(refused)).toContain('fieldRecords.closedProgram');
    const own = await ask('member', 'act/ownFieldData', {});
    const ids = (own['records'] as readonly Body[]).map(({ instanceId }) => instanceId);
    for (const { instanceId } of [record, late]) expect(ids).not.toContain(instanceId);
  });

  it('[GEO-01] a draft is replaced until it is finished; a record that was sent back is corrected and received again', async () => {
    const record = recordOf();
    const draft = ok(await send('member', record));
    expect(draft).toMatchObject({ state: 'DRAFT' });
    const whole = ok(await send('member', { ...record, ...finished, answers: { species: 'Crane' } }));
    expect(whole).toMatchObject({ id: draft['id'], state: 'RECEIVED' });
    const id = String(whole['id']);
    await ask('administrator', 'act/transition', {
      ...target(id),
      name: 'sendBack',
      props: { reviewNote: 'Which crane?' },
    });
    const own = await ask('member', 'act/ownFieldData', {});
    expect((own['records'] as readonly Body[]).find((each) => each['id'] === id)).toMatchObject({
      ...{ state: 'ISSUES', note: 'Which crane?' },
    });
    const corrected = ok(await send('member', { ...record, ...finished, answers: { species: 'Sandhill crane' } }));
    expect(corrected).toMatchObject({ id, state: 'RECEIVED' });
    expect(ok(await world.ask('administrator', `read/${id}`))).toMatchObject({ $label: 'Sandhill crane' });
  });

  it('[GEO-01] [GEO-02] a device receives the programs in which its person may collect, with published forms only', async () => {
    const answer = await ask('member', 'act/fieldPackage', {});
    const programs = answer['programs'] as readonly Body[];
    const [found] = programs.filter(({ id }) => id === program);
    expect(found?.['forms']).toMatchObject([
      { id: form, audience: 'COMMUNITY', maxPhotos: 2, versions: [{ version: 1, form: { machineName: 'birds' } }] },
    ]);
  });

  it('[GEO-01] a form that generalises places keeps the positions of its answers from readers who see the square only', async () => {
    const spot = { lat: 50.33519, lon: -139.23417, accuracy: 4 };
    const { id } = ok(await send('member', recordOf({ ...finished, audience: 'PUBLIC', answers: { spot } })));
    const whole = ok(await world.ask('administrator', `read/${String(id)}`));
    expect(whole).toMatchObject({ restrictedAnswers: { spot }, place: { coordinates: [-139.23417, 50.33519] } });
    expect(JSON.stringify(await world.ask('stranger', `read/${String(id)}`))).not.toContain('50.33519');
  });

  it('[GEO-01] corrects the times of a device whose clock is a year ahead', async () => {
    const year = 365 * 86_400_000;
    const { id } = ok(await send('member', recordOf({ collected: '2027-05-04T08:30:00.000Z', clockOffset: year })));
    expect(ok(await world.ask('administrator', `read/${String(id)}`))['collected']).toMatch(/^2026-05-04T08:30/u);
  });

  it('[GEO-01] a draft that is sent without its track keeps the track that was sent before', async () => {
    const track = {
      segments: [
        [
          { lat: 50.1, lon: -120.1 },
          { lat: 50.2, lon: -120.2 },
        ],
      ],
    };
    const record = recordOf({ track });
    const { id } = ok(await send('member', record));
    const { track: _track, ...rest } = record;
    ok(await send('member', { ...rest, answers: { species: 'Crane' } }));
    const whole = ok(await world.ask('administrator', `read/${String(id)}`));
    expect(whole).toMatchObject({ $label: 'Crane' });
    expect(JSON.stringify(whole['track'])).toContain('50.2');
  });
});
