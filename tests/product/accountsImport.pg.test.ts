// People and their rights from a table: one row for each membership. The people can be invited, and an undo takes their accounts back.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf } from 'tests/product/importWorld.ts';
import { operationsOf, okOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const ADMIN = 'administrator';
const KIND = { kind: 'ACCOUNTS' } as const;

let world: ProductWorld;
const { read, save } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;
const query = (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  world.services.database.query(text, values);
const personOf = async (email: string): Promise<string> => {
  const [row] = await query('select user_id from credential where email = $1', email);
  return String(row?.['user_id'] ?? '');
};
const invited = async (person: string): Promise<number> =>
  (await query(`select 1 from mail where template = 'invite' and to_user = $1`, person)).length;
const members = async (id: string) => (await read(ADMIN, id))['memberships'];

const HEADINGS = 'Email,Name,Organization,Reads,Administrator,Capabilities,From,To';

describe('[AUTH-08] [ARCH-02] an import of people', () => {
  it('suggests the columns, and offers nothing but the name, the address and memberships', async () => {
    const key = await imports.upload(ADMIN, { content: lines(HEADINGS, 'ann@toy.test,Ann,Own,,,,,') });
    const sheet = await imports.readSheet(ADMIN, key, KIND);
    expect(sheet.mapping.map(({ to }) => to)).toEqual([
      ...['email', 'name', 'memberships.owner', 'memberships.reads', 'memberships.admin'],
      ...['memberships.capabilities', 'memberships.from', 'memberships.to'],
    ]);
    expect(sheet.targets).toHaveLength(sheet.mapping.length);
    expect(sheet.invites).toBe(true);
  });

  it('joins the rows of one address into the memberships of one person, wherever they are', async () => {
    const content = lines(
      HEADINGS,
      ' Ann@toy.test ,Ann Example,Own,private,no,Archive;Research,,2099-01-01',
      'ben@toy.test,"Ben, the elder",,,,,,',
      'ann@toy.test,,Other,,,,,',
    );
    const check = await imports.check(ADMIN, { content }, KIND);
    expect(check.outcome.refused).toEqual([]);
    expect(check.outcome.counts).toMatchObject({ created: 2, changed: 0, refused: 0 });
    expect(check.outcome.preview[0]?.values).toMatchObject({ name: 'Ann Example', email: 'ann@toy.test' });
    expect(await personOf('ann@toy.test')).toBe('');
    const { outcome } = await imports.import(ADMIN, { content }, KIND);
    expect(outcome.counts).toMatchObject({ created: 2, refused: 0 });
    const ann = await personOf('ann@toy.test');
    expect(await read(ADMIN, ann)).toMatchObject({ name: 'Ann Example', email: 'ann@toy.test' });
    expect(await members(ann)).toMatchObject([
      {
        owner: world.own,
        reads: 'PRIVATE',
        admin: false,
        capabilities: ['Archive', 'Research'],
        to: expect.any(String),
      },
      { reads: 'COMMUNITY' },
    ]);
    expect(await members(await personOf('ben@toy.test'))).toBeUndefined();
    expect(await invited(ann)).toBe(0);
  });

  it('keeps other memberships of a person who exists, and changes the one that the row names', async () => {
    const before = await members(world.idOf('stranger'));
    const content = lines(
      HEADINGS,
      'STRANGER@example.org,,Own,PROTECTED,,Archive,,',
      'stranger@example.org,,Other,,,,,',
    );
    const check = await imports.check(ADMIN, { content }, KIND);
    expect(check.outcome.changes[0]?.cells[0]?.after).toContain('Organization: Own, May read, up to: Protected');
    const { outcome } = await imports.import(ADMIN, { content }, KIND);
    expect(outcome.refused).toEqual([]);
    expect(outcome.counts).toMatchObject({ created: 0, changed: 1 });
    const after = await members(world.idOf('stranger'));
    expect(after).toEqual([
      ...(before as readonly unknown[]),
      { owner: world.own, reads: 'PROTECTED', capabilities: ['Archive'] },
    ]);
    const undone = await imports.undo(ADMIN, String(outcome.import));
    expect(undone.outcome.counts).toMatchObject({ restored: 1, kept: 0 });
    expect(await members(world.idOf('stranger'))).toEqual(before);
  });

  it('names every refused cell with its row, and refuses the other rows of the person', async () => {
    const content = lines(
      HEADINGS,
      'a@toy.test,Ann,Own,SECRET,no,Cooking,2026-13-01,',
      'no address,Ben,,,,,,',
      'c@toy.test,,Own,,,,,',
      'd@toy.test,Dan,Nowhere,,,,,',
      'd@toy.test,Dann,Own,,,,2026-02-01,2026-01-01',
      'e@toy.test,Eve,Own,,,,2026-02-01,2026-01-01',
      'f@toy.test,Fay,,COMMUNITY,,,,',
      'g@toy.test,Gus,Own,,,,,',
      'g@toy.test,Gus,Own,,,,,',
      'h@toy.test,Hal,Own,,,,,',
      'h@toy.test,Hal,,,,,,',
    );
    const { outcome } = await imports.import(ADMIN, { content }, KIND);
    const found = outcome.refused.map(({ row, name, column, message }) => [row, column ?? name, message]);
    expect(found).toEqual([
      [2, 3, 'import.notAChoice'],
      [2, 5, 'import.notAChoice'],
      [2, 6, 'import.notADate'],
      [3, 0, expect.any(String)],
      [4, 1, 'errors.required'],
      [5, 2, 'import.noRecord'],
      [6, 1, 'import.otherValue'],
      [7, 7, expect.any(String)],
      [8, 3, 'import.entryUnnamed'],
      [9, undefined, 'import.otherRow'],
      [10, 2, 'import.duplicateEntry'],
      [11, undefined, 'import.otherRow'],
      [12, undefined, 'import.duplicateRow'],
    ]);
    expect(outcome.counts).toMatchObject({ created: 0, refused: 11 });
    expect(await personOf('g@toy.test')).toBe('');
  });

  it('invites people once when it is asked to, and its undo takes unused accounts back', async () => {
    const content = lines('Email,Name,Organization', 'ida@toy.test,Ida,Own', 'jo@toy.test,Jo,Own');
    const invite = { ...KIND, more: { invite: true } };
    await imports.check(ADMIN, { content }, invite);
    expect(await query(`select 1 from mail where template = 'invite'`)).toEqual([]);
    const { outcome } = await imports.import(ADMIN, { content }, invite);
    const [ida, jo] = [await personOf('ida@toy.test'), await personOf('jo@toy.test')];
    expect([await invited(ida), await invited(jo)]).toEqual([1, 1]);
    const again = await imports.import(ADMIN, { content }, { ...invite, more: { invite: true, again: true } });
    expect(again.outcome.counts).toMatchObject({ unchanged: 2 });
    expect(await invited(ida)).toBe(1);
    await query(`update credential set hash = 'used' where user_id = $1`, jo);
    const undone = await imports.undo(ADMIN, String(outcome.import));
    expect(undone.outcome.kept).toMatchObject([{ id: jo, message: 'import.accountUsed' }]);
    expect(await personOf('ida@toy.test')).toBe('');
    expect(await world.ask(ADMIN, `read/${ida}`)).toEqual({ refused: 'notFound' });
    const back = await imports.import(ADMIN, { content }, { ...invite, more: { invite: true, again: true } });
    expect(back.outcome.counts).toMatchObject({ created: 1, unchanged: 1 });
  });
});

describe('[PERM-04] an import of people gives no right that the importer may not give', () => {
  const content = lines('Email,Name,Organization,Capabilities', 'kim@toy.test,Kim,Own,Archive');
  const mapping = [
    { column: 0, to: 'email' },
    { column: 1, to: 'name' },
  ];

  it('is offered to administrators of the site only', async () => {
    for (const actor of ['owner administrator', 'private reader', 'capability holder']) {
      const { kinds } = okOf(await world.ask(actor, 'act/importKinds', {}));
      expect(JSON.stringify(kinds)).not.toContain('ACCOUNTS');
      const body = await imports.request(actor, { content }, { ...KIND, columns: mapping });
      for (const action of ['checkImport', 'runImport'])
        expect(await world.ask(actor, `act/${action}/async`, body)).toEqual({ refused: 'notAllowed' });
    }
    expect(await personOf('kim@toy.test')).toBe('');
  });

  it('fills no column that the kind does not declare', async () => {
    for (const to of ['admin', 'siteCapabilities', 'siteReads', 'blocked', 'contact', '$id', '$legacyPath']) {
      const body = await imports.request(ADMIN, { content }, { ...KIND, columns: [...mapping, { column: 2, to }] });
      expect(await world.ask(ADMIN, 'act/runImport/async', body)).toMatchObject({ refused: 'invalid' });
    }
  });

  it('gives no right that the organization does not have', async () => {
    okOf(await save(ADMIN, world.own, { capabilities: ['Archive'] }));
    const vocab = content.replace('Own,Archive', 'Own,Archive;Vocab');
    const { outcome } = await imports.import(ADMIN, { content: vocab }, KIND);
    expect(outcome.refused).toMatchObject([{ row: 2, column: 3, message: 'errors.capabilityOwner' }]);
    expect(await personOf('kim@toy.test')).toBe('');
  });

  it('ends with the right of the importer, who then takes nothing back', async () => {
    const { outcome } = await imports.import(ADMIN, { content }, KIND);
    const kim = await personOf('kim@toy.test');
    await world.change(world.idOf(ADMIN), { admin: false });
    expect(
      await world.ask(
        ADMIN,
        'act/checkImport/async',
        await imports.request(ADMIN, { content }, { ...KIND, columns: mapping }),
      ),
    ).toEqual({ refused: 'notAllowed' });
    const undone = await imports.undo(ADMIN, String(outcome.import));
    expect(undone.outcome.kept).toMatchObject([{ id: kim, message: 'errors.notAllowed' }]);
    expect(await personOf('kim@toy.test')).toBe(kim);
  });

  it('gives nothing to a person whose address only looks like that of the table', async () => {
    await world.change(world.idOf(ADMIN), { admin: true });
    // The kelvin sign, whose lower case is k.
    await query(`update credential set email = $1 where email = 'kim@toy.test'`, '\u212Aim@toy.test');
    await query(`delete from import_run`);
    const { outcome } = await imports.import(ADMIN, { content: `${content}\n` }, KIND);
    expect(outcome.counts).toMatchObject({ created: 1, changed: 0 });
  });
});
