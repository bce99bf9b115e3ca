// The audit of reads, through the routes: every answer with PRIVATE values is recorded before it is sent, no other answer is, and only
// administrators of the site or of the owner read the audit.

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { exportAudit } from 'src/server/cli/exportAudit.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

interface Row {
  readonly seq: number;
  readonly subject: string | null;
  readonly actor: string | null;
  readonly session: string | null;
  readonly channel: string;
  readonly i: number;
  readonly u: number;
  readonly owners: readonly string[];
}

let world: World;
let now = Date.now();
const tokens: Record<string, string> = {};
const files: Record<string, string> = {};

const stamp = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });

const attach = async (name: string, parent: string, uuid: string): Promise<void> => {
  const { services, ids } = world;
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  const { fileID, size } = await services.files.put(picture);
  const properties = { originalName: name, fileID, size, rel: ids[parent] ?? '', uppyID: `uppy-${name}`, uuid };
  await services.database.transaction(async (tx) => {
    const file = await services.items.insert(tx, 'Attachment', properties, stamp());
    files[name] = file.id;
    const book = await services.items.find(tx, ids[parent] ?? '', true);
    if (book) await services.items.write(tx, book, { files: [file.id] }, stamp());
  });
};

const CLOSED = '3f8fad5b-d9cb-469f-a165-70867728950e';
const OPEN = '3f8fad5b-d9cb-469f-a165-70867728950f';

beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(now) } });
  await attach('closed.png', 'PRIVATE', CLOSED);
  await attach('open.png', 'PUBLIC', OPEN);
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
});
afterAll(() => world.stop());

const idOf = (name: string): string => world.ids[name] ?? '';
const numberOf = (id: string): number => Number(id.split('-')[1]);

const ask = async (token: string | undefined, o: string, b?: Json): Promise<Envelope> => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
  return (await answer.json()) as Envelope;
};

const rows = (): Promise<Row[]> =>
  world.services.database.query<Row>(
    'select seq::float8 as seq, subject, actor, session, through as channel, i, u, owners from read_audit order by seq',
  );

/** Returns the entries that `run` causes. */
const recorded = async (run: () => Promise<unknown>): Promise<Row[]> => {
  const before = (await rows()).length;
  await run();
  return (await rows()).slice(before);
};

/** A session that has read nothing yet. */
const fresh = (name: string): Promise<string> => signIn(world.url, name);
const refused = (userMessage: string): object => ({ erred: true, b: { userMessage } });
const of = (id: string): Json => ({ _t: id.split('-')[0] ?? '', _i: numberOf(id) });

describe('an entry is left by', () => {
  it('read: who, in which session, what version of what, and whose it was', async () => {
    const token = await fresh('keeper');
    const session = await world.services.sessions.verify(token);
    const [row, ...more] = await recorded(() => ask(token, `read/${idOf('PRIVATE')}`));
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      subject: idOf('keeper'),
      actor: null,
      session: session.id,
      channel: 'read',
      i: numberOf(idOf('PRIVATE')),
      u: 2,
      owners: [idOf('shelf')],
    });
  });

  it('readMany, for each of the PRIVATE ones', async () => {
    const token = await fresh('member');
    const seen = await recorded(() => ask(token, 'readMany/object', ['PUBLIC', 'COMMUNITY', 'PRIVATE'].map(idOf)));
    expect(seen).toEqual([]);
    const other = await fresh('keeper');
    const both = await recorded(() => ask(other, 'readMany/object', ['PRIVATE', 'shelf', 'PROTECTED'].map(idOf)));
    expect(both.map(({ channel, i }) => [channel, i])).toEqual([
      ['readMany', numberOf(idOf('PRIVATE'))],
      ['readMany', numberOf(idOf('PROTECTED'))],
    ]);
  });

  it('a PRIVATE property of an open item, only for a person who receives it', async () => {
    const [keeper, member] = [await fresh('keeper'), await fresh('member')];
    const seen = await recorded(async () => {
      expect((await ask(keeper, `read/${idOf('PUBLIC')}`)).b).toHaveProperty('privateNotes');
      expect((await ask(member, `read/${idOf('PUBLIC')}`)).b).not.toHaveProperty('privateNotes');
      await ask(undefined, `read/${idOf('PUBLIC')}`);
    });
    expect(seen.map(({ subject }) => subject)).toEqual([idOf('keeper')]);
  });

  it('history, where it tells something PRIVATE', async () => {
    const [keeper, member] = [await fresh('keeper'), await fresh('member')];
    await ask(tokens['keeper'], 'update', { $id: idOf('PUBLIC'), _u: 2, privateNotes: 'other notes' });
    const seen = await recorded(async () => {
      await ask(keeper, `history/${idOf('PRIVATE')}`, {});
      await ask(keeper, `history/${idOf('PUBLIC')}`, {});
      await ask(member, `history/${idOf('PUBLIC')}`, {});
      expect((await ask(keeper, `history/${idOf('PRIVATE')}`, { before: 1 })).b).toMatchObject({ events: [] });
    });
    expect(seen.map(({ channel, i }) => [channel, i])).toEqual([
      ['history', numberOf(idOf('PRIVATE'))],
      ['history', numberOf(idOf('PUBLIC'))],
    ]);
  });

  it.each([
    ['/item-id-image/', () => idOf('PRIVATE'), 'item-id-image'],
    ['/item-uuid-image/', () => CLOSED, 'item-uuid-image'],
    ['/attachment/', () => 'uppy-closed.png', 'attachment'],
    ['/attachment/', () => files['closed.png'] ?? '', 'attachment'],
  ])('the bytes of what hangs on a PRIVATE item: %s', async (path, name, channel) => {
    const headers = { authorization: `Bearer ${await fresh('keeper')}` };
    const seen = await recorded(async () => {
      const answer = await fetch(`${world.url}${path}${name()}`, { headers });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    });
    expect(seen).toMatchObject([{ channel, i: numberOf(files['closed.png'] ?? ''), owners: [idOf('shelf')] }]);
  });

  it('bytes shown to a cookie as to a header, and those of an open item leave none', async () => {
    const cookie = `Access-Token=${await fresh('keeper')}`;
    const seen = await recorded(async () => {
      await fetch(`${world.url}/attachment/${files['closed.png']}`, { headers: { cookie } });
      await fetch(`${world.url}/attachment/${files['open.png']}`, { headers: { cookie } });
      await fetch(`${world.url}/item-uuid-image/${OPEN}`);
    });
    expect(seen).toMatchObject([{ subject: idOf('keeper'), i: numberOf(files['closed.png'] ?? '') }]);
  });

  it('an action on a PRIVATE item, once it may be done', async () => {
    const [keeper, member] = [await fresh('keeper'), await fresh('member')];
    const seen = await recorded(async () => {
      await ask(keeper, 'act/stamp', of(idOf('PRIVATE')));
      await ask(member, 'act/stamp', of(idOf('PUBLIC')));
    });
    expect(seen).toMatchObject([{ subject: idOf('keeper'), channel: 'act/stamp' }]);
  });

  it('a save, whose answer tells what others saved meanwhile', async () => {
    const token = await fresh('keeper');
    const seen = await recorded(async () => {
      const answer = await ask(token, 'update', { $id: idOf('PRIVATE'), _u: 2, summary: 'saved' });
      expect(answer.b).toMatchObject({ _u: 3 });
      await ask(token, 'update', { $id: idOf('COMMUNITY'), _u: 1, privateNotes: null });
    });
    expect(seen).toMatchObject([{ channel: 'update', i: numberOf(idOf('PRIVATE')), u: 3 }]);
  });

  it('the maker of an item who reads it; making it leaves none', async () => {
    const token = await fresh('keeper');
    let id = '';
    const made = await recorded(async () => {
      const { b } = await ask(token, 'create/Book', { title: 'My own', shelf: idOf('shelf'), $access: 'PRIVATE' });
      id = (b as { $id: string }).$id;
    });
    expect(made).toEqual([]);
    expect(await recorded(() => ask(token, `read/${id}`))).toMatchObject([{ subject: idOf('keeper'), u: 1 }]);
  });

  it('a push, for each receiver of something PRIVATE, before it is sent', async () => {
    const sockets = await Promise.all(
      ['keeper', 'member', 'admin'].map(async (name) => TestSocket.as(world.url, await fresh(name))),
    );
    const [keeper, member, admin] = sockets;
    if (!keeper || !member || !admin) throw new Error('no sockets');
    const id = idOf('COMMUNITY');
    const seen = await recorded(async () => {
      for (const socket of sockets) await socket.ask(`addWatch/${id}`);
      const { b } = await keeper.ask('update', { $id: id, _u: 2, privateNotes: 'new notes' });
      const { _u } = b as { _u: number };
      const isTold = ({ o, b: told }: Envelope): boolean => o === 'item/update' && (told as { _u?: number })._u === _u;
      await Promise.all([keeper, admin].map((socket) => socket.until(isTold)));
    });
    const pushed = seen.filter(({ channel }) => channel === 'item/update');
    expect(new Set(pushed.map(({ subject, u }) => `${subject} ${u}`))).toEqual(
      new Set([`${idOf('keeper')} 3`, `${idOf('admin')} 3`]),
    );
    expect(pushed).toHaveLength(2);
    expect(member.received.filter(({ o }) => o === 'item/update')).toEqual([]);
    const quiet = await recorded(async () => {
      await keeper.ask('update', { $id: id, _u: 3, privateNotes: null });
      const open = { $id: id, _u: 4, summary: 'for everybody' };
      await keeper.ask('update', open);
      await member.until((each) => JSON.stringify(each).includes('for everybody'));
      expect(member.received.filter(({ o }) => o === 'item/update')).toHaveLength(1);
    });
    expect(quiet.filter(({ channel }) => channel === 'item/update').map(({ u }) => u)).not.toContain(5);
    for (const socket of sockets) socket.close();
  });

  it('a watch that immediately receives what it lacks, not one that has it', async () => {
    const socket = await TestSocket.as(world.url, await fresh('keeper'));
    const id = idOf('PRIVATE');
    const { b } = await ask(tokens['admin'], `read/${id}`);
    const { _u } = b as { _u: number };
    expect(await recorded(() => socket.ask(`addWatch/${id}/${_u}`))).toEqual([]);
    const seen = await recorded(async () => {
      await socket.ask(`addWatch/${id}/1`);
      await socket.until(({ o }) => o === 'item/update');
    });
    expect(seen).toMatchObject([{ channel: 'item/update', subject: idOf('keeper'), u: _u }]);
    socket.close();
  });
});

describe('no entry is left by', () => {
  it('refused requests, for every refusal', async () => {
    const stranger = await fresh('stranger');
    const keeper = await fresh('keeper');
    const seen = await recorded(async () => {
      for (const o of ['read', 'history', 'label']) await ask(stranger, `${o}/${idOf('PRIVATE')}`);
      await ask(undefined, `read/${idOf('PRIVATE')}`);
      await ask(stranger, 'readMany/object', [idOf('PRIVATE')]);
      await fetch(`${world.url}/attachment/${files['closed.png']}`);
      await ask(keeper, 'update', { $id: idOf('PRIVATE'), _u: 3, year: 'no year' });
    });
    expect(seen).toEqual([]);
  });

  it('names, counts and rights: label, search, suggest, isAllowed', async () => {
    const token = await fresh('keeper');
    const seen = await recorded(async () => {
      expect((await ask(token, `label/${idOf('PRIVATE')}`)).b).toMatchObject({ label: 'Canary PRIVATE' });
      await ask(token, 'search/ids', { must: { _t: ['Book'] }, labels: true });
      await ask(token, 'suggest', { text: 'Canary' });
      await ask(token, 'isAllowed', { id: idOf('PRIVATE'), actions: ['update'] });
      await ask(token, `readAllowed/${idOf('PRIVATE')}`);
    });
    expect(seen).toEqual([]);
  });
});

describe('what is shown again', () => {
  it('to the same session within ten minutes is not written again; later, in another way or in another version it is', async () => {
    const token = await fresh('keeper');
    const id = idOf('PROTECTED');
    const read = (): Promise<Row[]> => recorded(() => ask(token, `read/${id}`));
    expect(await read()).toHaveLength(1);
    expect(await read()).toEqual([]);
    now += 9 * 60_000;
    expect(await read()).toEqual([]);
    now += 60_000;
    expect(await read()).toHaveLength(1);
    expect(await recorded(() => ask(token, 'readMany/object', [id, id]))).toHaveLength(1);
    expect(await recorded(() => ask(token, 'readMany/object', [id]))).toEqual([]);
    await ask(tokens['admin'], 'update', { $id: id, _u: 1, summary: 'newer' });
    expect(await read()).toMatchObject([{ u: 2 }]);
  });

  it('to another session of the same person is written', async () => {
    const [one, two] = [await fresh('keeper'), await fresh('keeper')];
    const seen = await recorded(async () => {
      await ask(one, `read/${idOf('PRIVATE')}`);
      await ask(two, `read/${idOf('PRIVATE')}`);
    });
    expect(new Set(seen.map(({ session }) => session)).size).toBe(2);
  });
});

it('[MASQ-01] under a masquerade both are named', async () => {
  const admin = await fresh('admin');
  const { b } = await ask(admin, 'act/masquerade', { ...(of(idOf('admin')) as object), targetUserID: idOf('keeper') });
  const { newToken } = b as { newToken: string };
  const seen = await recorded(() => ask(newToken, `read/${idOf('PRIVATE')}`));
  expect(seen).toMatchObject([{ subject: idOf('keeper'), actor: idOf('admin') }]);
  const trail = (await ask(tokens['admin'], 'act/auditTrail', { ...(of(idOf('PRIVATE')) as object), max: 1 })).b;
  expect(trail).toMatchObject({ entries: [{ by: idOf('admin'), asUser: idOf('keeper'), channel: 'read' }] });
});

describe('durably', () => {
  it('a save that is taken back for a conflict has shown the item as it is: the entry stays', async () => {
    const token = await fresh('keeper');
    const seen = await recorded(async () => {
      const answer = await ask(token, 'update', { $id: idOf('PRIVATE'), _u: 1, files: [] });
      expect(answer).toMatchObject({ ...refused('conflict'), b: { params: { current: { $id: idOf('PRIVATE') } } } });
      const gone = await ask(token, `delete/${idOf('PRIVATE')}`, { _u: 1 });
      expect(gone).toMatchObject(refused('conflict'));
    });
    expect(seen.map(({ channel }) => channel)).toEqual(['update', 'delete']);
  });

  it('what cannot be recorded is not shown', async () => {
    const { database } = world.services;
    const token = await fresh('keeper');
    const headers = { authorization: `Bearer ${token}` };
    await database.query('alter table read_audit rename to read_audit_away');
    try {
      expect(await ask(token, `read/${idOf('PRIVATE')}`)).toMatchObject(refused('generalFailure'));
      expect(await ask(token, `history/${idOf('PRIVATE')}`, {})).toMatchObject(refused('generalFailure'));
      expect((await fetch(`${world.url}/attachment/${files['closed.png']}`, { headers })).status).toBe(500);
      expect(await ask(tokens['member'], `read/${idOf('PUBLIC')}`)).toMatchObject({ b: { $id: idOf('PUBLIC') } });
    } finally {
      await database.query('alter table read_audit_away rename to read_audit');
    }
    expect(await recorded(() => ask(token, `read/${idOf('PRIVATE')}`))).toHaveLength(1);
  });

  it('what cannot be recorded is not pushed either, until it can', async () => {
    const { database } = world.services;
    const id = idOf('PRIVATE');
    const socket = await TestSocket.as(world.url, await fresh('keeper'));
    const isTold = (each: Envelope): boolean => each.o === 'item/update' && JSON.stringify(each).includes('unheard');
    await socket.ask(`addWatch/${id}`);
    const before = world.log.length;
    await database.query('alter table read_audit rename to read_audit_away');
    try {
      await database.transaction(async (tx) => {
        const book = await world.services.items.find(tx, id, true);
        if (book) await world.services.items.write(tx, book, { summary: 'unheard' }, stamp());
      });
      const isRefused = (line: string): boolean => line.includes('read_audit') && line.includes('does not exist');
      await expect.poll(() => world.log.slice(before).some(isRefused), { timeout: 20_000 }).toBe(true);
      expect(socket.received.some(isTold)).toBe(false);
    } finally {
      await database.query('alter table read_audit_away rename to read_audit');
    }
    const seen = await recorded(() => socket.until(isTold));
    expect(seen).toMatchObject([{ subject: idOf('keeper'), channel: 'item/update' }]);
    socket.close();
  });
});

describe('act/auditTrail', () => {
  const trail = (name: string | undefined, id: string, more: object = {}): Promise<Envelope> =>
    ask(name === undefined ? undefined : tokens[name], 'act/auditTrail', { ...(of(id) as object), ...more });
  const entriesOf = ({ b }: Envelope): { entry: number; $id: string; channel: string }[] =>
    (b as { entries: { entry: number; $id: string; channel: string }[] }).entries;

  it('is open to administrators of the site and of the owner, and tells of the item and of its files', async () => {
    await recorded(async () => ask(await fresh('keeper'), `read/${idOf('PRIVATE')}`));
    const headers = { authorization: `Bearer ${await fresh('keeper')}` };
    await fetch(`${world.url}/attachment/${files['closed.png']}`, { headers });
    for (const name of ['admin', 'keeper']) {
      const [first, second] = entriesOf(await trail(name, idOf('PRIVATE')));
      expect(first).toMatchObject({
        $id: files['closed.png'],
        channel: 'attachment',
        by: idOf('keeper'),
        asUser: null,
      });
      expect(second).toMatchObject({ $id: idOf('PRIVATE'), channel: 'read', by: idOf('keeper') });
      expect(first).not.toHaveProperty('session');
    }
  });

  it('comes in pages, newest first', async () => {
    const all = entriesOf(await trail('admin', idOf('PRIVATE'), { max: 200 }));
    const first = await trail('admin', idOf('PRIVATE'), { max: 3 });
    expect(first.b).toMatchObject({ more: true });
    const before = entriesOf(first).at(-1)?.entry;
    const second = await trail('admin', idOf('PRIVATE'), { max: 200, before });
    expect(second.b).toMatchObject({ more: false });
    expect([...entriesOf(first), ...entriesOf(second)]).toEqual(all);
  });

  it.each([
    ['member', 'PUBLIC', 'notAllowed'],
    ['stranger', 'PUBLIC', 'notAllowed'],
    ['member', 'PRIVATE', 'notFound'],
    ['stranger', 'PRIVATE', 'notFound'],
    [undefined, 'PUBLIC', 'notSignedIn'],
    [undefined, 'PRIVATE', 'notSignedIn'],
  ])('is closed to %s on a %s item with %s', async (name, level, key) => {
    expect(await trail(name, idOf(level))).toMatchObject(refused(key));
  });

  it('answers for what is hidden exactly as for what never was', async () => {
    const absent = await trail('stranger', 'Book-999999');
    expect(await trail('stranger', idOf('PRIVATE'))).toEqual(absent);
  });

  it.each([[{ max: 0 }], [{ max: 1.5 }], [{ before: 'x' }], [{ more: 1 }]])('refuses the input %j', async (input) => {
    expect(await trail('admin', idOf('PRIVATE'), input)).toMatchObject(refused('invalid'));
  });
});

describe('export-audit', () => {
  const exported = async (...args: string[]): Promise<Record<string, unknown>[]> => {
    const lines: string[] = [];
    await exportAudit(world.services.audit, args, (line) => Promise.resolve(void lines.push(line)));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('gives every entry, one JSON object per line, or those of what an owner owned at the time', async () => {
    const all = await exported();
    expect(all).toHaveLength((await rows()).length);
    expect(all[0]).toMatchObject({ entry: 1, by: idOf('keeper'), asUser: null, channel: 'read', $id: idOf('PRIVATE') });
    expect(await exported('--owner', idOf('other'))).toEqual([]);
    const mine = await exported('--owner', idOf('shelf'));
    expect(mine.length).toBeGreaterThan(10);
    await ask(tokens['admin'], `delete/${idOf('PROTECTED')}`, { _u: 2 });
    expect(await exported('--owner', idOf('shelf'))).toEqual(mine);
  });

  it.each([[['--owner', 'nonsense']], [['--owner']], [['--all']]])('refuses %j with one sentence', async (args) => {
    await expect(exported(...args)).rejects.toThrow(UsageError);
  });
});
