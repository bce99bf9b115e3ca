// Conversations over the product's own declarations: who may see, open, lead and write in one, also after what it is about was hidden;
// mentions, the time in which a message may be changed, striking it out, and what a purpose asks for.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { filterOf } from 'src/model/listing/listingPlan.ts';
import { registry } from 'src/generated/registry.server.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openConversation } from 'src/server/conversations/followPurposes.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { unreadSql } from 'src/server/store/unreadThreads.ts';
import { asServer } from 'src/server/systemContext.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

const { conversations } = registry;
/** Declaration like that of an area: a new agreement opens a conversation, and its end closes it. */
const opening = {
  first: { en: 'Please look at {$label} again: {description}' },
  opens: { type: 'Agreement', when: { eq: ['state', 'DRAFT'] } },
  closes: { type: 'Agreement', when: { eq: ['state', 'COMPLETE'] } },
} as const;
/** One that names people who may not see what it is about. */
const asking = {
  first: { en: 'Please confirm {$label}: {subject}' },
  opens: { type: 'Thread', when: { eq: ['assignedDue', '2031-01-01'] } },
  participants: ['assignedTo'],
} as const;
const declared = conversations && {
  ...registry,
  conversations: {
    ...conversations,
    purposes: { ...conversations.purposes, CONSULT_ACK: opening, CONFIRM_FIELDWORK: asking },
  },
};

let world: ProductWorld;
let record: ItemId;
beforeAll(async () => {
  world = await openProductWorld({ declared });
  record = await world.newItem({ type: 'ArchiveEntry', level: 'PUBLIC', mark: 'talked of' });
});
afterAll(() => world.stop());

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const idOf = (answer: Answer): ItemId => String(okOf(answer)['$id']);
const reasons = (answer: Answer): Json =>
  'refused' in answer
    ? ((answer.params as { errors?: { message: string }[] })?.errors?.map((each) => each.message) ?? answer.refused)
    : 'ok';
const open = (actor: string, more: Body = {}): Promise<Answer> =>
  world.ask(actor, 'create/Thread', { subject: 'Where is the map?', context: record, ...more });
const say = (actor: string, thread: ItemId, more: Body): Promise<Answer> =>
  world.ask(actor, 'create/Message', { thread, ...more });
const reads = async (actor: string, id: ItemId): Promise<boolean> => 'ok' in (await world.ask(actor, `read/${id}`));
const change = async (actor: string, id: ItemId, changes: Body): Promise<Answer> => {
  const { _u = 1 } = okOf(await world.ask('administrator', `read/${id}`));
  return world.ask(actor, 'update', { $id: id, _u, ...changes });
};
const act = (actor: string, action: string, id: ItemId, input: Body = {}): Promise<Answer> => {
  const [_t = '', _i = ''] = id.split('-');
  return world.ask(actor, `act/${action}`, { _t, _i: Number(_i), ...input });
};

/** Everything that a person can receive about the items, or find by the word. */
const everythingSaid = (actor: string, ids: readonly ItemId[], word: string): Promise<unknown[]> =>
  Promise.all([
    ...ids.flatMap((id) => [
      ...['read', 'label', 'readAllowed'].map((operation) => world.ask(actor, `${operation}/${id}`)),
      world.ask(actor, `history/${id}`, {}),
      world.ask(actor, 'search/ids', { must: { _t: ['Event'], context: [id] }, labels: true }),
      ...['readersNamed', 'whoCanSee', 'auditTrail'].map((action) => act(actor, action, id)),
    ]),
    world.ask(actor, 'readMany/object', [...ids]),
    ...['Thread', 'Message', 'Event', 'Attachment'].map((type) =>
      world.ask(actor, 'search/ids', { must: { _t: [type] }, labels: true, max: 200 }),
    ),
    ...['Thread', 'Message', 'Event', 'Attachment'].map((type) =>
      world.ask(actor, 'search/ids', { must: { _t: [type], text: [word] }, labels: true, facets: [] }),
    ),
    world.ask(actor, 'suggest', { text: word }),
  ]);

it('[PERM-05] only members of the owner open conversations, and never about items that they may not see', async () => {
  expect(reasons(await open('member'))).toBe('ok');
  expect(reasons(await open('stranger'))).toBe('notAllowed');
  // Values that a form sends, with all defaults, including those that only the site sets.
  expect(reasons(await open('member', { resolved: false, $syncState: 'LOCAL' }))).toBe('ok');
  expect(reasons(await open('member', { $syncState: 'SYNCED' }))).toBe('notAllowed');
  const secret = await world.newItem({ type: 'ArchiveEntry', level: 'PRIVATE', mark: 'kept back' });
  const [hidden, absent] = [
    await open('member', { context: secret }),
    await open('member', { context: 'ArchiveEntry-999999' }),
  ];
  expect(hidden).toEqual(absent);
});

it('[CONV-01] a conversation begins with its first message, or not at all', async () => {
  const begin = (actor: string, body: string): Promise<Answer> =>
    act(actor, 'beginConversation', record, { subject: 'About the second bend', body });
  const ofSubject = async (): Promise<readonly Json[]> => {
    const found = await world.ask('administrator', 'search/ids', {
      must: { _t: ['Thread'], context: [record] },
      max: 200,
    });
    const ids = okOf(found)['ids'] as readonly ItemId[];
    const items = Object.values(okOf(await world.ask('administrator', 'readMany/object', [...ids])));
    return items.filter((item) => (item as Body)['subject'] === 'About the second bend');
  };
  expect(reasons(await begin('member', '   '))).toEqual(['errors.message.empty']);
  expect(reasons(await begin('stranger', 'May I?'))).toBe('notAllowed');
  const thread = idOf(await begin('member', 'Where is it?'));
  await vi.waitFor(async () => expect(await ofSubject()).toHaveLength(1));
  expect(okOf(await world.ask('member', `read/${thread}`))).toMatchObject({ messageCount: 1, context: record });
});

it('[CONV-01] of a public record the members see the conversation; participants see it without what it is about', async () => {
  const hiddenLater = await world.newItem({ type: 'ArchiveEntry', level: 'PUBLIC', mark: 'hidden later' });
  const about = { context: hiddenLater };
  const thread = idOf(await open('member', { ...about, participants: [world.idOf('stranger')] }));
  const message = idOf(await say('member', thread, { body: 'It lies in the drawer.' }));
  for (const [actor, may] of [
    ['visitor', false],
    ['protected reader', true],
    ['stranger', true],
  ] as const)
    expect({ actor, thread: await reads(actor, thread), message: await reads(actor, message) }).toEqual({
      actor,
      thread: may,
      message: may,
    });
  // The record is hidden: who reads by it loses the conversation, who was named keeps it and does not see what it is about.
  await world.change(hiddenLater, { $access: 'PRIVATE' });
  expect(await reads('member', message)).toBe(false);
  expect(await reads('protected reader', thread)).toBe(false);
  const shown = okOf(await world.ask('stranger', `read/${thread}`));
  expect(shown['context'] ?? null).toBeNull();
  expect(JSON.stringify(shown)).not.toContain(hiddenLater);
  expect(await reads('stranger', message)).toBe(true);
  expect(reasons(await say('stranger', thread, { body: 'Thank you.' }))).toBe('ok');
  expect(
    reasons(await change('stranger', thread, { participants: [world.idOf('stranger'), world.idOf('member')] })),
  ).toBe('notAllowed');
  expect(reasons(await change('stranger', thread, { resolved: true }))).toBe('ok');
  expect(await say('member', thread, { body: 'Hello?' })).toEqual(
    await say('member', 'Thread-999999', { body: 'Hello?' }),
  );
});

it('[CONV-01] counts what was said, by whom and when; who is asked to act takes part; the record stays the same', async () => {
  const thread = idOf(await open('member'));
  await say('member', thread, { body: 'One.' });
  await say('private reader', thread, { body: 'Two.' });
  const stored = okOf(
    await change('member', thread, { assignedTo: world.idOf('stranger'), assignedDue: '2030-01-31' }),
  );
  expect(stored['participants']).toEqual([world.idOf('stranger')]);
  const item = okOf(await world.ask('stranger', `read/${thread}`));
  expect(item).toMatchObject({ messageCount: 2, lastAuthor: world.idOf('private reader'), $syncState: 'LOCAL' });
  const other = await world.newItem({ type: 'ArchiveEntry', level: 'PUBLIC', mark: 'another' });
  expect(reasons(await change('private reader', thread, { context: other }))).toContain('errors.thread.moved');
});

it('[CONV-01] writes the events of a conversation: opened, said, mentioned, assigned, resolved', async () => {
  const thread = idOf(await open('member'));
  const message = idOf(await say('member', thread, { body: '@you', mentions: [world.idOf('private reader')] }));
  await change('member', thread, { assignedTo: world.idOf('private reader') });
  await change('member', thread, { resolved: true });
  const kinds = async (actor: string, context: ItemId): Promise<Set<Json>> => {
    const { ids } = okOf(await world.ask(actor, 'search/ids', { must: { _t: ['Event'], context: [context] } }));
    const found = Object.values(okOf(await world.ask(actor, 'readMany/object', ids))) as Body[];
    return new Set(found.map(({ kind }) => kind ?? null));
  };
  expect(await kinds('member', message)).toEqual(new Set(['mentioned', 'messageWritten']));
  expect(await kinds('member', thread)).toEqual(
    new Set(['threadOpened', 'threadAssigned', 'threadJoined', 'threadResolved']),
  );
  expect(await kinds('stranger', thread)).toEqual(new Set());
});

it('[CONV-01] refuses to mention a person who may not read the conversation, and offers only people who may', async () => {
  const thread = idOf(await open('member'));
  const mention = (id: string): Promise<Answer> => say('member', thread, { body: '@you', mentions: [world.idOf(id)] });
  expect(reasons(await mention('stranger'))).toEqual(['errors.message.unseen']);
  expect(reasons(await mention('private reader'))).toBe('ok');
  const offered = okOf(await act('member', 'readersNamed', thread, { text: '' }))['people'] as unknown as {
    $id: string;
  }[];
  const ids = offered.map(({ $id }) => $id);
  expect(ids).toContain(world.idOf('private reader'));
  expect(ids).not.toContain(world.idOf('stranger'));
  expect(reasons(await act('stranger', 'readersNamed', thread, { text: '' }))).toBe('notFound');
});

it('[CONV-01] an author changes a message for 15 minutes; then it can only be struck out, by name, and its text is gone', async () => {
  const thread = idOf(await open('member'));
  const message = idOf(await say('member', thread, { body: 'zebrafinch one' }));
  const file = await world.attach(message, { originalName: 'map.png', bytes: Buffer.from('x') });
  await world.change(message, { attachments: [file] });
  expect(reasons(await change('member', message, { body: 'zebrafinch two' }))).toBe('ok');
  expect(reasons(await change('private reader', message, { body: 'mine' }))).toBe('notAllowed');
  expect(reasons(await change('administrator', message, { body: 'mine' }))).toEqual(['errors.message.others']);
  await world.change(message, { editableUntil: new Date(Date.now() - 1000).toISOString() });
  expect(reasons(await change('member', message, { body: 'zebrafinch three' }))).toEqual(['errors.message.late']);
  expect(reasons(await act('private reader', 'strikeMessage', message))).toBe('notAllowed');
  expect(reasons(await act('owner administrator', 'strikeMessage', message))).toBe('ok');
  for (const actor of ['member', 'administrator']) {
    const answers = [
      await world.ask(actor, `read/${message}`),
      await world.ask(actor, `history/${message}`, {}),
      await world.ask(actor, 'search/ids', { must: { _t: ['Message'], text: ['zebrafinch'] } }),
      await world.ask(actor, `read/${file}`),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/zebrafinch (one|two)|map\.png/);
    expect(answers[2]).toMatchObject({ ok: { total: 0 } });
    expect(okOf(answers[0] ?? { ok: {} })).toMatchObject({ struckBy: world.idOf('owner administrator') });
  }
  expect(reasons(await change('member', message, { body: 'again' }))).toEqual(['errors.message.struck']);
});

it('[CONV-01] a purpose that needs an attachment gets one with its first message', async () => {
  expect(reasons(await open('member', { purpose: 'CONSULT_RESPONSE' }))).toEqual(['errors.thread.elsewhere']);
  const context = await world.newItem({ type: 'Consultation', level: 'COMMUNITY', mark: 'answered' });
  const thread = idOf(await open('member', { purpose: 'CONSULT_RESPONSE', context }));
  expect(reasons(await change('member', thread, { resolved: true }))).toEqual(['errors.thread.silent']);
  expect(reasons(await say('member', thread, { body: 'Here it is.' }))).toEqual(['errors.message.attachment']);
  expect(okOf(await world.ask('member', `read/${thread}`))['messageCount'] ?? 0).toBe(0);
});

it('[CONV-01] a purpose opens its conversation by itself, once, with its first words, and closes it', async () => {
  const agreement = await world.newItem({
    type: 'Agreement',
    level: 'COMMUNITY',
    mark: 'gate',
    more: { title: 'The gate', description: 'three nights', state: 'ACTIVE' },
  });
  const threads = async (): Promise<readonly Body[]> => {
    const must = { _t: ['Thread'], context: [agreement] };
    const { ids } = okOf(await world.ask('creator', 'search/ids', { must }));
    return Object.values(okOf(await world.ask('creator', 'readMany/object', ids))) as Body[];
  };
  expect(reasons(await change('administrator', agreement, { state: 'DRAFT' }))).toBe('ok');
  const [thread = {}, ...more] = await threads();
  expect(more).toEqual([]);
  expect(thread).toMatchObject({ purpose: 'CONSULT_ACK', messageCount: 1, resolved: false });
  // Its name says what it is about to those who may see that; the subject, which all its readers see, does not.
  expect(thread).toMatchObject({
    subject: 'Acknowledgement',
    $label: 'Acknowledgement – The gate',
    context: agreement,
  });
  expect(thread).not.toHaveProperty('participants');
  const found = okOf(
    await world.ask('creator', 'search/ids', { must: { _t: ['Message'], thread: [String(thread['$id'])] } }),
  );
  const [message] = Object.values(okOf(await world.ask('creator', 'readMany/object', found['ids'])));
  expect(message).toMatchObject({ body: 'Please look at The gate again: three nights' });
  await change('administrator', agreement, { state: 'ACTIVE' });
  await change('administrator', agreement, { state: 'DRAFT' });
  expect((await threads()).length).toBe(1);
  await change('administrator', agreement, { state: 'COMPLETE' });
  expect((await threads())[0]).toMatchObject({ resolved: true });
});

it('[CONV-01] two changes at the same time open one conversation', async () => {
  const about = await world.newItem({ type: 'Agreement', level: 'PUBLIC', mark: 'opened twice' });
  const { services } = world;
  const readFilter = await services.readFilters.readFilterFor(VISITOR);
  const openIn = async (tx: Transaction): Promise<void> => {
    const now = new Date();
    const server = await asServer({ subject: VISITOR, readFilter, services, db: tx, tx, now, receiver: undefined });
    const item = await services.items.find(tx, about);
    if (server && item) await openConversation(server, { about: item, key: 'CONSULT_ACK', participants: [] });
  };
  let commitFirst = (): void => undefined;
  const mayCommit = new Promise<void>((resolve) => (commitFirst = resolve));
  let noteOpened = (): void => undefined;
  const hasOpened = new Promise<void>((resolve) => (noteOpened = resolve));
  const first = services.database.transaction(async (tx) => {
    await openIn(tx);
    noteOpened();
    await mayCommit;
  });
  await hasOpened;
  let isSecondOver = false;
  const second = services.database.transaction(openIn).finally(() => (isSecondOver = true));
  const waiting = (): Promise<readonly unknown[]> =>
    services.database.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await expect.poll(async () => isSecondOver || (await waiting()).length > 0).toBe(true);
  commitFirst();
  await Promise.all([first, second]);
  const threads = await services.items.holding(services.database, { type: 'Thread', path: 'context', id: about });
  expect(threads).toHaveLength(1);
});

it('[CONV-01] one that opens by itself says nothing of the item to participants who may not see it, in no channel', async () => {
  const level = 'PRIVATE';
  const more = { subject: 'canarywords', assignedTo: world.idOf('stranger'), assignedDue: '2030-01-01' };
  const secret = await world.newItem({ type: 'ArchiveEntry', level, mark: 'not theirs' });
  const [about = ''] = await world.add([{ type: 'Thread', level, mark: 'x', more: { ...more, context: secret } }]);
  expect(await reads('stranger', about)).toBe(false);
  const socket = await world.socket('stranger');
  await socket.ask('addWatch/Thread-0');
  expect(reasons(await change('administrator', about, { assignedDue: '2031-01-01' }))).toBe('ok');
  const must = { _t: ['Thread'], purpose: ['CONFIRM_FIELDWORK'] };
  const { ids } = okOf(await world.ask('stranger', 'search/ids', { must }));
  const [thread = ''] = ids as string[];
  const said = okOf(await world.ask('stranger', 'search/ids', { must: { _t: ['Message'], thread: [thread] } }))['ids'];
  const [message = ''] = said as string[];
  expect(okOf(await world.ask('stranger', `read/${message}`))).toMatchObject({ body: 'Please confirm Conversation' });
  await socket.until(({ b }) => JSON.stringify(b).includes(thread));
  const shown = await everythingSaid('stranger', [thread, message], 'canarywords');
  expect(JSON.stringify([shown, socket.received])).not.toMatch(new RegExp(`canarywords|${secret}|"${about}"`));
  socket.close();
});

it('[CONV-01] refuses a text of a megabyte and an empty one with the reason', async () => {
  const thread = idOf(await open('member'));
  expect(reasons(await say('member', thread, { body: 'x'.repeat(1_000_000) }))).toEqual(['errors.maxLength']);
  expect(reasons(await say('member', thread, { body: '  ' }))).toEqual(['errors.message.empty']);
  expect(reasons(await say('member', thread, {}))).toEqual(['errors.message.empty']);
});

it('[CONV-01] the read position of a person is private, and never goes back', async () => {
  const thread = idOf(await open('member'));
  expect(okOf(await act('member', 'markRead', thread, { seen: 3 }))).toEqual({ seen: 3 });
  expect(okOf(await act('member', 'markRead', thread, { seen: 1 }))).toEqual({ seen: 3 });
  expect(reasons(await act('stranger', 'markRead', thread, { seen: 1 }))).toBe('notFound');
  const marks = async (actor: string): Promise<Json> =>
    okOf(await world.ask(actor, 'search/ids', { must: { _t: ['ReadMark'], context: [thread] } }))['total'] ?? null;
  expect(await marks('member')).toBe(1);
  expect(await marks('private reader')).toBe(0);
  // Another device of theirs hears of it at once, another person never.
  const [mine, others] = [await world.socket('member'), await world.socket('private reader')];
  await act('member', 'markRead', thread, { seen: 5 });
  expect((await mine.until(({ o }) => o === 'readMark')).b).toEqual({ context: thread, seen: 5 });
  // The feed is ordered: a person who got their own push has got all before it.
  await act('private reader', 'markRead', thread, { seen: 1 });
  await others.until(({ o }) => o === 'readMark');
  expect(others.received.filter(({ o }) => o === 'readMark').map(({ b }) => b)).toEqual([{ context: thread, seen: 1 }]);
  for (const socket of [mine, others]) socket.close();
});

/** The count and the target of a line of "Waiting for me", requested like the page does. */
const waiting = async (actor: string, path: string): Promise<readonly ItemId[]> => {
  const screen = registry.screens.find((each) => each.path === path);
  const user = { $id: world.idOf(actor), readOrgs: [] } as unknown as SessionUser;
  const must = filterOf(screen?.search ?? { types: [] }, user);
  return okOf(await world.ask(actor, 'search/ids', { must, max: 200 } as unknown as Json))['ids'] as ItemId[];
};

it('[CONV-01] finds what is unread of a person by the index of terms, and need not read the conversations of others', async () => {
  const [thread, mark] = [registry.types['Thread']?.number ?? 0, registry.types['ReadMark']?.number ?? 0];
  const plan = await world.services.database.transaction(async (tx) => {
    // A small table is read sequentially unless that is disabled; without an index, it still is.
    await tx.query('set local enable_seqscan = off');
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${unreadSql(thread, mark)}`, [
      ...[world.idOf('private reader'), 'Thread-', [world.own]],
    ]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain(`Bitmap Index Scan on ${partitionOf(thread)}_`);
  expect(plan).not.toContain(`Seq Scan on ${partitionOf(thread)}`);
});

it('[CONV-01] counts for each person what is assigned, due and unread, and nothing of what they may not see', async () => {
  const participants = [world.idOf('private reader')];
  const thread = idOf(await open('member', { participants }));
  const later = idOf(
    await open('member', { assignedTo: world.idOf('private reader'), assignedDue: organisationDay(9) }),
  );
  await change('member', thread, { assignedTo: world.idOf('private reader'), assignedDue: organisationDay(-3) });
  await say('member', thread, { body: '@you', mentions: participants });
  await vi.waitFor(async () => {
    expect(await waiting('private reader', 'conversations.mine')).toEqual(expect.arrayContaining([thread, later]));
    expect(await waiting('private reader', 'conversations.due')).toContain(thread);
    expect(await waiting('private reader', 'conversations.unread')).toContain(thread);
  });
  expect(await waiting('private reader', 'conversations.due')).not.toContain(later);
  expect(await waiting('private reader', 'conversations.unread')).not.toContain(later);
  // A reader who does not take part has nothing unread there, nor has the author of the last message.
  for (const actor of ['stranger', 'protected reader', 'administrator', 'member'])
    expect(await waiting(actor, 'conversations.unread')).not.toContain(thread);
  await act('private reader', 'markRead', thread, { seen: 1 });
  expect(await waiting('private reader', 'conversations.unread')).not.toContain(thread);
  await say('member', thread, { body: 'And again.' });
  await vi.waitFor(async () => expect(await waiting('private reader', 'conversations.unread')).toContain(thread));
  // A conversation that the person may no longer see is gone from the number as from the list.
  await world.change(record, { $access: 'PRIVATE' });
  await world.change(thread, { participants: [], assignedTo: world.idOf('member') });
  await vi.waitFor(async () => expect(await waiting('protected reader', 'conversations')).not.toContain(thread));
  await world.change(record, { $access: 'PUBLIC' });
  const unknown = await world.ask('visitor', 'search/ids', { must: { unreadMessages: [true] } });
  expect(JSON.parse(JSON.stringify(unknown).replaceAll('unreadMessages', 'noSuchKey'))).toEqual(
    await world.ask('visitor', 'search/ids', { must: { noSuchKey: [true] } }),
  );
  await world.runJobs();
  const [_t, _i] = world.idOf('private reader').split('-');
  const self = { _t: String(_t), _i: Number(_i) };
  const { items, unreadKinds } = okOf(
    await world.ask('private reader', 'act/fetchNotifications', { ...self, kinds: ['mentioned'], unread: true }),
  ) as unknown as { items: readonly Json[]; unreadKinds: Readonly<Record<string, number>> };
  expect(items.length).toBeGreaterThan(0);
  expect(unreadKinds['mentioned']).toBe(items.length);
});

it('[NTFY-02] who is asked to act, or named in a message, has one notice of that save, and others what is meant for them', async () => {
  const noticesOf = async (actor: string, thread: ItemId, message: ItemId): Promise<string[]> => {
    const [_t, _i] = world.idOf(actor).split('-');
    const self = { _t: String(_t), _i: Number(_i), max: 100 };
    const { items } = okOf(await world.ask(actor, 'act/fetchNotifications', self)) as unknown as { items: Body[] };
    const about = items.filter(({ $context }) => $context === thread || $context === message);
    return about.map(({ $kind }) => String($kind)).sort((one, other) => one.localeCompare(other));
  };
  const thread = idOf(await open('member', { participants: [world.idOf('protected reader')] }));
  await world.runJobs();
  okOf(await change('member', thread, { assignedTo: world.idOf('private reader') }));
  const message = idOf(await say('member', thread, { body: '@you', mentions: [world.idOf('private reader')] }));
  await world.runJobs();
  expect(await noticesOf('private reader', thread, message)).toEqual(['mentioned', 'threadAssigned']);
  expect(await noticesOf('protected reader', thread, message)).toEqual([
    'messageWritten',
    'threadJoined',
    'threadOpened',
  ]);
});
