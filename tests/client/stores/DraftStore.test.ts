// Drafts: what is typed is never lost, goes out once, and meets the changes of others property by property.
import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { autorun } from 'mobx';
import { describe, expect, it, vi } from 'vitest';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { OpenTabs } from 'src/client/connection/environment.ts';
import { DraftStorage } from 'src/client/stores/DraftStorage.ts';
import { invalid } from 'src/model/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import { toyUser } from 'stories/scripted/toyItems.ts';
import type { ScriptedClient, ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';
import { signedInClient, startClient } from 'tests/client/startClient.ts';
import { storedBytes } from 'tests/client/stores/storedBytes.ts';

const edit = (draft: ItemDraft, changes: Readonly<Record<string, Json>>): void =>
  draft.set({ ...draft.values, ...changes });
const updates = (client: ScriptedClient) => client.server.received.filter(({ o }) => o === 'update');

const editing = async (options?: ScriptedClientOptions) => {
  const client = await signedInClient(options);
  client.items.get('Book-1');
  await vi.waitFor(() => expect(client.items.get('Book-1').state).toBe('ready'));
  return { client, draft: client.drafts.of('Book-1') };
};

const stored = (databases: IDBFactory, count: number) =>
  vi.waitFor(async () => expect(await storedBytes(databases)).toHaveLength(count), { timeout: 5_000 });

/** Tabs of one browser: they share a database, know which of them are open, and hear each other. */
const browserTabs = (databases: IDBFactory) => {
  const living = new Set<string>();
  const told = new Map<string, () => void>();
  const tab = (id: string) => {
    living.add(id);
    const tabs: OpenTabs = {
      id,
      others: async () => new Set([...living].filter((each) => each !== id)),
      runExclusive: (run) => run(),
      giveUpDrafts: () => told.forEach((handle, each) => each !== id && handle()),
      onDraftsGivenUp: (handle) => {
        told.set(id, handle);
        return () => told.delete(id);
      },
    };
    // Ids of their own, as every page of a browser makes them.
    return { environment: { databases, tabs, uuid: randomUUID } };
  };
  return { living, tab };
};

describe('DraftStore', () => {
  it('shares one draft of an item, created on demand', async () => {
    const { client, draft } = await editing();
    const seen: number[] = [];
    const stop = autorun(() => seen.push(client.drafts.dirty.length));
    expect(client.drafts.of('Book-1')).toBe(draft);
    client.drafts.of('Book-2');
    expect(seen).toEqual([0]);
    edit(draft, { title: 'new' });
    expect(seen.at(-1)).toBe(1);
    stop();
  });

  it('knows what was changed, and that empty shells are no change', async () => {
    const { draft } = await editing();
    expect(draft.values).toMatchObject({ title: 'Amber atlas', shelf: 'Shelf-1' });
    expect(draft.values).not.toHaveProperty('_u');
    draft.set({ ...draft.values, size: {}, parts: [], phone: '', $label: 'ignored' });
    expect(draft.dirty).toBe(false);
    edit(draft, { title: 'new', summary: '' });
    expect(draft.changed).toEqual(['title', 'summary']);
    expect(draft.values).not.toHaveProperty('summary');
    edit(draft, { title: 'Amber atlas', summary: 'What is told in amber atlas.' });
    expect(draft.dirty).toBe(false);
  });

  it('saves only what changed, once, with a key', async () => {
    const { client, draft } = await editing();
    edit(draft, { title: 'new', summary: '' });
    const saving = draft.save();
    expect(draft.dirtyState).toBe('SAVING');
    expect(await saving).toMatchObject({ title: 'new', _u: 2 });
    expect(draft.dirtyState).toBeUndefined();
    expect(draft.dirty).toBe(false);
    expect(updates(client)).toMatchObject([
      { b: { $id: 'Book-1', _u: 1, title: 'new', summary: null }, key: expect.any(String) },
    ]);
    expect(await draft.save()).toMatchObject({ _u: 2 });
    expect(updates(client)).toHaveLength(1);
  });

  it('lets the changes of others flow in under it', async () => {
    const { client, draft } = await editing();
    edit(draft, { title: 'mine' });
    client.server.change('Book-1', { year: 2024 });
    expect(draft.values).toMatchObject({ title: 'mine', year: 2024 });
    expect(draft.changed).toEqual(['title']);
    expect(await draft.save()).toMatchObject({ title: 'mine', year: 2024, _u: 3 });
    expect(updates(client)[0]).toMatchObject({ b: { _u: 2 } });
  });

  it('drops a change that another user has made too', async () => {
    const { client, draft } = await editing();
    edit(draft, { title: 'same' });
    client.server.change('Book-1', { title: 'same' });
    expect(draft.dirty).toBe(false);
  });

  it('asks about a property that both changed, before sending it', async () => {
    const { client, draft } = await editing();
    edit(draft, { title: 'mine', year: 1950 });
    client.server.change('Book-1', { title: 'theirs' });
    expect(await draft.save()).toBeUndefined();
    expect(draft.conflict).toMatchObject({ current: { title: 'theirs' }, properties: ['title'] });
    expect(updates(client)).toEqual([]);
    await draft.resolve({ title: 'mine' });
    expect(draft.conflict).toBeUndefined();
    expect(client.server.items.get('Book-1')).toMatchObject({ title: 'mine', year: 1950 });
    expect(draft.dirty).toBe(false);
  });

  it('takes theirs, and saves the rest', async () => {
    const { client, draft } = await editing();
    edit(draft, { title: 'mine', year: 1950 });
    client.server.change('Book-1', { title: 'theirs' });
    await draft.save();
    await draft.resolve({ title: 'theirs' });
    expect(client.server.items.get('Book-1')).toMatchObject({ title: 'theirs', year: 1950 });
    expect(draft.values).toMatchObject({ title: 'theirs' });
  });

  it('shows a conflict that only the server knew of', async () => {
    const { client, draft } = await editing();
    edit(draft, { title: 'mine' });
    const { push } = client.server;
    client.server.push = () => {};
    client.server.change('Book-1', { title: 'theirs' });
    client.server.push = push;
    expect(await draft.save()).toBeUndefined();
    expect(draft.dirtyState).toBe('ERROR');
    expect(draft.conflict).toMatchObject({ current: { title: 'theirs' }, properties: ['title'] });
    await draft.resolve({ title: 'mine' });
    expect(client.server.items.get('Book-1')).toMatchObject({ title: 'mine', _u: 3 });
  });

  it('shows refusals of the server at their fields until the field changes', async () => {
    const { draft } = await editing({
      operations: {
        update: () => {
          throw invalid([
            { path: '/title', message: 'errors.maxLength', params: { max: 3 } },
            { path: '/parts/0/name', message: 'errors.required' },
          ]);
        },
      },
    });
    edit(draft, { title: 'too long' });
    expect(await draft.save()).toBeUndefined();
    expect(draft.dirtyState).toBe('ERROR');
    expect(draft.problems).toEqual({
      '/title': [{ message: 'errors.maxLength', params: { max: 3 } }],
      '/parts/0/name': [{ message: 'errors.required' }],
    });
    edit(draft, { title: 'x' });
    expect(draft.dirtyState).toBeUndefined();
    expect(Object.keys(draft.problems)).toEqual(['/parts/0/name']);
  });

  it('keeps what is typed while a save is under way', async () => {
    const { client, draft } = await editing({ delay: 10 });
    edit(draft, { title: 'first' });
    const saving = draft.save();
    edit(draft, { title: 'second' });
    await saving;
    expect(draft.values.title).toBe('second');
    expect(draft.changed).toEqual(['title']);
    expect(draft.conflict).toBeUndefined();
    expect(await draft.save()).toMatchObject({ title: 'second' });
    expect(client.server.items.get('Book-1')).toMatchObject({ title: 'second', _u: 3 });
  });

  it('[CONN-05] is locked on a page that was loaded offline, and open without a reload when the server has confirmed the person', async () => {
    const databases = new IDBFactory();
    const client = startClient({ environment: { databases } });
    client.server.goOffline();
    client.session.meetOffline({ ...toyUser, draftKey: '' });
    await vi.waitFor(() => expect(client.drafts.locked).toBe(true));
    const draft = client.drafts.fresh('Book', '1', {});
    edit(draft, { title: 'typed too early' });
    await expect(draft.save()).rejects.toMatchObject({ messageId: 'errors.networkError' });
    expect(client.drafts.waiting).toBe(0);
    expect(client.drafts.atRisk).toBe(true);

    client.server.goOnline();
    client.connection.retryNow();
    await vi.waitFor(() => expect(client.drafts.locked).toBe(false), { timeout: 5_000 });
    // The text is stored now, without another change.
    await stored(databases, 1);
    await vi.waitFor(() => expect(client.drafts.atRisk).toBe(false));
    expect(await draft.save()).toMatchObject({ title: 'typed too early' });
    client.server.goOffline();
    await vi.waitFor(() => expect(client.connection.health).toBe('BAD'));
    expect(client.drafts.locked).toBe(false);
  });

  it('waits while offline and goes out exactly once', async () => {
    const { client, draft } = await editing();
    client.server.goOffline();
    edit(draft, { title: 'offline' });
    expect(await draft.save()).toBeUndefined();
    expect(draft).toMatchObject({ waiting: true, dirty: true, dirtyState: undefined });
    client.server.goOnline();
    client.connection.retryNow();
    await vi.waitFor(() => expect(draft.waiting).toBe(false));
    expect(draft.dirty).toBe(false);
    expect(client.server.items.get('Book-1')).toMatchObject({ title: 'offline', _u: 2 });
    expect(updates(client)).toHaveLength(1);
    expect(client.alerts.alerts.map(({ message }) => message)).toContain('app.applied');
  });

  it('sends the same key again when the reply was lost, and the server does it once', async () => {
    const { client, draft } = await editing();
    edit(draft, { title: 'once' });
    client.server.losesReply = true;
    await draft.save();
    expect(draft.waiting).toBe(true);
    client.connection.retryNow();
    await vi.waitFor(() => expect(draft.waiting).toBe(false));
    const [first, second] = updates(client);
    expect(second?.key).toBe(first?.key);
    expect(client.server.items.get('Book-1')).toMatchObject({ title: 'once', _u: 2 });
    expect(draft.dirty).toBe(false);
  });

  it('sends what waits, and then what was typed and saved meanwhile', async () => {
    const { client, draft } = await editing();
    client.server.goOffline();
    edit(draft, { title: 'first' });
    await draft.save();
    edit(draft, { year: 1999 });
    await draft.save();
    client.server.goOnline();
    client.connection.retryNow();
    await vi.waitFor(() => expect(draft.dirty).toBe(false));
    expect(updates(client).map(({ b }) => b)).toMatchObject([{ title: 'first' }, { year: 1999, _u: 2 }]);
    expect(client.server.items.get('Book-1')).toMatchObject({ title: 'first', year: 1999, _u: 3 });
  });

  it('creates a new item once, with its initial values', async () => {
    const { client } = await editing();
    const draft = client.drafts.fresh('Book', 'a1', { state: 'DRAFT' });
    expect(draft).toMatchObject({ key: 'Book-0-a1', id: undefined, dirty: false, values: { state: 'DRAFT' } });
    edit(draft, { title: 'Grove notes', shelf: 'Shelf-1' });
    expect(await draft.save()).toMatchObject({ $id: 'Book-7', title: 'Grove notes', state: 'DRAFT' });
    expect(client.drafts.dirty).toEqual([]);
    expect(client.drafts.fresh('Book', 'a1', {})).not.toBe(draft);
  });

  it('keeps what a page writes on in the draft of an item that was just created', async () => {
    const { client } = await editing();
    const draft = client.drafts.fresh('Book', 'a1', { state: 'DRAFT' });
    edit(draft, { title: 'First', shelf: 'Shelf-1' });
    await draft.save();
    edit(draft, { title: 'Second' });
    expect(client.drafts.fresh('Book', 'a1', { state: 'DRAFT' }).values).toEqual({ state: 'DRAFT', title: 'Second' });
    expect(client.drafts.dirty).toEqual([draft]);
  });

  it('is offered back after a crash, to the same user only', async () => {
    const databases = new IDBFactory();
    const { client, draft } = await editing({ environment: { databases } });
    edit(draft, { title: 'typed before the crash' });
    edit(client.drafts.fresh('Book', 'n', {}), { title: 'new one' });
    expect(client.drafts.atRisk).toBe(true);
    await stored(databases, 2);
    await vi.waitFor(() => expect(client.drafts.atRisk).toBe(false));
    expect((await storedBytes(databases)).join()).not.toMatch(/crash|new one|Book/);

    const user = { $id: 'User-2', _i: 2, draftKey: 'B'.repeat(43) };
    const stranger = await signedInClient({ user, environment: { databases } });
    expect(await stranger.drafts.unsaved()).toEqual([]);
    expect(stranger.drafts.dirty).toEqual([]);

    const { client: later, draft: again } = await editing({ environment: { databases } });
    await vi.waitFor(() => expect(again.recovered).toBe(true));
    expect(again.values.title).toBe('typed before the crash');
    expect(later.drafts.dirty.map(({ key }) => key).toSorted()).toEqual(['Book-0-n', 'Book-1']);
    expect(later.drafts.atRisk).toBe(false);
    expect(later.drafts.begun('Book').map(({ key, changedAt }) => [key, changedAt > 0])).toEqual([['Book-0-n', true]]);
    again.discard();
    expect(again).toMatchObject({ recovered: false, dirty: false });
    await stored(databases, 1);
  });

  it('compares a recovered draft with what others did meanwhile', async () => {
    const databases = new IDBFactory();
    const { client, draft } = await editing({ environment: { databases } });
    edit(draft, { title: 'mine', year: 1950 });
    await stored(databases, 1);
    client.dispose();
    const changed = client.server.change('Book-1', { title: 'theirs', summary: 'theirs' });
    const { draft: again } = await editing({ environment: { databases }, items: [changed] });
    await vi.waitFor(() => expect(again.recovered).toBe(true));
    expect(again.values).toMatchObject({ title: 'mine', year: 1950, summary: 'theirs' });
    await again.save();
    expect(again.conflict?.properties).toEqual(['title']);
  });

  it('sends a waiting save after a reload, with the key it had', async () => {
    const databases = new IDBFactory();
    const { client, draft } = await editing({ environment: { databases } });
    client.server.goOffline();
    edit(draft, { title: 'offline' });
    await draft.save();
    expect(updates(client)).toEqual([]);
    client.dispose();
    const later = await signedInClient({ environment: { databases } });
    const key = expect.stringMatching(/^0{8}-/);
    await vi.waitFor(() => expect(updates(later)).toMatchObject([{ key, b: { title: 'offline' } }]));
    await vi.waitFor(() => expect(later.drafts.dirty).toEqual([]));
    await stored(databases, 0);
  });

  it('leaves a draft on this device over a sign-out, out of sight and unreadable', async () => {
    const databases = new IDBFactory();
    const { client, draft } = await editing({ environment: { databases } });
    edit(draft, { title: 'half done' });
    await client.session.signOut();
    expect(client.drafts.dirty).toEqual([]);
    await stored(databases, 1);
    expect((await storedBytes(databases)).join()).not.toContain('half done');
    await client.session.signIn('robin@sample.test', 'right');
    await vi.waitFor(() => expect(client.drafts.dirty.map(({ key }) => key)).toEqual(['Book-1']));
  });

  it('takes away what is unsaved in every tab, and nothing of anybody else', async () => {
    const databases = new IDBFactory();
    const { tab } = browserTabs(databases);
    const other = await signedInClient({
      user: { $id: 'User-2', _i: 2, draftKey: 'B'.repeat(43) },
      environment: { databases },
    });
    edit(other.drafts.fresh('Book', 'o', {}), { title: 'of somebody else' });
    await stored(databases, 1);
    const one = await editing(tab('one'));
    edit(one.draft, { title: 'typed in the first' });
    const two = await editing(tab('two'));
    edit(two.client.drafts.fresh('Book', 'n', {}), { title: 'typed in the second' });
    await stored(databases, 3);
    expect(await one.client.drafts.unsaved()).toHaveLength(2);
    // Not stored yet when the other tab says that nothing shall stay.
    edit(two.client.drafts.fresh('Book', 'm', {}), { title: 'just typed' });
    await one.client.drafts.takeAway();
    await one.client.session.signOut();
    await two.client.session.signOut();
    expect(two.client.drafts.dirty).toEqual([]);
    await stored(databases, 1);
    expect(await other.drafts.unsaved()).toHaveLength(1);
    await other.drafts.clearDevice();
    await stored(databases, 0);
  });

  it('two tabs type into drafts of their own; what a gone one left is taken over once', async () => {
    const databases = new IDBFactory();
    const { tab, living } = browserTabs(databases);
    const one = await editing(tab('one'));
    edit(one.draft, { title: 'typed in the first' });
    await stored(databases, 1);
    const two = await editing(tab('two'));
    expect(two.draft.dirty).toBe(false);
    edit(two.draft, { title: 'typed in the second' });
    await stored(databases, 2);
    two.draft.discard();
    await stored(databases, 1);

    living.delete('one');
    const three = await editing(tab('three'));
    await vi.waitFor(() => expect(three.draft.recovered).toBe(true));
    expect(three.draft.values.title).toBe('typed in the first');
    await stored(databases, 1);
    const own = new DraftStorage(databases, () => '');
    await own.unlock(toyUser.draftKey);
    await vi.waitFor(async () => expect(await own.list()).toMatchObject([{ tab: 'three' }]));
  });

  it('tells once when this browser cannot keep drafts', async () => {
    const { client, draft } = await editing({ environment: { databases: undefined } });
    edit(draft, { title: 'x' });
    await draft.save();
    edit(draft, { title: 'y' });
    await draft.save();
    expect(client.alerts.alerts.filter(({ message }) => message === 'app.draftsNotKept')).toHaveLength(1);
  });
});
