// Notices of the user: the bell, tasks, lists, and words from searches.
import { describe, expect, it, vi } from 'vitest';
import { autorun } from 'mobx';
import type { TaskState } from 'src/model/generated/wire.ts';
import { problem } from 'src/model/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { signedInClient } from 'tests/client/startClient.ts';

const notices = [1, 2, 3].map((number) =>
  scriptedItem(`Notify-${number}`, { unread: number !== 2, context: 'Book-1', user: 'User-1' }),
);
const withNotices = { items: [...toyItems, ...notices] };
const task: TaskState = {
  key: 't1',
  asyncKey: null,
  started: '2024-05-06T07:08:09Z',
  percentageComplete: 10,
  resultURI: null,
  errorKey: null,
  keyAction: 'export',
  keyItem: null,
};
const asJson = (value: unknown): Json => value as Json;

describe('NotificationStore', () => {
  it('[NTFY-01] starts from the list, grows with pushes, and is empty after sign-out', async () => {
    const client = await signedInClient(withNotices);
    const { notifications } = client;
    await vi.waitFor(() =>
      expect(notifications.notifications.map(({ $id }) => $id)).toEqual(['Notify-3', 'Notify-2', 'Notify-1']),
    );
    expect(notifications.unread).toBe(2);
    client.server.push('item/notify', asJson(scriptedItem('Notify-4', { unread: true })));
    expect(notifications.notifications[0]?.$id).toBe('Notify-4');
    expect(client.server.received.find(({ o }) => o === 'act/fetchNotifications')?.b).toMatchObject({
      _t: 'User',
      _i: 1,
    });
    expect(notifications.unread).toBe(3);
    await client.session.signOut();
    expect(notifications.notifications).toEqual([]);
  });

  it('[NTFY-01] marks by number, at once, and goes back when it fails', async () => {
    let fails = false;
    const client = await signedInClient({
      ...withNotices,
      operations: {
        'act/markNotifications': () => {
          if (fails) throw problem('generalFailure');
          return { notifyPairs: [] };
        },
      },
    });
    await vi.waitFor(() => expect(client.notifications.unread).toBe(2));
    await client.notifications.mark(['Notify-1', 'Notify-3'], false);
    expect(client.notifications.unread).toBe(0);
    expect(client.server.received.at(-1)?.b).toEqual({ _t: 'User', _i: 1, indexes: [1, 3], asUnread: false });
    fails = true;
    const marking = client.notifications.mark(['Notify-1'], true);
    expect(client.notifications.unread).toBe(1);
    await expect(marking).rejects.toMatchObject({ key: 'generalFailure' });
    expect(client.notifications.unread).toBe(0);
  });

  it('[NTFY-01] keeps what was pushed while a mark was refused', async () => {
    let refuse: () => void = () => {};
    const wait = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const answer = async (): Promise<Json> => {
      await wait;
      throw problem('generalFailure');
    };
    const client = await signedInClient({ ...withNotices, operations: { 'act/markNotifications': answer } });
    const { notifications, server } = client;
    await vi.waitFor(() => expect(notifications.unread).toBe(2));
    const marking = notifications.mark(['Notify-1', 'Notify-3'], false);
    const again = scriptedItem('Notify-1', { unread: true, context: 'Book-2', user: 'User-1' });
    server.push('item/notify', asJson(again));
    server.push('item/notify', asJson(scriptedItem('Notify-4', { unread: true })));
    expect(notifications.unread).toBe(2);
    refuse();
    await expect(marking).rejects.toMatchObject({ key: 'generalFailure' });
    expect(notifications.unread).toBe(3);
    const known = new Map(notifications.notifications.map((notice) => [notice.$id, notice]));
    expect([...known.keys()].toSorted()).toEqual(['Notify-1', 'Notify-2', 'Notify-3', 'Notify-4']);
    expect(known.get('Notify-1')?.['context']).toBe('Book-2');
    expect(known.get('Notify-3')?.unread).toBe(true);
  });
});

describe('TaskStore', () => {
  const begun: TaskState = { ...task, state: 'RUNNING', asyncKey: 'list.Book', keyAction: 'changeMany' };

  it('[TASK-01] follows tasks, keeps what is over until it is dismissed, and forgets what was dismissed elsewhere', async () => {
    const operations = { activeTask: () => ({}) };
    const client = await signedInClient({ user: { activeTasks: [task] }, operations });
    const { tasks, server } = client;
    const keys = (): readonly string[] => tasks.all.map(({ key }) => key);
    await vi.waitFor(() => expect(keys()).toEqual(['t1']));
    server.push('taskUpdate', asJson({ ...task, percentageComplete: 60 }));
    server.push('taskUpdate', asJson({ ...task, key: 't2' }));
    expect(tasks.running.map(({ percentageComplete }) => percentageComplete)).toEqual([60, 10]);
    const ended = vi.fn();
    tasks.ended.add(ended);
    server.push('taskComplete', asJson({ ...task, resultURI: '/task-result/t1' }));
    server.push('taskComplete', asJson({ ...task, key: 't3' }));
    expect(keys()).toEqual(['t2', 't1']);
    expect(ended).toHaveBeenCalledTimes(1);
    await tasks.dismiss({ ...task, key: 't1' });
    expect(server.received.at(-1)?.o).toBe('activeTask/t1/dismiss');
    expect(keys()).toEqual(['t2']);
    server.push('authed', asJson({ ...client.session.user, activeTasks: [begun] }));
    await vi.waitFor(() => expect(keys()).toEqual(['t1']));
  });

  it('[TASK-01] gives a listing its task while it runs, and what came of it until it is left', async () => {
    const client = await signedInClient({ user: { activeTasks: [{ ...begun, key: 'old', state: 'DONE' }, begun] } });
    const { tasks, server } = client;
    await vi.waitFor(() => expect(tasks.named('list.Book')?.key).toBe('t1'));
    server.push('taskComplete', asJson({ ...begun, state: 'DONE', undoable: true }));
    expect(tasks.named('list.Book')).toMatchObject({ key: 't1', state: 'DONE' });
    expect(tasks.named('list.Loan')).toBeUndefined();
    tasks.leave(begun);
    expect(tasks.named('list.Book')).toBeUndefined();
    expect(tasks.all).toHaveLength(2);
  });
});

describe('ListStore', () => {
  it('[LOV-01] reads a list once, gives labels, and reads again after a change', async () => {
    const client = await signedInClient();
    const seen: (readonly string[] | undefined)[] = [];
    const stop = autorun(() => seen.push(client.lists.values('GENRES', 'Shelf-1')?.map(({ label }) => label)));
    expect(client.lists.label('GENRES', 'Shelf-1', 'FABLE')).toBeUndefined();
    await vi.waitFor(() => expect(seen).toEqual([undefined, ['Fable', 'Atlas', 'Songs', 'Tapes']]));
    expect(client.lists.label('GENRES', 'Shelf-1', 'FABLE')).toBe('Fable');
    expect(client.lists.label('GENRES', 'Shelf-1', 'OWN WORDS')).toBe('OWN WORDS');
    client.server.push('item/update', { $id: 'LOVValue-1', _u: 2, changed: {} });
    await vi.waitFor(() => expect(seen).toHaveLength(4));
    stop();
  });
});

describe('ListStore on a bad line', () => {
  it('[LOV-01] reads a list when the network is back', async () => {
    const client = await signedInClient();
    client.server.goOffline();
    const asked = vi.spyOn(client.connection, 'fetchJson');
    const seen: unknown[] = [];
    const stop = autorun(() => seen.push(client.lists.values('GENRES', 'Shelf-1')));
    await expect(asked.mock.results[0]?.value).rejects.toThrow();
    expect(seen).toEqual([undefined]);
    client.server.goOnline();
    client.connection.retryNow();
    await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(4));
    stop();
  });
});

describe('SearchCalls', () => {
  it('[SRCH-01] hands labels to the items', async () => {
    const client = await signedInClient();
    const answer = await client.search.search({
      must: { _t: ['Book'], state: ['ACTIVE'] },
      facets: ['shelf'],
      labels: true,
    });
    expect(answer).toMatchObject({
      total: 2,
      facets: {
        shelf: [
          { value: 'Shelf-1', count: 1, label: 'North shelf' },
          { value: 'Shelf-2', count: 1 },
        ],
      },
    });
    expect(client.items.label('Book-4')).toBe('Delta maps');
    expect(await client.search.search({ must: { _t: ['Book'] }, max: 2147483647 })).toMatchObject({
      total: 6,
      ids: ['Book-6', 'Book-5', 'Book-4', 'Book-3', 'Book-2', 'Book-1'],
    });
    expect(await client.search.suggest('shelf')).toHaveLength(2);
    expect(client.items.label('Shelf-2')).toBe('South shelf');
  });

  it('[SRCH-03] asks once more what took the server too long, and no more often', async () => {
    let [asked, refusals] = [0, 1];
    const search = (): Json => {
      asked += 1;
      if (asked <= refusals) throw problem('timeout', { retryAfter: 0.01 });
      return { ids: ['Book-4'], total: 1 };
    };
    const client = await signedInClient({ operations: { 'search/ids': search } });
    expect(await client.search.search({ must: { _t: ['Book'] } })).toMatchObject({ total: 1 });
    expect(asked).toBe(2);
    [asked, refusals] = [0, 9];
    await expect(client.search.search({ must: { _t: ['Shelf'] } })).rejects.toMatchObject({ key: 'timeout' });
    expect(asked).toBe(2);
  });

  it('[SRCH-02] suggests later what the server has no time for yet', async () => {
    let asked = 0;
    const suggest = (): Json => {
      asked += 1;
      if (asked === 1) throw problem('rateLimited', { retryAfter: 0.01 });
      return [{ $id: 'Book-4', label: 'Delta maps', type: 'Book' }];
    };
    const client = await signedInClient({ operations: { suggest } });
    expect(await client.search.suggest('delta')).toMatchObject([{ $id: 'Book-4' }]);
  });
});
