// The log of administrators: each sign-in and each change of accounts, rights and settings is in it, no person can change it, and only
// administrators of the site read it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

type Entry = Readonly<Record<string, Json>>;

const ok = (answer: Answer): Record<string, Json> => {
  if ('ok' in answer) return answer.ok as Record<string, Json>;
  throw new Error(JSON.stringify(answer));
};

const on = (id: ItemId, more: Record<string, Json> = {}): Json => ({
  ...{ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) },
  ...more,
});

/** Returns the entries that the search finds for the administrator, oldest first. */
const entries = async (must: Record<string, Json>): Promise<Entry[]> => {
  const sort = [{ key: 'created', order: 'asc' }];
  const { ids } = ok(await world.ask('administrator', 'search/ids', { must: { _t: ['LogEntry'], ...must }, sort }));
  const found = ok(await world.ask('administrator', 'readMany/object', ids ?? []));
  return (ids as readonly string[]).map((id) => found[id] as Entry);
};

const kindsAbout = async (id: ItemId): Promise<Json[]> =>
  (await entries({ about: [id] })).map(({ kind }) => kind ?? null);

const signIn = (email: string, password: string): Promise<Response> =>
  fetch(`${world.url}/api/sign-in`, { method: 'POST', body: JSON.stringify({ email, password }) });

describe('[ADM-01] [TRUST] sign-ins', () => {
  it('are entered when they succeed and when they fail, with the network address and without the typed address', async () => {
    const member = world.idOf('member');
    expect((await signIn('member@example.org', 'a good password')).status).toBe(200);
    expect((await signIn('member@example.org', 'a wrong password')).status).toBe(401);
    expect((await signIn('no.such.person@example.org', 'a wrong password')).status).toBe(401);
    const [signedIn] = (await entries({ about: [member], kind: ['SIGNED_IN'] })).slice(-1);
    expect(signedIn).toMatchObject({ by: member, group: 'SIGN_INS', address: expect.stringContaining('127.0.0.1') });
    const failed = await entries({ kind: ['SIGN_IN_FAILED'] });
    expect(failed.map(({ about }) => about ?? null)).toEqual([member, null]);
    expect(JSON.stringify(failed)).not.toContain('no.such.person');
  });

  it('as another person name the administrator', async () => {
    const member = world.idOf('member');
    ok(await world.ask('administrator', 'act/masquerade', on(world.idOf('administrator'), { targetUserID: member })));
    const [started] = (await entries({ about: [member], kind: ['ACTING_STARTED'] })).slice(-1);
    expect(started).toMatchObject({ by: world.idOf('administrator') });
  });
});

const FEW_RIGHTS = { reads: 'COMMUNITY', admin: false, capabilities: [], from: null, to: null };

describe('[ADM-01] [TRUST] changes', () => {
  it('of rights say what was given and taken, and where', async () => {
    const stranger = world.idOf('stranger');
    const rights = { reads: 'PROTECTED', admin: false, capabilities: ['Archive'], from: null, to: null };
    const set = (next: Json): Promise<Answer> =>
      world.ask('administrator', 'act/setMembership', on(stranger, { owner: world.own, rights: next }));
    ok(await set(rights));
    ok(await set({ ...rights, reads: 'PRIVATE', admin: true, capabilities: [] }));
    const found = await entries({ about: [stranger], owner: [world.own], group: ['RIGHTS'] });
    expect(found).toMatchObject([
      { kind: 'RIGHTS_GIVEN', reads: 'PROTECTED', ownerAdmin: false, gained: ['Archive'] },
      {
        ...{ kind: 'RIGHTS_CHANGED', reads: 'PRIVATE', readBefore: 'PROTECTED', lost: ['Archive'] },
        ...{ ownerAdmin: true, ownerAdminBefore: false },
      },
    ]);
  });

  it('of an account name a block and its end', async () => {
    const person = await world.newItem({ type: 'User', level: 'COMMUNITY', mark: 'blocked soon' });
    const read = async (): Promise<number> => Number(ok(await world.ask('administrator', `read/${person}`))['_u']);
    ok(await world.ask('administrator', 'update', { $id: person, _u: await read(), blocked: true }));
    ok(await world.ask('administrator', 'update', { $id: person, _u: await read(), blocked: null }));
    expect((await kindsAbout(person)).slice(-2)).toEqual(['ACCOUNT_BLOCKED', 'ACCOUNT_UNBLOCKED']);
  });

  it('of an account that is deleted and restored say which rights it has again', async () => {
    const person = await world.newItem({ type: 'User', level: 'COMMUNITY', mark: 'restored soon' });
    ok(await world.ask('administrator', 'act/setMembership', on(person, { owner: world.own, rights: FEW_RIGHTS })));
    const given = async (): Promise<number> =>
      (await kindsAbout(person)).filter((kind) => kind === 'RIGHTS_GIVEN').length;
    const before = await given();
    const { _u } = ok(await world.ask('administrator', `read/${person}`));
    ok(await world.ask('administrator', `delete/${person}`, { _u: _u ?? 0 }));
    ok(await world.ask('administrator', 'act/restoreItem', on(person, {})));
    expect(await kindsAbout(person)).toEqual(expect.arrayContaining(['ACCOUNT_DELETED', 'ACCOUNT_RESTORED']));
    expect(before).toBeGreaterThan(0);
    expect(await given()).toBe(2 * before);
  });

  it('of a value list, and an export, are entered with what they are about', async () => {
    const value = { list: 'ARC_TYPES', key: 'LOGGED', owner: world.own, t: { en: 'Logged' } };
    const id = String(ok(await world.ask('administrator', 'create/LOVValue', value))['$id']);
    expect(await entries({ about: [id] })).toMatchObject([
      { kind: 'LIST_VALUE_ADDED', owner: world.own, detail: 'ARC_TYPES: LOGGED' },
    ]);
    await world.exported('member', { format: 'csv', query: { must: { _t: ['Contact'] } } });
    const [exported] = (await entries({ kind: ['EXPORTED'] })).slice(-1);
    expect(exported).toMatchObject({ by: world.idOf('member'), detail: 'csv · Contact' });
  });
});

describe('[ADM-01] [TRUST] the log', () => {
  it('is read by administrators of the site only', async () => {
    const [entry] = await entries({ kind: ['SIGN_IN_FAILED'] });
    const id = String(entry?.['$id']);
    for (const actor of ['private reader', 'owner administrator', 'capability holder', 'member', 'visitor']) {
      expect(await world.ask(actor, `read/${id}`), actor).toMatchObject({ refused: expect.any(String) });
      const found = await world.ask(actor, 'search/ids', { must: { _t: ['LogEntry'] } });
      expect('ok' in found ? (found.ok as { readonly ids: Json }).ids : [], actor).toEqual([]);
    }
  });

  it('cannot be changed, not even by an administrator', async () => {
    const [entry] = await entries({ kind: ['SIGN_IN_FAILED'] });
    const { $id = '', _u = 0 } = entry ?? {};
    const attempts = [
      world.ask('administrator', 'update', { $id, _u, detail: 'nothing happened' }),
      world.ask('administrator', `delete/${String($id)}`, { _u }),
      world.ask('administrator', 'create/LogEntry', { kind: 'SIGNED_IN', group: 'SIGN_INS' }),
    ];
    for (const answer of await Promise.all(attempts)) expect(answer).toHaveProperty('refused');
    expect(await entries({ kind: ['SIGN_IN_FAILED'] })).toContainEqual(entry);
  });
});

describe('[ADM-01] [TRUST] reads of private records', () => {
  it('are listed for administrators of the site by person, owner and time', async () => {
    const id = await world.newItem({ type: 'ArchiveEntry', level: 'PRIVATE', mark: 'read by one person' });
    ok(await world.ask('private reader', `read/${id}`));
    const reader = world.idOf('private reader');
    const asked = async (filter: Record<string, Json>): Promise<readonly Entry[]> =>
      ok(await world.ask('administrator', 'act/privateReads', filter))['entries'] as readonly Entry[];
    expect(await asked({ by: reader })).toContainEqual(
      expect.objectContaining({ $id: id, by: reader, channel: 'read' }),
    );
    expect(await asked({ by: reader, owner: world.own })).toContainEqual(expect.objectContaining({ $id: id }));
    expect(await asked({ by: world.idOf('member') })).toEqual([]);
    expect(await asked({ by: reader, until: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await world.ask('owner administrator', 'act/privateReads', {})).toMatchObject({ refused: 'notAllowed' });
  });

  it('leave out accounts and own saved searches unless asked for, and are limited to kinds of records', async () => {
    const entry = await world.newItem({ type: 'ArchiveEntry', level: 'PRIVATE', mark: 'a private recording' });
    const search = {
      name: 'Maps, oldest first',
      hash: 'a'.repeat(32),
      screen: 'archive',
      displayAs: 'LIST',
      $access: 'PRIVATE',
    };
    const own = String(ok(await world.ask('private reader', 'create/SavedSearch', search))['$id']);
    ok(await world.ask('private reader', `read/${own}`));
    ok(await world.ask('private reader', `read/${entry}`));
    const by = world.idOf('private reader');
    const asked = async (filter: Record<string, Json>): Promise<readonly Json[]> => {
      const found = ok(await world.ask('administrator', 'act/privateReads', { by, ...filter }))['entries'];
      return (found as readonly Entry[]).map(({ $id = null }) => $id);
    };
    const records = await asked({});
    expect(records).toContain(entry);
    expect(records.filter((id) => /^(User|SavedSearch|Notify|ReadMark|Task)-/.test(String(id)))).toEqual([]);
    expect(await asked({ personal: true })).toEqual(expect.arrayContaining([entry, own]));
    const entries = await asked({ types: ['ArchiveEntry'] });
    expect(entries).toContain(entry);
    expect(entries.every((id) => String(id).startsWith('ArchiveEntry-'))).toBe(true);
    expect(await asked({ types: ['SavedSearch'] })).toContain(own);
    expect(await asked({ types: ['NoSuchType'] })).toEqual([]);
  });

  it('name the people who can see a record, for its administrators only', async () => {
    const id = await world.newItem({ type: 'ArchiveEntry', level: 'PRIVATE', mark: 'seen by few' });
    const seen = ok(await world.ask('owner administrator', 'act/itemReaders', on(id)));
    const people = seen['people'] as readonly string[];
    expect(people).toEqual(
      expect.arrayContaining([
        world.idOf('private reader'),
        world.idOf('owner administrator'),
        world.idOf('administrator'),
      ]),
    );
    expect(people).not.toContain(world.idOf('member'));
    expect(seen['count']).toBe(people.length);
    expect(await world.ask('private reader', 'act/itemReaders', on(id))).toMatchObject({ refused: 'notAllowed' });
  });
});
