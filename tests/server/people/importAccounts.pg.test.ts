// People from a file, imported by a command in its own process next to a running server, with a real mail server.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAccounts } from 'src/server/cli/importAccounts.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import type { Services } from 'src/server/modules.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { insertCredential } from 'src/server/store/accounts/sessionRows.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { emailOf, openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let smtp: MailServer;
let world: World;
let services: Services;
let queue: JobQueue;
beforeAll(async () => {
  smtp = await startMailServer();
  world = await openWorld({
    mail: { smtpUrl: smtp.url, from: 'site@toy.test' },
    settings: { timeZone: 'America/Vancouver' },
  });
  ({ services } = await world.second());
  const { connection, jobs } = world;
  queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: console.error });
});
afterAll(async () => {
  await queue.stop();
  await world.stop();
  await smtp.stop();
});

const REAL = { dryRun: false, invite: false };
const everything = async (): Promise<unknown> =>
  Promise.all(
    ['item_history', 'credential', 'mail', 'account_token'].map((table) =>
      services.database.query(`select * from ${table} x order by x::text`),
    ),
  );
const refusal = async (text: string): Promise<string> => {
  const before = await everything();
  const error: unknown = await importAccounts(services, text, { dryRun: false, invite: true }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(await everything()).toEqual(before);
  return (error as Error).message;
};
const userBy = async (email: string) => {
  const [row] = await services.database.query<{ user_id: string }>('select user_id from credential where email = $1', [
    email,
  ]);
  return await services.items.find(services.database, row?.user_id ?? 'User-0');
};

describe('[AUTH-08] import-accounts', () => {
  it('names every line that is wrong and writes nothing', async () => {
    const message = await refusal(
      [
        'Email;Name;Organization;Reads;Admin;Capabilities;From;To',
        'a@toy.test;Ann;North shelf;SECRET;maybe;Library,Cooking;2026-13-01;',
        'no address;Ben;;;;;;',
        'c@toy.test;;North shelf;;;;;',
        'd@toy.test;Dan;South shelf;;;;;',
        'd@toy.test;Dann;North shelf;;;;2026-02-01;2026-01-01',
        'd@toy.test;Dan;North shelf;;;;;',
        `"e\r\nbcc: all@toy.test";"Eve";;;;;;`,
        'f@toy.test;Fay;;COMMUNITY;;;;',
      ].join('\r\n'),
    );
    expect(message.split('\n')).toEqual([
      'import-accounts: nothing was imported.',
      '  line 2: from: “2026-13-01” must be a day such as 2026-01-31 or a moment such as 2026-01-31T09:00:00Z',
      '  line 2: reads: “SECRET” must be PUBLIC, COMMUNITY, PROTECTED or PRIVATE',
      '  line 2: administrator: “maybe” must be yes or no',
      '  line 3: email: “no address” is not an address',
      '  line 4: name: is missing',
      '  line 6: to: must be after from',
      '  line 6: name: “Dann” is “Dan” in line 5',
      '  line 7: organisation: line 6 already gives it to this person',
      '  line 9: email: “e bcc: all@toy.test” is not an address',
      '  line 10: reads: needs an organisation',
    ]);
    expect(await refusal('name,colour\nAnn,red')).toBe(
      'import-accounts: nothing was imported.\n  line 1: the column email is missing\n  line 1: the column colour is unknown or there twice; there are email, name, organisation, reads, administrator, capabilities, from, to',
    );
    expect(await refusal('email,name,organisation,capabilities\na@toy.test,Ann,South shelf,Cooking')).toBe(
      'import-accounts: nothing was imported.\n  line 2: organisation: there is no “South shelf”\n  line 2: capabilities: there is no “Cooking”',
    );
    expect(await refusal('email,name\na@toy.test,"Ann')).toContain('line 2');
  });

  it('creates people from the file, invites them once, and does not change existing values', async () => {
    const text = `\uFEFFemail,name,organisation,reads,administrator,capabilities,from,to
 Ann@toy.test ,Ann Example,North shelf,private,no,Library,,2099-01-01
ann@toy.test,,Other shelf,,,,,
${emailOf('stranger')},stranger,${world.ids['shelf'] ?? ''},COMMUNITY,,,,
ben@toy.test,"Ben, the elder",,,,,,
`;
    const before = await everything();
    const seen = await importAccounts(services, text, { dryRun: true, invite: true });
    expect(seen).toEqual({ made: 2, changed: 1, unchanged: 0, invited: 0 });
    expect(await everything()).toEqual(before);
    const stranger = await TestSocket.as(world.url, await signIn(world.url, 'stranger'));
    expect(await importAccounts(services, text, REAL)).toEqual({ made: 2, changed: 1, unchanged: 0, invited: 0 });
    expect((await userBy('ann@toy.test'))?.properties).toMatchObject({
      name: 'Ann Example',
      memberships: [
        {
          ...{ owner: world.ids['shelf'], reads: 'PRIVATE', admin: false, capabilities: ['Library'] },
          // Midnight in Vancouver.
          to: '2099-01-01T08:00:00.000Z',
        },
        { owner: world.ids['other'], reads: 'COMMUNITY', admin: false, capabilities: [] },
      ],
    });
    // New rights of a signed-in person apply at once; those of another organisation stay.
    const authed = await stranger.until(
      ({ o, b }) => o === 'authed' && JSON.stringify(b).includes(`"readOrgs":["${world.ids['other'] ?? ''}","`),
    );
    expect(authed.b).toMatchObject({ readOrgs: [world.ids['other'], world.ids['shelf']] });
    stranger.close();
    expect(await importAccounts(services, text, { dryRun: false, invite: true })).toEqual({
      ...{ made: 0, changed: 0, unchanged: 3, invited: 2 },
    });
    const { mail } = await smtp.emailTo('ann@toy.test', 1);
    expect(mail.subject).toBe('You are invited to Our Community');
    const token = /confirm-email#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    const taken = await fetch(`${world.url}/api/confirm-email`, {
      method: 'POST',
      body: JSON.stringify({ token, password: 'paddle the long river home' }),
    });
    expect(taken.status).toBe(200);
    expect(await importAccounts(services, text, { dryRun: false, invite: true })).toMatchObject({ invited: 0 });
  });

  it('gives nothing to whose address only looks like that of the file', async () => {
    const { items, database, clock } = services;
    // The kelvin sign, whose lower case is k.
    const email = '\u212Aim@toy.test';
    const by = { at: clock.now(), by: 'User-0', actor: undefined };
    for (const account of [true, false])
      await database.transaction(async (tx) => {
        const { id } = await items.insert(tx, 'User', { name: 'Other Kim', email }, by);
        if (account) await insertCredential(tx, { userId: id, email, hash: null });
      });
    const text = 'email,name,organisation\nkim@toy.test,Kim,North shelf';
    expect(await importAccounts(services, text, REAL)).toMatchObject({ made: 1, changed: 0 });
    expect((await userBy(email))?.properties).not.toHaveProperty('memberships');
    expect((await userBy('kim@toy.test'))?.properties).toMatchObject({ name: 'Kim' });
  });

  it('writes each person whole, and goes on where it was stopped', async () => {
    const lines = Array.from({ length: 150 }, (_, at) => `many${at}@toy.test,Person ${at},North shelf`);
    const text = ['email,name,organisation', ...lines].join('\n');
    await services.database.query(`create function refuse_one() returns trigger language plpgsql as
      $$ begin if new.email = 'many120@toy.test' then raise 'gone'; end if; return new; end $$`);
    await services.database.query(
      'create trigger refuse_one before insert on credential for each row execute function refuse_one()',
    );
    await expect(importAccounts(services, text, REAL)).rejects.toThrow();
    await services.database.query('drop trigger refuse_one on credential');
    const users = async (): Promise<unknown> =>
      services.database.query(
        `select count(*)::int as count, count(distinct i)::int as people from item_level where t = 1 and body->>'email' like 'many%'`,
      );
    expect(await users()).toEqual([{ count: 100, people: 100 }]);
    expect(await importAccounts(services, text, REAL)).toMatchObject({ made: 50, unchanged: 100 });
    expect(await users()).toEqual([{ count: 150, people: 150 }]);
    // Two imports at once create no person twice.
    const two = text.replaceAll('many', 'twice');
    await Promise.allSettled([importAccounts(services, two, REAL), importAccounts(world.services, two, REAL)]);
    expect(
      await services.database.query(
        `select 1 from credential where email like 'twice%' group by email having count(*) > 1`,
      ),
    ).toEqual([]);
    expect(await importAccounts(services, two, REAL)).toMatchObject({ changed: 0 });
    expect(
      await services.database.query(
        `select count(*)::int as count from item_level where t = 1 and body->>'email' like 'twice%'`,
      ),
    ).toEqual([{ count: 150 }]);
  });
});
