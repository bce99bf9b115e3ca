// The items of a page: read together, updated by pushes, forgotten when another person signs in.
import { autorun } from 'mobx';
import { describe, expect, it, vi } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import type { ScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { signedInClient, startClient } from 'tests/client/startClient.ts';

const ready = async (client: ScriptedClient, id: string) => {
  client.items.get(id);
  return vi.waitFor(() => {
    const entry = client.items.get(id);
    if (entry.state !== 'ready') throw new Error(entry.state);
    return entry.item;
  });
};
const sent = (client: ScriptedClient, name: string) =>
  client.server.received.filter(({ o }) => o.split('/')[0] === name);

/** The page watches more than what a test looks at. */
const bookWatches = (client: ScriptedClient) => sent(client, 'addWatch').filter(({ o }) => o.includes('/Book-'));

describe('ItemStore', () => {
  it('[ITEM-06] reads what is asked for together', async () => {
    const client = await signedInClient();
    for (const id of ['Book-1', 'Book-2', 'Book-1', 'Shelf-1']) expect(client.items.get(id).state).toBe('loading');
    await ready(client, 'Book-1');
    const reads = sent(client, 'readMany').filter(({ b }) => JSON.stringify(b).includes('Book'));
    expect(reads.map(({ b }) => b)).toEqual([['Book-1', 'Book-2', 'Shelf-1']]);
    expect(Object.isFrozen(await ready(client, 'Book-2'))).toBe(true);
  });

  it('[ITEM-06] reads at most 1,000 at once', async () => {
    const client = await signedInClient();
    for (let number = 1; number <= 1500; number += 1) client.items.get(`Book-${number}`);
    await ready(client, 'Book-1');
    const sizes = sent(client, 'readMany').map(({ b }) => (b as unknown[]).length);
    expect(sizes).toContain(1000);
    expect(sizes).toContain(500);
  });

  it('reports missing and hidden items the same way: notFound for a user, notAllowed for a visitor', async () => {
    const client = await signedInClient();
    client.items.get('Book-99');
    await vi.waitFor(() =>
      expect(client.items.get('Book-99')).toMatchObject({ state: 'failed', problem: { key: 'notFound' } }),
    );
    const visitor = startClient({ user: null, items: [], path: '/terms' });
    visitor.items.get('Book-99');
    await vi.waitFor(() => expect(visitor.items.get('Book-99')).toMatchObject({ problem: { key: 'notAllowed' } }));
  });

  it('[PERM-05] shows what was refused or gone as soon as the person has the right, by their rights or by a notice', async () => {
    const client = await signedInClient();
    const { server, items } = client;
    const shown = scriptedItem('Book-98', { title: 'Given' }, 1);
    items.watch('Book-98');
    items.get('Book-98');
    await vi.waitFor(() => expect(items.get('Book-98').state).toBe('failed'));
    server.items.set('Book-98', shown);
    server.push('authed', client.session.user as unknown as Json);
    await ready(client, 'Book-98');
    server.items.delete('Book-98');
    server.push('item/update', { $id: 'Book-98', gone: true });
    server.push('authed', client.session.user as unknown as Json);
    await vi.waitFor(() => expect(sent(client, 'readMany').at(-1)?.b).toEqual(['Book-98']));
    expect(items.get('Book-98').state).toBe('gone');
    server.items.set('Book-98', shown);
    server.push('item/notify', scriptedItem('Notify-9', { unread: true, $context: 'Book-98' }, 1) as unknown as Json);
    await ready(client, 'Book-98');
  });

  it('[ITEM-05] refuses malformed ids without asking the server', async () => {
    const client = await signedInClient();
    for (const id of ['Book', 'Book-', 'Book-0', 'Book-x', '-1']) {
      expect(client.items.get(id)).toMatchObject({ state: 'failed', problem: { key: 'invalidId' } });
    }
    expect(client.items.may('Book-0', 'update')).toBe(false);
    expect(sent(client, 'readAllowed')).toEqual([]);
  });

  it('[ITEM-07] watches once however many look, and stops with the last', async () => {
    const client = await signedInClient();
    const release = [client.items.watch('Book-1'), client.items.watch('Book-1')];
    expect(bookWatches(client)).toEqual([]);
    await ready(client, 'Book-1');
    await vi.waitFor(() => expect(bookWatches(client).map(({ o }) => o)).toEqual(['addWatch/Book-1/1']));
    release[0]?.();
    release[0]?.();
    expect(sent(client, 'removeWatch')).toEqual([]);
    release[1]?.();
    await vi.waitFor(() => expect(sent(client, 'removeWatch').map(({ o }) => o)).toEqual(['removeWatch/Book-1']));
  });

  it('[ITEM-07] watches a whole type', async () => {
    const client = await signedInClient();
    const release = client.items.watch('Book-0');
    await vi.waitFor(() => expect(client.server.watched).toContain('Book-0'));
    release();
    await vi.waitFor(() => expect(sent(client, 'removeWatch').map(({ o }) => o)).toEqual(['removeWatch/Book-0/1']));
  });

  it('[ITEM-07] watches again after a reconnect, from what it has, and catches up', async () => {
    const client = await signedInClient();
    client.items.watch('Book-1');
    await ready(client, 'Book-1');
    client.server.change('Book-1', { title: 'Second' });
    client.server.close(1006);
    client.server.change('Book-1', { title: 'Third' });
    client.connection.retryNow();
    await vi.waitFor(() => expect(client.items.get('Book-1')).toMatchObject({ item: { title: 'Third', _u: 3 } }));
    expect(sent(client, 'addWatch').at(-1)?.o).toBe('addWatch/Book-1/2');
  });

  it('[CELL-04] applies the next version, drops older ones, reads again over a gap', async () => {
    const client = await signedInClient();
    const told = vi.fn();
    client.items.onServerUpdate(told);
    await ready(client, 'Book-1');
    client.server.push('item/update', { $id: 'Book-1', _u: 0, changed: { title: 'old' } });
    expect(client.items.get('Book-1')).toMatchObject({ item: { title: 'Amber atlas' } });
    client.server.push('item/update', {
      $id: 'Book-1',
      _u: 2,
      changed: { title: 'next', summary: null, $label: 'next' },
    });
    expect(client.items.get('Book-1')).toMatchObject({ item: { title: 'next', _u: 2, year: 1900 } });
    expect(client.items.get('Book-1')).not.toHaveProperty('item.summary');
    expect(told.mock.calls).toEqual([['Book-1', ['title', 'summary']]]);
    client.server.items.set('Book-1', scriptedItem('Book-1', { title: 'later' }, 5));
    client.server.push('item/update', { $id: 'Book-1', _u: 5, changed: { year: 2000 } });
    await vi.waitFor(() => expect(client.items.get('Book-1')).toMatchObject({ item: { title: 'later', _u: 5 } }));
  });

  it('reads again when a push is newer than an answer that was under way', async () => {
    const client = await signedInClient({ delay: 20 });
    client.items.get('Book-1');
    client.server.push('item/update', { $id: 'Book-1', _u: 2, changed: { title: 'next' } });
    await ready(client, 'Book-1');
    client.server.change('Book-1', { title: 'next' });
    await vi.waitFor(() => expect(client.items.get('Book-1')).toMatchObject({ item: { title: 'next', _u: 2 } }));
  });

  it.each([
    ['itemUpdated', { $id: 'Book-1', _u: 2 }],
    ['updated', { $id: 'Book-1', _u: 2 }],
    ['item/action', { $id: 'Book-1', action: 'stamp' }],
  ])('takes %s as a reason to read the item again', async (o, body) => {
    const client = await signedInClient();
    await ready(client, 'Book-1');
    client.server.items.set('Book-1', scriptedItem('Book-1', { title: 'next' }, 2));
    client.server.push(o, body);
    await vi.waitFor(() => expect(client.items.get('Book-1')).toMatchObject({ item: { title: 'next', _u: 2 } }));
  });

  it('[CELL-04] shows that an item is gone: hidden from now on, or deleted', async () => {
    const client = await signedInClient();
    await Promise.all([ready(client, 'Book-1'), ready(client, 'Book-2')]);
    client.server.push('item/update', { $id: 'Book-1', gone: true });
    expect(client.items.get('Book-1')).toEqual({ state: 'gone' });
    expect(client.items.label('Book-1')).toBeUndefined();
    await client.items.remove('Book-2');
    expect(client.items.get('Book-2')).toEqual({ state: 'gone', deleted: true });
    expect(sent(client, 'delete')[0]).toMatchObject({ o: 'delete/Book-2', b: { _u: 1 } });
  });

  it('[ITEM-07] forgets what it holds of a type of which others may see many items now, but not what is watched', async () => {
    const client = await signedInClient();
    await Promise.all(['Book-1', 'Book-2', 'Shelf-1'].map((id) => ready(client, id)));
    const release = client.items.watch('Book-2');
    client.server.items.delete('Book-1');
    client.server.push('item/update', { $id: 'Book-0' });
    expect(client.items.peek('Book-1')).toBeUndefined();
    for (const id of ['Book-2', 'Shelf-1']) expect(client.items.peek(id)).toMatchObject({ state: 'ready' });
    client.items.get('Book-1');
    await vi.waitFor(() => expect(client.items.get('Book-1')).toMatchObject({ state: 'failed' }));
    release();
  });

  it("does not take its own change for another user's", async () => {
    const client = await signedInClient({ path: '/i-Book-1' });
    const told = vi.fn();
    client.items.onServerUpdate(told);
    await ready(client, 'Book-1');
    const draft = client.drafts.of('Book-1');
    draft.set({ ...draft.values, title: 'mine' });
    await draft.save();
    expect(client.items.get('Book-1')).toMatchObject({ item: { title: 'mine', _u: 2 } });
    expect(told).not.toHaveBeenCalled();
    client.server.change('Book-1', { year: 2001 });
    expect(told).toHaveBeenCalledOnce();
  });

  it('gives labels from items, from what came along, and by reading', async () => {
    const client = await signedInClient();
    const seen: (string | undefined)[] = [];
    const stop = autorun(() => seen.push(client.items.label('Book-3')));
    await vi.waitFor(() => expect(seen).toEqual([undefined, 'Cedar fables']));
    stop();
    await ready(client, 'Book-1');
    expect(client.items.peek('Shelf-1')).toBeUndefined();
    expect(client.items.label('Shelf-1')).toBe('North shelf');
    expect(client.items.label('Book-0')).toBe('system');
    await client.search.search({ must: { _t: ['Loan'] }, labels: true });
    expect(client.items.label('Loan-2')).toBe('Loan-2');
  });

  it('[PERM-01] asks once what is allowed, again after a change, and never for an administrator', async () => {
    const client = await signedInClient({ allowed: { update: true, delete: false } });
    await ready(client, 'Book-1');
    expect(client.items.may('Book-1', 'update')).toBe(false);
    client.items.may('Book-1', 'delete');
    await vi.waitFor(() => expect(client.items.may('Book-1', 'update')).toBe(true));
    expect(client.items.may('Book-1', 'delete')).toBe(false);
    expect(client.items.may('Book-1', 'undeclared')).toBe(false);
    expect(sent(client, 'readAllowed')).toHaveLength(1);
    client.server.change('Book-1', { title: 'other' });
    await vi.waitFor(() => expect(sent(client, 'readAllowed')).toHaveLength(2));
    const admin = await signedInClient({ user: { admin: true } });
    expect(admin.items.may('Book-1', 'update')).toBe(true);
    expect([admin.items.may('$site', 'anything'), client.items.may('$site', 'anything')]).toEqual([true, false]);
    expect(sent(admin, 'readAllowed')).toEqual([]);
  });

  it('[PERM-01] asks again what is allowed on an item when another one that names it has changed', async () => {
    const client = await signedInClient({ allowed: { update: true } });
    const shelf = String((await ready(client, 'Book-1'))['shelf']);
    await ready(client, shelf);
    await vi.waitFor(() => expect(client.items.may(shelf, 'update')).toBe(true));
    client.server.change('Book-1', { title: 'other' });
    const asked = () => client.server.received.filter(({ o }) => o === `readAllowed/${shelf}`);
    await vi.waitFor(() => expect(asked()).toHaveLength(2));
  });

  it('forgets items and labels that are not shown, watched or edited, and reads them again when requested', async () => {
    const client = await signedInClient();
    const { items } = client;
    for (const id of ['Book-1', 'Book-2', 'Book-3', 'Book-4']) await ready(client, id);
    const release = items.watch('Book-1');
    client.drafts.of('Book-2').set({ ...client.drafts.of('Book-2').values, title: 'unsaved' });
    const shown: (string | undefined)[] = [];
    const stop = autorun(() => shown.push(items.get('Book-3').state));
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => scriptedItem(`Book-${from + at}`, { title: `T${from + at}` }));
    const known = () => many(1, 20_000).filter(({ $id }) => items.peek($id) !== undefined).length;
    items.put(many(100, 12_000));
    expect(known()).toBeLessThanOrEqual(5_000);
    expect(known()).toBeGreaterThan(4_000);
    expect(items.peek('Book-12099')).toBeDefined();
    expect(['Book-1', 'Book-2', 'Book-3', 'Book-4'].map((id) => items.peek(id)?.state)).toEqual([
      'ready',
      'ready',
      'ready',
      undefined,
    ]);
    expect(shown).toEqual(['ready']);
    expect(client.drafts.of('Book-2').values.title).toBe('unsaved');
    await ready(client, 'Book-4');
    stop();
    release();
    items.put(many(20_000, 6_000));
    expect(items.peek('Book-1')).toBeUndefined();
    expect(items.peek('Book-2')).toBeDefined();

    items.putLabels(Object.fromEntries(many(50_000, 45_000).map(({ $id }) => [$id, 'L'])));
    const labelled = ['Book-50000', 'Book-94999'].map((id) => items.label(id));
    expect(labelled).toEqual([undefined, 'L']);
  });

  it('reads failed items again when the network is back', async () => {
    const client = await signedInClient();
    client.server.goOffline();
    client.items.get('Book-1');
    await vi.waitFor(() => expect(client.items.get('Book-1').state).toBe('failed'));
    client.server.goOnline();
    client.connection.retryNow();
    await ready(client, 'Book-1');
  });

  it('reads again what the server could not answer, on the same connection, and keeps what is shown', async () => {
    let failing = true;
    const client = await signedInClient({
      operations: {
        readMany: (body) => {
          if (failing && (body as string[]).includes('Book-1')) throw problem('generalFailure');
          const found = (body as string[]).flatMap((id) => client.server.items.get(id) ?? []);
          return Object.fromEntries(found.map((item) => [item.$id, item])) as unknown as Json;
        },
      },
    });
    const book = await ready(client, 'Book-2');
    client.items.get('Book-1');
    await vi.waitFor(() => expect(client.items.get('Book-1').state).toBe('failed'));
    failing = false;
    await vi.waitFor(() => expect(client.items.peek('Book-1')?.state).toBe('ready'), { timeout: 15_000 });
    expect(client.items.peek('Book-2')).toMatchObject({ item: { $id: book.$id } });
  }, 20_000);

  it('[ITEM-08] forgets everything on sign-out, and answers that come too late', async () => {
    const client = await signedInClient({ delay: 5 });
    await ready(client, 'Book-1');
    vi.useFakeTimers();
    try {
      client.items.get('Book-2');
      client.server.close(4404);
      expect(client.items.peek('Book-1')).toBeUndefined();
      await vi.advanceTimersByTimeAsync(40);
      expect(client.items.peek('Book-2')).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
