// Actions over HTTP and the socket: rights and input of declared ones, and those of the engine.

import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from 'src/base/isRecord.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

let world: World;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
});
afterAll(() => world.stop());

const numberOf = (name: string): number => Number(world.ids[name]?.split('-')[1]);
const askWith = async (token: string | undefined, o: string, b?: Json, key?: string): Promise<Envelope> => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await (
    await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b, key }) })
  ).json()) as Envelope;
};
const act = (name: string, action: string, body: Json): Promise<Envelope> =>
  askWith(tokens[name], `act/${action}`, body);
const refused = (userMessage: string): object => ({ erred: true, b: { userMessage } });

describe('a declared action', () => {
  const book = (level: string, more: Record<string, Json> = {}): Json => ({ _t: 'Book', _i: numberOf(level), ...more });

  it('runs for callers with its right on the item', async () => {
    expect(await act('keeper', 'stamp', book('PRIVATE', { text: 'x' }))).toEqual({
      o: 'act/stamp',
      b: { stamped: true },
    });
    expect(await act('admin', 'stamp', book('PUBLIC'))).toMatchObject({ b: { stamped: true } });
  });

  it.each([
    ['member', 'PUBLIC', 'notAllowed'],
    ['member', 'PRIVATE', 'notFound'],
    ['stranger', 'PUBLIC', 'notAllowed'],
    ['stranger', 'COMMUNITY', 'notFound'],
    ['nobody', 'PUBLIC', 'notAllowed'],
    ['nobody', 'PRIVATE', 'notAllowed'],
  ])('is refused to %s on a %s book with %s', async (name, level, key) => {
    expect(await act(name, 'stamp', book(level))).toMatchObject(refused(key));
  });

  it.each([
    [{ _t: 'Book', _i: 999_999 }, 'notFound'],
    [{ _t: 'Book', _i: 0 }, 'invalidId'],
    [{ _t: 'Book', _i: 1.5 }, 'invalid'],
    [{ _t: 'Book', _i: '1' }, 'invalid'],
    [{ _t: 'Nothing', _i: 1 }, 'notFound'],
    [{ _i: 1 }, 'invalid'],
    [{}, 'invalid'],
    [null, 'invalid'],
    [[], 'invalid'],
  ])('answers the body %j with %s', async (body, key) => {
    expect(await act('keeper', 'stamp', body)).toMatchObject(refused(key));
  });

  it.each([[{ text: 7 }], [{ text: 'x'.repeat(41) }], [{ more: 1 }]])('refuses the input %j', async (input) => {
    expect(await act('keeper', 'stamp', book('PUBLIC', input as Record<string, Json>))).toMatchObject(
      refused('invalid'),
    );
  });

  it.each(['act/nothing', 'act/constructor', 'act/__proto__', 'act/stamp/async', 'act/stamp/asyncCancel/1', 'act'])(
    '%s is unknown',
    async (o) => {
      expect(await askWith(tokens['keeper'], o, book('PUBLIC'))).toMatchObject(refused('unknownOperation'));
    },
  );
});

it('[PERM-04] act/rolesAvailable returns the roles, sorted, to every signed-in user', async () => {
  expect(await act('member', 'rolesAvailable', {})).toMatchObject({ b: { rolesAvailable: ['Library'] } });
  expect(await act('nobody', 'rolesAvailable', {})).toMatchObject(refused('notSignedIn'));
});

it('[PERM-02] act/applyGrants opens one item to one person, and closes it again', async () => {
  const on = (level: string, actions: string[]): Json => ({
    _t: 'Book',
    _i: numberOf(level),
    grants: [{ to: `user:${world.ids['stranger']}`, actions }],
  });
  const seen = (): Promise<Envelope> => askWith(tokens['stranger'], `read/${world.ids['PROTECTED']}`);
  expect(await act('stranger', 'applyGrants', on('PROTECTED', ['read']))).toMatchObject(refused('notFound'));
  expect(await act('member', 'applyGrants', on('COMMUNITY', ['read']))).toMatchObject(refused('notAllowed'));
  expect(await act('keeper', 'applyGrants', on('PROTECTED', ['read']))).toEqual({ o: 'act/applyGrants', b: {} });
  expect(await seen()).toMatchObject({ b: { $id: world.ids['PROTECTED'] } });
  expect(await act('keeper', 'applyGrants', on('PROTECTED', []))).toMatchObject({ b: {} });
  expect(await seen()).toMatchObject(refused('notFound'));
  expect(await act('keeper', 'applyGrants', { ...(on('PROTECTED', []) as object), more: 1 })).toMatchObject(
    refused('invalid'),
  );
});

describe('[MASQ-01] act/masquerade', () => {
  const start = (name: string, target: Json): Promise<Envelope> =>
    act(name, 'masquerade', { _t: 'User', _i: numberOf(name), targetUserID: target });
  const read = (token: string, level: string): Promise<Envelope> => askWith(token, `read/${world.ids[level]}`);

  it('gives an administrator the other’s sight, and the way back', async () => {
    const { b } = await start('admin', world.ids['member'] ?? '');
    const { newToken } = b as { newToken: string };
    expect(decodeJwt(newToken).sub).toBe(world.ids['member']);
    expect(await read(newToken, 'COMMUNITY')).toMatchObject({ b: { $id: world.ids['COMMUNITY'] } });
    expect(await read(newToken, 'PRIVATE')).toMatchObject(refused('notFound'));
    expect(
      await askWith(newToken, 'act/masquerade', {
        _t: 'User',
        _i: numberOf('member'),
        targetUserID: world.ids['stranger'] ?? '',
      }),
    ).toMatchObject(refused('notAllowed'));
    const back = (await askWith(newToken, 'act/masquerade', { _t: 'User', _i: numberOf('member'), stop: true })).b as {
      newToken: string;
    };
    expect(await read(back.newToken, 'PRIVATE')).toMatchObject({ b: { $id: world.ids['PRIVATE'] } });
    expect((await read(newToken, 'COMMUNITY')).b).toMatchObject({ userMessage: 'notSignedIn' });
    tokens['admin'] = back.newToken;
  });

  it('[ITEM-05] takes an id with a create marker for the item that it names', async () => {
    const { newToken } = (await start('admin', `${world.ids['member'] ?? ''}-7`)).b as { newToken: string };
    expect(decodeJwt(newToken).sub).toBe(world.ids['member']);
    const self = { _t: 'User', _i: numberOf('member') };
    await askWith(newToken, 'act/masquerade', { ...self, stop: true });
  });

  it('answers however many ask at once, and leaves nothing of one that is taken back', async () => {
    const count = async (): Promise<number> =>
      (
        await world.services.database.query<{ n: number }>(
          'select count(*)::int as n from session where actor_id is not null',
        )
      )[0]?.n ?? 0;
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 25 }, () => start('admin', world.ids['member'] ?? '')));
    expect(answers.filter(({ erred }) => erred === true)).toEqual([]);
    expect(await count()).toBe(before + 25);
    const session = await world.services.sessions.verify(tokens['admin'] ?? '');
    const issue = await world.services.sessions.startMasquerade(session, world.ids['member'] ?? '');
    const undone = world.services.database.transaction(async (tx) => {
      await issue(tx);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(await count()).toBe(before + 25);
  });

  it('keeps the answers of its writes from the user it acts as, the way back among them', async () => {
    const [begin, write, end] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const shelf = world.ids['shelf'] ?? '';
    const { newToken } = (
      await askWith(
        tokens['admin'],
        'act/masquerade',
        { _t: 'User', _i: numberOf('admin'), targetUserID: numberOf('keeper') },
        begin,
      )
    ).b as { newToken: string };
    const theirs = await askWith(newToken, 'create/Book', { title: 'Theirs', shelf }, write);
    await askWith(newToken, 'act/masquerade', { _t: 'User', _i: numberOf('keeper'), stop: true }, end);
    for (const key of [begin, write, end]) {
      const mine = await askWith(tokens['keeper'], 'create/Book', { title: 'Mine', shelf }, key);
      expect(mine).toMatchObject({ b: { title: 'Mine' } });
      expect((mine.b as { $id: string }).$id).not.toBe((theirs.b as { $id: string }).$id);
    }
  });

  it('records both ids in what is written meanwhile', async () => {
    const { b } = await start('admin', numberOf('keeper'));
    const { newToken } = b as { newToken: string };
    const made = await askWith(newToken, 'create/Book', { title: 'By two', shelf: world.ids['shelf'] ?? '' });
    const id = (made.b as { $id: string }).$id;
    const history = await askWith(newToken, `history/${id}`, {});
    expect((history.b as { events: object[] }).events[0]).toMatchObject({
      by: expect.any(String),
      asUser: expect.any(String),
    });
    await askWith(newToken, 'act/masquerade', { _t: 'User', _i: numberOf('keeper'), stop: true });
  });

  it.each([
    ['member', 'stranger', 'notAllowed'],
    ['keeper', 'member', 'notAllowed'],
    ['admin', 'admin', 'notAllowed'],
  ])('refuses %s as %s', async (name, target, key) => {
    expect(await start(name, world.ids[target] ?? '')).toMatchObject(refused(key));
  });

  it('refuses what is no user, and to stop what was not begun', async () => {
    expect(await start('admin', 'Book-1')).toMatchObject(refused('invalidId'));
    expect(await start('admin', 'User-999999')).toMatchObject(refused('notFound'));
    expect(await start('admin', 'nonsense')).toMatchObject(refused('invalidId'));
    expect(await act('admin', 'masquerade', { _t: 'User', _i: numberOf('admin'), stop: true })).toMatchObject(
      refused('notAllowed'),
    );
    expect(await act('admin', 'masquerade', { _t: 'User', _i: numberOf('admin') })).toMatchObject(refused('invalid'));
  });
});

describe('[PERM-01] act/seeAs', () => {
  const seen = async (name: string, level: string, as: string): Promise<{ item: Item | null; hidden: string[] }> =>
    (await act(name, 'seeAs', { _t: 'Book', _i: numberOf(level), as })).b as never;
  const readBy = async (name: string, level: string): Promise<Envelope> =>
    askWith(tokens[name], `read/${world.ids[level] ?? ''}`);

  it.each([
    ['visitor', 'nobody'],
    ['member', 'member'],
  ])('shows an item of each level as a %s reads it', async (as, reader) => {
    for (const level of ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE']) {
      const answer = await seen('keeper', level, as);
      const read = await readBy(reader, level);
      const properties = (item: Item): Json => {
        const { $labels: _, ...rest } = item;
        return rest as unknown as Json;
      };
      if (read.erred) expect(answer.item).toBeNull();
      else expect(properties(answer.item!)).toEqual(properties(read.b as unknown as Item));
      expect(answer.hidden).toContain('privateNotes');
      if (read.erred) expect(answer.hidden).toEqual(expect.arrayContaining(['title', 'shelf', '$access']));
      expect(JSON.stringify(answer)).not.toContain('notes of');
    }
  });

  it('is for who decides who sees the item, by an own right', async () => {
    expect(await act('member', 'seeAs', { _t: 'Book', _i: numberOf('PUBLIC'), as: 'visitor' })).toMatchObject(
      refused('notAllowed'),
    );
    expect(await act('stranger', 'seeAs', { _t: 'Book', _i: numberOf('PRIVATE'), as: 'visitor' })).toMatchObject(
      refused('notFound'),
    );
    const grants = [{ to: `user:${world.ids['stranger']}`, actions: ['read', 'update'] }];
    await act('keeper', 'applyGrants', { _t: 'Book', _i: numberOf('PROTECTED'), grants });
    expect(await act('stranger', 'seeAs', { _t: 'Book', _i: numberOf('PROTECTED'), as: 'member' })).toMatchObject(
      refused('notAllowed'),
    );
    await act('keeper', 'revokeGrants', { _t: 'Book', _i: numberOf('PROTECTED'), grants: [{ to: grants[0]!.to }] });
  });
});

describe('[ITEM-07] a save of a watched item', () => {
  const heardBy = ({ received }: TestSocket, $id: string): Json[] =>
    received.flatMap(({ o, b }) =>
      ['itemUpdated', 'updated', 'item/action'].includes(o) && isRecord(b) && b['$id'] === $id ? [[o, b as Json]] : [],
    );
  const make = async (type: string, body: Record<string, Json>): Promise<string> =>
    String(((await askWith(tokens['admin'], `create/${type}`, body)).b as Item).$id);
  const watching = async (name: string, $id: string): Promise<TestSocket> => {
    const socket = await TestSocket.as(world.url, tokens[name] ?? '');
    expect(await socket.ask(`addWatch/${$id}/1`)).toMatchObject({ b: {} });
    return socket;
  };

  it('is pushed to its watchers, to its author as their own, and with the action that saved', async () => {
    const $id = await make('Repair', { title: 'Spine', shelf: world.ids['shelf'] ?? '' });
    const [keeper, admin] = [await watching('keeper', $id), await watching('admin', $id)];
    expect(await askWith(tokens['admin'], 'update', { $id, _u: 1, title: 'Back' })).toMatchObject({ b: { _u: 2 } });
    const drop = { _t: 'Repair', _i: Number($id.split('-')[1]), name: 'drop', reason: 'Lost' };
    expect(await act('admin', 'transition', drop)).toMatchObject({ b: { _u: 3 } });
    for (const socket of [keeper, admin]) await socket.until(({ o }) => o === 'item/action');
    const [second, third] = [2, 3].map((_u) => ({ $id, _u }));
    const action = ['item/action', { ...third, action: 'transition' }];
    expect(heardBy(keeper, $id)).toEqual([['itemUpdated', second], ['itemUpdated', third], action]);
    expect(heardBy(admin, $id)).toEqual([
      ['itemUpdated', second],
      ['updated', second],
      ['itemUpdated', third],
      ['updated', third],
      action,
    ]);
    keeper.close();
    admin.close();
  });

  it('is not pushed to people who may not read what it changed', async () => {
    const $id = await make('Book', { title: 'Open', shelf: world.ids['shelf'] ?? '', $access: 'PUBLIC' });
    const stranger = await watching('stranger', $id);
    const changes: readonly Record<string, Json>[] = [{ privateNotes: 'hidden' }, { title: 'Open to all' }];
    for (const [at, change] of changes.entries())
      expect(await askWith(tokens['admin'], 'update', { $id, _u: at + 1, ...change })).not.toHaveProperty('erred');
    await stranger.until(({ o, b }) => o === 'itemUpdated' && (b as { _u: number })._u === 3);
    expect(heardBy(stranger, $id)).toEqual([['itemUpdated', { $id, _u: 3 }]]);
    stranger.close();
  });
});

describe('[ERR-01] an action that is declared to read', () => {
  const self = { _t: 'User', _i: 0 };
  const book = { _t: 'Book', _i: 0 };
  /** A request body for each read of the engine, as complete as an administrator can send it. */
  const BODIES: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
    accountState: self,
    auditTrail: book,
    backupState: {},
    deletedItems: {},
    dryRunWorkflow: book,
    fetchNotifications: self,
    filterByPerm: { ...book, query: { must: { _t: ['Book'] } }, subjectID: 'SELF' },
    importKinds: {},
    importOutcome: { taskKey: '00000000-0000-4000-8000-000000000000' },
    itemDeletion: { itemId: 'Book-1' },
    itemReaders: book,
    keptItems: { ids: [] },
    listRights: {},
    mailLog: {},
    membersLeftOut: book,
    membershipAdvice: {},
    menuItems: {},
    overlap: { ...book, path: 'title', bands: [100] },
    ownAccount: self,
    ownerRights: {},
    peopleAhead: book,
    peopleRights: { owner: 'system' },
    permittedUses: { query: { must: { _t: ['Book'] } }, language: 'en' },
    previewMail: { template: 'invite' },
    privateReads: {},
    readCells: { type: 'Book', columns: ['title'], rows: [{ id: 'Book-1', texts: ['Amber'] }] },
    readGeoFile: { upload: '00000000-0000-4000-8000-000000000000' },
    recentChanges: { of: 'all' },
    readSheet: { upload: '00000000-0000-4000-8000-000000000000' },
    readersNamed: { ...book, text: 'me' },
    rolesAvailable: {},
    searchAlerts: self,
    seeAs: { ...book, as: 'visitor' },
    siteState: {},
    siteTexts: { language: 'en' },
    taskRefusals: { taskKey: '00000000-0000-4000-8000-000000000000' },
  };
  const bodyOf = (action: string): Json => {
    const { subjectID, ...body } = BODIES[action] ?? {};
    const number = body['_t'] === 'User' ? numberOf('admin') : numberOf('PUBLIC');
    return {
      ...body,
      ...(body['_t'] !== undefined && { _i: number }),
      ...(subjectID !== undefined && { subjectID: world.ids['admin'] ?? '' }),
    };
  };
  const reads = Object.values(registry.actions).filter(({ effect, mode }) => effect === 'read' && mode === undefined);

  it('is one of these', () => {
    expect(reads.map(({ name }) => name).toSorted()).toEqual(Object.keys(BODIES).toSorted());
  });

  it.each(Object.keys(BODIES))('opens no transaction and keeps no later request waiting: %s', async (action) => {
    const { database } = world.services;
    const { transaction } = database;
    let opened = 0;
    Object.assign(database, {
      transaction: (...asked: Parameters<typeof transaction>) => {
        opened += 1;
        return transaction(...asked);
      },
    });
    try {
      const answer = await act('admin', action, bodyOf(action));
      const { userMessage } = (answer.b ?? {}) as { readonly userMessage?: string };
      // Operations without a result in this world are refused after their search.
      const unanswered = [
        'importOutcome',
        'overlap',
        'dryRunWorkflow',
        'peopleAhead',
        'readSheet',
        'readGeoFile',
        'taskRefusals',
      ].includes(action);
      expect([action, userMessage]).toEqual([action, unanswered ? expect.any(String) : undefined]);
      expect(userMessage).not.toBe('generalFailure');
    } finally {
      Object.assign(database, { transaction });
    }
    expect(opened).toBe(0);
    const request = { o: `act/${action}` };
    expect(world.server.dispatch.isOrdered({ name: 'act', request })).toBe(false);
    expect(world.server.dispatch.isOrdered({ name: 'act', request: { o: 'act/saveMenuItems' } })).toBe(true);
  });
});
