// Actions that only a dedicated installation allows, over the wire; docs/ACCESS.md lists them below its tables.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

/** Key capability that the site does not have. */
const CLOSED = 'Belongings';

let world: ProductWorld;
beforeAll(async () => {
  const keyCaps = registry.capabilities.filter((name) => name !== CLOSED);
  world = await openProductWorld({ dedicated: true, keyCaps });
});
afterAll(() => world.stop());

const ACTORS = ['visitor', 'stranger', 'member', 'protected reader', 'private reader', 'owner administrator'];

it('[PERM-07] readers of what is protected and owner administrators make Contacts on a dedicated installation', async () => {
  const allowed: string[] = [];
  for (const actor of ACTORS) {
    const { firstName, lastName, _related } = (await world.newBody({
      type: 'Contact',
      level: 'COMMUNITY',
      mark: actor,
    })) as Readonly<Record<string, Json>>;
    const answer = await world.ask(actor, 'create/Contact', {
      firstName: firstName ?? 'A',
      lastName: lastName ?? 'B',
      _related: _related ?? world.own,
    });
    if ('ok' in answer) allowed.push(actor);
  }
  expect(allowed).toEqual(['protected reader', 'private reader', 'owner administrator']);
  expect(readFileSync('docs/ACCESS.md', 'utf8')).toContain(
    `On a dedicated installation also create: ${allowed.join(', ')}.`,
  );
});

it('[PERM-04] [BEL-01] belongings are offered and given to no organization of a site that does not use them', async () => {
  const target = (id: string): Readonly<Record<string, Json>> => {
    const [_t = '', number] = id.split('-');
    return { _t, _i: Number(number) };
  };
  const rights = (capability: string): Json => ({ reads: 'COMMUNITY', admin: false, capabilities: [capability] });
  const give = (capability: string): Promise<Answer> =>
    world.ask('administrator', 'act/setMembership', {
      ...target(world.idOf('member')),
      ...{ owner: world.own, rights: rights(capability) },
    });
  const answer = await world.ask('administrator', 'act/peopleRights', { owner: world.own });
  const { may } = ('ok' in answer ? answer.ok : {}) as { readonly may: { readonly capabilities: readonly string[] } };
  expect(may.capabilities).toContain('Archive');
  expect(may.capabilities).not.toContain(CLOSED);
  expect(JSON.stringify(await give(CLOSED))).toMatch(/errors\.(?:capabilityOwner|unknownRight)/);
  expect(await give('Archive')).toEqual({ ok: {} });
  const works = { displayName: 'A works', type: 'COMMUNITY', capabilities: [CLOSED] };
  expect(await world.ask('administrator', 'create/Organization', works)).toMatchObject({ refused: 'invalid' });
});

describe('[ORG-01] the state of an account', () => {
  type Body = Readonly<Record<string, Json>>;
  const ok = (answer: Answer): Body => {
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(JSON.stringify(answer));
  };
  const found = async (actor: string, must: Body): Promise<readonly Json[]> =>
    ok(await world.ask(actor, 'search/ids', { must: { _t: ['Contact'], ...must } }))['ids'] as readonly Json[];
  const contactFor = async (email: string): Promise<string> => {
    const body = { firstName: 'Of', lastName: email, email, _related: world.own };
    return String(ok(await world.ask('administrator', 'create/Contact', body))['$id']);
  };
  const invite = (contact: string): Promise<Answer> =>
    world.ask('administrator', 'act/invite', { _t: 'Contact', _i: Number(contact.split('-')[1]) });
  const blocked = async (actor: string, value: boolean): Promise<void> => {
    const id = world.idOf(actor);
    const { _u } = ok(await world.ask('administrator', `read/${id}`));
    ok(await world.ask('administrator', 'update', { $id: id, _u: _u ?? 0, blocked: value }));
    await world.runJobs();
  };

  it('is on the contact, is searched and counted, follows the account, and creates no version', async () => {
    const { email } = ok(await world.ask('administrator', `read/${world.idOf('stranger')}`));
    const [here, fresh, nobody] = [
      await contactFor(String(email)),
      await contactFor('fresh@example.org'),
      await contactFor('nobody@example.org'),
    ];
    const before = ok(await world.ask('protected reader', `history/${here}`));
    ok(await invite(here));
    ok(await invite(fresh));
    await world.runJobs();
    const state = async (id: string): Promise<Json | undefined> =>
      ok(await world.ask('protected reader', `read/${id}`))['$userState'];
    expect([await state(here), await state(fresh), await state(nobody)]).toEqual(['WEEK', 'INVITED', 'NONE']);
    expect(await found('protected reader', { $userState: ['WEEK'] })).toEqual([here]);
    expect(await found('protected reader', { invitePending: [true] })).toEqual([fresh]);
    const { facets } = ok(
      await world.ask('protected reader', 'search/ids', { must: { _t: ['Contact'] }, facets: ['$userState'] }),
    );
    expect((facets as Readonly<Record<string, Json>>)['$userState']).toEqual(
      expect.arrayContaining([
        { value: 'WEEK', count: 1 },
        { value: 'INVITED', count: 1 },
      ]),
    );
    expect(ok(await world.ask('protected reader', `history/${here}`))).toEqual(before);

    await blocked('stranger', true);
    expect(await state(here)).toBe('BLOCKED');
    // A person who chooses people sees whom they cannot choose, but not when those were last active.
    const member = ok(await world.ask('member', `read/${here}`));
    expect(member).toMatchObject({ blocked: true });
    expect(Object.keys(member)).toEqual(
      expect.not.arrayContaining(['$userState', '$account', '$active', 'invitePending']),
    );
    expect(await found('member', { $userState: ['BLOCKED'] })).toEqual([]);
    await blocked('stranger', false);
    expect(await state(here)).toBe('WEEK');
    expect(ok(await world.ask('member', `read/${here}`))['blocked']).toBeUndefined();

    const user = world.idOf('stranger');
    const { _u } = ok(await world.ask('administrator', `read/${user}`));
    ok(await world.ask('administrator', 'update', { $id: user, _u: _u ?? 0, contact: nobody }));
    await world.runJobs();
    expect([await state(here), await state(nobody)]).toEqual(['NONE', 'WEEK']);
  });

  it('[ADM-01] holds the hour in which the person was last active, also later on the same day', async () => {
    const member = world.idOf('member');
    const { database, sessions } = world.services;
    /** Signs in so long after the last activity. Returns the number of jobs that this adds. */
    const signInAfter = async (minutes: number): Promise<number> => {
      const former = `update credential set active = now() - $2 * interval '1 minute' where user_id = $1`;
      await database.query(former, [member, minutes]);
      await sessions.begin(member, { second: false });
      return (await database.query(`select 1 from graphile_worker.jobs where key like '%' || $1`, [member])).length;
    };
    const age = async (): Promise<number> =>
      Date.now() - Date.parse(String(ok(await world.ask('administrator', `read/${member}`))['lastActive']));

    expect(await signInAfter(61)).toBe(1);
    await world.runJobs();
    expect(await age()).toBeGreaterThanOrEqual(0);
    expect(await age()).toBeLessThan(61 * 60_000);
    expect(await signInAfter(0)).toBe(0);
  });

  it('is sent to the pages that are open, and of an account nothing to who may not see it', async () => {
    const { email } = ok(await world.ask('administrator', `read/${world.idOf('creator')}`));
    const contact = await contactFor(String(email));
    await world.runJobs();
    const watching = async (actor: string): Promise<(until: Body) => Promise<readonly Json[]>> => {
      const socket = await world.socket(actor);
      await socket.ask(`addWatch/${contact}`);
      const pushed = (): Body[] =>
        socket.received.filter(({ o }) => o === 'item/update').map(({ b }) => (b as { changed: Body }).changed);
      return async (until) => {
        const fits = (each: Body): boolean => Object.entries(until).every(([name, value]) => each[name] === value);
        await socket.until(({ o, b }) => o === 'item/update' && fits((b as { changed: Body }).changed));
        socket.close();
        return pushed().map((each) => each['blocked'] ?? null);
      };
    };
    const [protectedReader, member] = [await watching('protected reader'), await watching('member')];
    ok(await invite(contact));
    await world.runJobs();
    await blocked('creator', true);
    expect(await protectedReader({ $userState: 'BLOCKED', blocked: true })).toEqual([null, true]);
    expect(await member({ blocked: true })).toEqual([true]);
    await blocked('creator', false);
  });

  it('cannot be written', async () => {
    const contact = await contactFor('written@example.org');
    const { _u } = ok(await world.ask('administrator', `read/${contact}`));
    const changes: readonly Body[] = [
      ...[{ $account: 'ACTIVE' }, { blocked: true }],
      ...[{ invitePending: true }, { $userState: 'WEEK' }],
    ];
    for (const change of changes) {
      await world.ask('administrator', 'update', { $id: contact, _u: _u ?? 0, ...change });
      const now = ok(await world.ask('administrator', `read/${contact}`));
      expect([now['blocked'], now['invitePending'], now['$userState']]).toEqual([undefined, undefined, undefined]);
    }
  });
});
