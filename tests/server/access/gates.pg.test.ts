import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import { createGates } from 'src/server/access/createGates.ts';
import { readable } from 'src/server/access/readable.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const reader = (owner: string, reads: 'COMMUNITY' | 'PROTECTED' | 'PRIVATE'): Subject => ({
  ...VISITOR,
  userId: 'User-5',
  sessionId: 's',
  memberships: [{ owner, reads, admin: false, capabilities: ['Library'] }],
});

describe('gates', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase(registry);
  });
  afterAll(() => db.stop());

  it('give one number to one set of readers, however it is written', async () => {
    const gates = createGates(db.database);
    const acl = await gates.aclFor(['user:User-1', 'owner:Shelf-1:PRIVATE']);
    expect(await gates.aclFor(['owner:Shelf-1:PRIVATE', 'user:User-1', 'user:User-1'])).toBe(acl);
    expect(await createGates(db.open()).aclFor(['owner:Shelf-1:PRIVATE', 'user:User-1'])).toBe(acl);
    expect(await gates.aclFor(['everyone', 'user:User-1'])).toBe(await gates.aclFor(['everyone']));
    expect(await gates.aclFor(['owner:Shelf-1:PRIVATE'])).not.toBe(acl);
  });

  it('let each subject through where it is among the readers, and an empty set nobody but an admin', async () => {
    const gates = createGates(db.database);
    const acls = {
      all: await gates.aclFor(['everyone']),
      signedIn: await gates.aclFor(['signedIn']),
      community: await gates.aclFor(['owner:Shelf-7:COMMUNITY']),
      private: await gates.aclFor(['owner:Shelf-7:PRIVATE']),
      capability: await gates.aclFor(['cap:Library:Shelf-7']),
      user: await gates.aclFor(['user:User-5']),
      nobody: await gates.aclFor([]),
    };
    const seen = async (subject: Subject) => {
      const gate = await gates.gateFor(subject);
      return Object.entries(acls).flatMap(([name, acl]) => (gate.canRead(acl) ? [name] : []));
    };
    expect(await seen(VISITOR)).toEqual(['all']);
    expect(await seen(reader('Shelf-8', 'PRIVATE'))).toEqual(['all', 'signedIn', 'user']);
    expect(await seen(reader('Shelf-7', 'PROTECTED'))).toEqual(['all', 'signedIn', 'community', 'capability', 'user']);
    expect(await seen(reader('Shelf-7', 'PRIVATE'))).toEqual([
      'all',
      'signedIn',
      'community',
      'private',
      'capability',
      'user',
    ]);
    expect(await seen({ ...reader('Shelf-9', 'COMMUNITY'), admin: true })).toEqual(Object.keys(acls));
  });

  it('grow while they are held: own acls at once, those of other processes when told', async () => {
    const [mine, theirs] = [createGates(db.database), createGates(db.open())];
    const gate = await mine.gateFor(reader('Shelf-20', 'PRIVATE'));
    const before = gate.mask;
    const own = await mine.aclFor(['owner:Shelf-20:PRIVATE', 'user:User-9']);
    expect(gate.canRead(own)).toBe(true);
    const foreign = await theirs.aclFor(['owner:Shelf-20:COMMUNITY', 'user:User-77']);
    expect(gate.canRead(foreign)).toBe(false);
    await mine.learn([foreign]);
    expect(gate.canRead(foreign)).toBe(true);
    expect(gate.canRead(await mine.aclFor(['owner:Shelf-21:PRIVATE']))).toBe(false);
    for (let made = 0; made < 700; made += 1) await mine.aclFor([`user:User-${1000 + made}`]);
    const late = await mine.aclFor(['owner:Shelf-20:PROTECTED']);
    expect(gate.mask.length).toBeGreaterThan(before.length);
    expect(gate.canRead(late)).toBe(true);
    const fresh = await createGates(db.open()).gateFor(reader('Shelf-20', 'PRIVATE'));
    for (let acl = 0; acl <= late; acl += 1) expect([acl, fresh.canRead(acl)]).toEqual([acl, gate.canRead(acl)]);
  });

  it('say the same in SQL as in the process, also for acls beyond the mask', async () => {
    const gates = createGates(db.database);
    for (const subject of [VISITOR, reader('Shelf-7', 'PRIVATE'), { ...reader('Shelf-7', 'PRIVATE'), admin: true }]) {
      const gate = await gates.gateFor(subject);
      const rows = await db.database.query<{ n: number; may: boolean }>(
        `select n, ${readable('n', '$1')} as may from generate_series(0, $2::int) n`,
        [gate.mask, gate.known + 500],
      );
      for (const { n, may } of rows) expect([n, may]).toEqual([n, gate.canRead(n)]);
    }
  });

  it('are asked for anew after one could not be made, and are whole then', async () => {
    let failures = 1;
    const acl = await createGates(db.database).aclFor(['owner:Shelf-600:PRIVATE']);
    const gates = createGates({
      query: (text, values, name) => {
        if (name !== 'acl.readableBy' || failures === 0) return db.database.query(text, values, name);
        failures -= 1;
        return Promise.reject(new Error('the connection was lost'));
      },
    });
    await expect(gates.gateFor(reader('Shelf-600', 'PRIVATE'))).rejects.toThrow('the connection was lost');
    expect((await gates.gateFor(reader('Shelf-600', 'PRIVATE'))).canRead(acl)).toBe(true);
  });

  it('do not miss an acl that appears while a set is being read', async () => {
    const gates = createGates(db.database);
    for (let round = 0; round < 30; round += 1) {
      const owner = `Shelf-${500 + round}`;
      const [gate, acl] = await Promise.all([
        gates.gateFor(reader(owner, 'PRIVATE')),
        gates.aclFor([`owner:${owner}:PRIVATE`]),
      ]);
      expect(gate.canRead(acl)).toBe(true);
    }
  });
});
