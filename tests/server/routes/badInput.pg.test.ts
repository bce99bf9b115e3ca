// Bad input to every operation, by a person with all rights, so that only the validation can refuse it: the same catalogued answer over
// HTTP and over a socket, and no change.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from 'src/model/generated/operations.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { OperationName } from 'src/model/wire/endpointAt.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
let token: string;
let socket: TestSocket;
let before: unknown;

const stateOfWorld = (): Promise<unknown> =>
  world.services.database.query(
    'select (select json_agg(i order by t, i) from item i) as items, (select count(*) from item_history) as history, (select count(*) from outbox) as told',
  );

beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'admin');
  socket = await TestSocket.as(world.url, token);
  before = await stateOfWorld();
});
afterAll(async () => {
  expect(await stateOfWorld()).toEqual(before);
  socket.close();
  await world.stop();
});

const overHttp = async (envelope: object): Promise<Envelope> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await (
    await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify(envelope) })
  ).json()) as Envelope;
};

let sequence = 0;
/** The refusal, which must be the same over HTTP and the socket. */
const refusal = async (o: string, more: object = {}): Promise<string> => {
  sequence += 1;
  const s = `bad ${sequence}`;
  const http = await overHttp({ o, s, ...more });
  socket.send({ o, s, ...more } as Envelope);
  const received = await socket.until((each) => each.s === s);
  expect(received).toEqual(http);
  expect(http).toMatchObject({ o, s, erred: true });
  return (http.b as { userMessage: string }).userMessage;
};

/** Session operations change the socket itself. The storm and the tests of sockets cover them. */
const OF_SOCKET = new Set<OperationName>(['ping', 'signout', 'tokenAuth', 'nextToken']);
const names = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => !OF_SOCKET.has(name));
const takesId = names.filter((name) => OPERATIONS[name].args.startsWith('{id}'));

/** A valid body for each operation, so that only the fault of a case is refused. */
const BODIES: Partial<Record<OperationName, unknown>> = {
  create: { title: 'T', shelf: 'Shelf-1' },
  update: { $id: 'Book-1', _u: 1, title: 'T' },
  delete: { _u: 1 },
  readMany: ['Book-1'],
  isAllowed: { id: 'Book-1', actions: ['read'] },
  getGrantedBy: { grantsFor: { Book: [1] } },
  search: { must: { _t: ['Book'] } },
  suggest: { text: 'abc' },
  act: { _t: 'Book', _i: 1 },
  history: {},
  getLegacyPath: { alias: 'x' },
};
const withBody = (name: OperationName): object => (BODIES[name] === undefined ? {} : { b: BODIES[name] });

const FULL: Partial<Record<OperationName, string>> = {
  create: 'create/Book',
  readMany: 'readMany/object',
  search: 'search/ids',
  act: 'act/stamp',
  activeTask: 'activeTask/no-such-task',
};
const fullName = (name: OperationName): string => FULL[name] ?? (takesId.includes(name) ? `${name}/Book-1` : name);

const MALFORMED = [
  'Book',
  'Book-',
  '-1',
  'Book-x',
  'Book-1x',
  'Book--1',
  'Book-01',
  'Book-1.5',
  'Book-2147483648',
  'Book-99999999999999999999',
  'Book-1-x',
  'Book-1-2-3',
  'Bo ok-1',
  '../Book-1',
  'Book‑1',
  '%00-1',
];

describe.each(takesId)('%s', (name) => {
  it.each(MALFORMED.filter((id) => !id.includes('/')))('refuses the id %s', async (id) => {
    expect(await refusal(`${name}/${id}`, withBody(name))).toBe('invalidId');
  });
});

// There is nothing to unwatch in either.
describe.each(takesId.filter((name) => name !== 'removeWatch'))('%s', (name) => {
  it('answers an id of no type like one of no item', async () => {
    const noType = await refusal(`${name}/Nothing-1`, withBody(name));
    expect([noType, await refusal(`${name}/Book-999999`, withBody(name))]).toEqual(['notFound', 'notFound']);
  });
});

describe.each(names)('%s', (name) => {
  it('is unknown with missing or further segments', async () => {
    expect(await refusal(`${fullName(name)}/a/b/c/d/e`, withBody(name))).toBe('unknownOperation');
    if (fullName(name) !== name) expect(await refusal(name, withBody(name))).toBe('unknownOperation');
    expect(await refusal(`${name}/`, withBody(name))).toBe('unknownOperation');
  });

  it('refuses a body of another kind', async () => {
    const kinds = [7, true, 'text', [7], [[]], { nothing: { deep: [1] } }];
    const accepted = new Set(['create', 'act']);
    for (const b of kinds) {
      // The type or the action validates the body of these two.
      const expected = ['invalid', 'invalidId'];
      expect([name, b, expected.includes(await refusal(fullName(name), { b })) || accepted.has(name)]).toEqual([
        name,
        b,
        true,
      ]);
    }
  });

  it.each([
    ['x', 1],
    ['S', '1'],
    ['key', 'not a uuid'],
    ['v', 7],
    ['erred', 1],
  ])('refuses the envelope member %s: %j', async (member, value) => {
    expect(await refusal(fullName(name), { ...withBody(name), [member]: value })).toBe('invalid');
  });

  it('refuses a body that is too deep, or holds what is no text', async () => {
    const deep = Array.from({ length: 70 }).reduce<unknown>((inner) => [inner], 0);
    expect(await refusal(fullName(name), { b: { deep } })).toBe('invalid');
    expect(await refusal(fullName(name), { b: { a: 'x\u0000' } })).toBe('invalid');
    expect(await refusal(fullName(name), { b: { a: '\ud800' } })).toBe('invalid');
  });
});

describe('what the database has no place for', () => {
  it('is no version: a history before one that can never be is the whole history', async () => {
    const whole = await overHttp({ o: 'history/Book-1', b: {} });
    expect(whole).toMatchObject({ b: { events: [{ _u: 1 }] } });
    for (const before of [2147483648, 9007199254740991, 1e300])
      expect((await overHttp({ o: 'history/Book-1', b: { before } })).b).toEqual(whole.b);
  });

  it('[ERR-01] is no entry of a log: a page of one before it is refused', async () => {
    expect(await refusal('act/auditTrail', { b: { _t: 'Book', _i: 1, before: 1e300 } })).toBe('invalid');
    expect(await refusal('act/mailLog', { b: { before: 1e300 } })).toBe('invalid');
  });

  it('is no text: it opens no account, and is refused before anybody looks', async () => {
    for (const wrong of [{ email: 'a\u0000@toy.test' }, { email: 'a\ud800@toy.test' }, { password: '\u0000' }]) {
      const body = JSON.stringify({ email: 'admin@toy.test', password: 'x', ...wrong });
      const answer = await fetch(`${world.url}/api/sign-in`, { method: 'POST', body });
      expect([answer.status, await answer.json()]).toEqual([
        422,
        {
          o: '',
          erred: true,
          b: {
            userMessage: 'invalid',
            params: { errors: [{ path: `/${Object.keys(wrong)[0] ?? ''}`, message: 'errors.invalidText' }] },
          },
        },
      ]);
    }
  });

  it('is no address either, with any fault in its escapes', async () => {
    const answer = await fetch(`${world.url}/lov/en/GENRES/%E0%A4%A`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { o: '', erred: true, b: { userMessage: 'parseRequestFailed' } },
    ]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('members of a body', () => {
  const cases: [OperationName, unknown][] = [
    ['create', { title: 'T', shelf: 'Shelf-1', nothing: 1 }],
    ['create', { title: 'T', shelf: 'Shelf-1', _u: 7 }],
    ['create', { title: 'T', shelf: 'Shelf-1', $id: 'Book-77' }],
    ['create', { title: 'T', shelf: 'Shelf-1', acl: 1 }],
    ['create', { title: 7, shelf: 'Shelf-1' }],
    ['create', { shelf: 'Shelf-1' }],
    ['create', { title: 'T', shelf: 'Shelf-999999' }],
    ['create', { title: 'T', shelf: 'Book-1' }],
    ['create', { title: 'T', shelf: 'Shelf-1', $access: 'SECRET' }],
    ['update', { $id: 'Book-1', title: 'T' }],
    ['update', { _u: 1, title: 'T' }],
    ['update', { $id: 'Book-1', _u: '1', title: 'T' }],
    ['update', { $id: 'Book-1', _u: 1, nothing: 1 }],
    ['update', { $id: 'Book-1', _u: 1, title: null }],
    ['update', { $id: 'Book-1', _u: 99, title: 'T' }],
    ['delete', {}],
    ['delete', { _u: 1, more: 1 }],
    ['readMany', Array.from({ length: 1001 }, () => 'Book-1')],
    ['isAllowed', { id: 'Book-1' }],
    ['isAllowed', { id: 'Book-1', actions: ['read'], more: 1 }],
    ['search', { must: { nothing: ['x'] } }],
    ['search', { must: { title: 'not a list' } }],
    ['search', { facets: ['nothing'] }],
    ['search', { sort: [{ key: 'nothing', order: 'asc' }] }],
    ['search', { max: -1 }],
    ['search', { must: { text: Array.from({ length: 21 }, (_, at) => `text ${at}`) } }],
    ['search', { must: { [`${'sequels.'.repeat(20)}title`]: ['x'] } }],
    ['search', { after: 'not a cursor' }],
    ['search', { more: 1 }],
    ['count', {}],
    ['count', { queries: {} }],
    ['count', { queries: { all: { max: 1 } } }],
    ['count', { queries: { all: { must: { title: 'not a list' } } } }],
    ['count', { queries: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, {}])) }],
    ['suggest', { text: 7 }],
    ['suggest', {}],
    ['history', { max: -1 }],
    ['getLegacyPath', {}],
  ];
  it.each(cases)('%s refuses %j', async (name, b) => {
    expect(['invalid', 'invalidId']).toContain(await refusal(fullName(name), { b }));
  });
});
