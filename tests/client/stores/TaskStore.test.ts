// Callbacks of a task that this page has started.
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { createScriptedClient } from 'stories/scripted/createScriptedClient.ts';

const state = (more: Readonly<Record<string, Json>>): Json => ({
  ...{ key: 'Task-1', asyncKey: 'mine', started: '2026-01-01T00:00:00.000Z', resultURI: null, errorKey: null },
  ...{ keyAction: 'changeMany', keyItem: null, percentageComplete: 0, state: 'RUNNING', ...more },
});

const opened = async () => {
  const client = createScriptedClient({ operations: { act: () => ({ key: 'Task-1' }) } });
  onTestFinished(() => client.dispose());
  await vi.waitFor(() => {
    if (client.session.state !== 'USER_VALID') throw new Error(client.session.state);
  });
  return client;
};

it('[TASK-01] tells its starter of each step, and once that it is over', async () => {
  const client = await opened();
  const [onActivity, onComplete] = [vi.fn(), vi.fn()];
  await client.tasks.run('changeMany', {}, { asyncKey: 'mine', onActivity, onComplete });
  client.server.push('taskUpdate', state({ percentageComplete: 40 }));
  expect(onActivity).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ percentageComplete: 40 }));
  expect(onComplete).not.toHaveBeenCalled();
  for (let twice = 0; twice < 2; twice += 1)
    client.server.push('taskComplete', state({ percentageComplete: 100, state: 'DONE' }));
  expect(onComplete).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ state: 'DONE' }));
  expect(onActivity).toHaveBeenCalledOnce();
  // One that is over before its starter knows its key.
  await client.tasks.run('changeMany', {}, { asyncKey: 'mine', onComplete });
  expect(onComplete).toHaveBeenCalledTimes(2);
});

it('[TASK-01] takes activity callbacks with a completion callback only, and starts nothing without it', async () => {
  const client = await opened();
  await expect(client.tasks.run('changeMany', {}, { asyncKey: 'mine', onActivity: vi.fn() })).rejects.toThrow(
    'Activity callbacks require a completion callback',
  );
  expect(client.server.received.map(({ o }) => o).filter((o) => o.startsWith('act/changeMany'))).toEqual([]);
});

it('[TASK-01] forgets the callbacks of a task that was dismissed elsewhere', async () => {
  const client = await opened();
  const onComplete = vi.fn();
  await client.tasks.run('changeMany', {}, { asyncKey: 'mine', onComplete });
  client.server.push('taskUpdate', state({ percentageComplete: 40 }));
  client.server.push('authed', { ...client.session.user, activeTasks: [] } as unknown as Json);
  await vi.waitFor(() => expect(client.tasks.all).toEqual([]));
  client.server.push('taskComplete', state({ percentageComplete: 100, state: 'DONE' }));
  expect(onComplete).not.toHaveBeenCalled();
});
