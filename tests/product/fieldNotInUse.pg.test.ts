// Field data on a dedicated installation whose key capabilities do not include it: the server refuses its actions and its addresses.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { newSecret } from 'src/server/sessions/secretAddresses.ts';
import { insertAddress } from 'src/server/store/accounts/calendarFeedRows.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const FORM = {
  ...{ title: { en: 'Fish' }, machineName: 'fish', languages: ['en'], defaultLanguage: 'en' },
  ...{ formType: 'record', lists: {}, questions: [{ name: 'species', type: 'text', label: { en: 'Species' } }] },
};

describe('[GEO-01] a dedicated installation without the key capability of field data', () => {
  let world: ProductWorld;
  let program: ItemId;
  let form: ItemId;

  const targetOf = (id: ItemId): Readonly<Record<string, Json>> => {
    const { type, number } = parseItemId(id);
    return { _t: type, _i: number };
  };

  beforeAll(async () => {
    world = await openProductWorld({
      dedicated: true,
      keyCaps: registry.capabilities.filter((name) => name !== 'GeoKeeper'),
    });
    const { database, items } = world.services;
    const insert = async (type: string, values: Values): Promise<ItemId> => {
      const by = world.idOf('creator');
      const stored = await database.transaction((tx) =>
        items.insert(tx, type, values, { at: new Date(), by, actor: undefined }),
      );
      return stored.id;
    };
    program = await insert('GeoKeeperProgram', {
      ...{ label: 'Salmon', owner: world.own, state: 'ACTIVE', access: 'USERS', $access: 'COMMUNITY' },
    });
    form = await insert('GeoKeeperFormDef', { label: 'Fish', program, state: 'ACTIVE', version: 1, form: FORM });
    await insert('GeoKeeperFormVersion', { label: 'Fish 1', formDef: form, version: 1, form: FORM });
  });
  afterAll(() => world.stop());

  it.each(['member', 'capability holder', 'owner administrator'])(
    'refuses new programs, changes of a program and records of a %s',
    async (actor) => {
      const values = { label: 'Trout', owner: world.own };
      expect(await world.ask(actor, 'create/GeoKeeperProgram', values)).toEqual({ refused: 'notAllowed' });
      const found = await world.ask(actor, `read/${program}`);
      const { _u = 0 } = ('ok' in found ? found.ok : {}) as Readonly<Record<string, Json>>;
      expect(await world.ask(actor, 'update', { $id: program, _u, label: 'Trout' })).toEqual({
        refused: 'notAllowed',
      });
      const instanceId = `uuid:${randomUUID()}`;
      const record = {
        ...{ instanceId, program, formDef: form, version: 1, answers: { species: 'coho' } },
        ...{ collected: '2026-05-01T10:00:00Z', finalized: '2026-05-01T10:05:00Z' },
      };
      expect(await world.ask(actor, 'act/submitFieldData', { ...targetOf(program), record, files: [] })).toEqual({
        refused: 'notAllowed',
      });
      const definition = { label: 'Birds', program, state: 'DRAFT' };
      expect(await world.ask(actor, 'create/GeoKeeperFormDef', definition)).toEqual({ refused: 'notAllowed' });
    },
  );

  it('gives no address for ODK Collect, and answers at none that exists already', async () => {
    const person = world.idOf('member');
    expect(await world.ask('member', 'act/makeCollectAddress', { ...targetOf(person), name: 'My phone' })).toEqual({
      refused: 'notAllowed',
    });
    const { secret, hash } = newSecret();
    await world.services.database.transaction((tx) =>
      insertAddress(tx, { person, hash, name: 'My phone', purpose: 'openRosa' }),
    );
    for (const [method, path] of [
      ['GET', 'formList'],
      ['GET', `forms/${form}/1/form.xml`],
      ['GET', `forms/${form}/1/manifest`],
      ['HEAD', 'submission'],
      ['POST', 'submission'],
    ] as const) {
      const answer = await fetch(`${world.url}/openrosa/${secret}/${path}`, { method });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});
