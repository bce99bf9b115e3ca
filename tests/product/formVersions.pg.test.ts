// Versions of a form: a draft on a phone was begun with an older version than the newest one.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

const formWith = (name: string): Body => ({
  ...{ title: { en: 'Birds' }, machineName: 'birds', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  ...{ lists: {}, questions: [{ name, type: 'text', label: { en: name } }] },
});

describe('versions of a form', () => {
  let world: ProductWorld;
  let program: ItemId;
  let form: ItemId;

  const ask = async (actor: string, o: string, body?: Body): Promise<Body> => {
    const answer = await world.ask(actor, o, body);
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const target = (id: ItemId): Body => {
    const { type, number } = parseItemId(id);
    return { _t: type, _i: number };
  };
  const publish = async (name: string): Promise<void> => {
    const { _u = 0 } = await ask('administrator', `read/${form}`);
    await ask('administrator', 'update', { $id: form, _u, form: formWith(name) });
    await ask('administrator', 'act/publishFieldForm', target(form));
  };

  beforeAll(async () => {
    world = await openProductWorld();
    const made = await ask('administrator', 'create/GeoKeeperProgram', {
      ...{ label: 'Birds', owner: world.own, state: 'ACTIVE', access: 'USERS' },
    });
    program = String(made['$id']);
    form = String(
      (await ask('administrator', 'create/GeoKeeperFormDef', { label: 'Birds', program, state: 'ACTIVE' }))['$id'],
    );
    await publish('species');
  });
  afterAll(() => world.stop());

  it('[GEO-01] a draft of an older version is finished with that version, which its record keeps', async () => {
    const record = {
      ...{ instanceId: `uuid:${randomUUID()}`, program, formDef: form, version: 1 },
      ...{ collected: '2026-05-04T08:30:00.000Z', answers: { species: 'Heron' } },
    };
    const send = (more: Body = {}): Promise<Body> =>
      ask('member', 'act/submitFieldData', { ...target(program), record: { ...record, ...more }, files: [] });
    const draft = await send();
    await publish('kind');

    const { programs } = await ask('member', 'act/fieldPackage', {});
    const sent = (programs as readonly Body[]).find(({ id }) => id === program);
    expect(sent?.['forms']).toMatchObject([
      {
        versions: [
          { version: 2, form: { questions: [{ name: 'kind' }] } },
          { version: 1, form: { questions: [{ name: 'species' }] } },
        ],
      },
    ]);

    const finished = await send({ finalized: '2026-05-04T08:40:00.000Z', answers: { species: 'Grey heron' } });
    expect(finished).toMatchObject({ id: draft['id'], state: 'RECEIVED' });
    const stored = await ask('administrator', `read/${String(finished['id'])}`);
    expect(stored).toMatchObject({ formInstance: { formData: { species: 'Grey heron' } } });
    const version = await ask('administrator', `read/${String(stored['formVersion'])}`);
    expect(version).toMatchObject({ version: 1, form: formWith('species') });
  });
});
