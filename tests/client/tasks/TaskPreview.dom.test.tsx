// The preview of a file that a task makes: a failure belongs to its own task, and starting it can be tried again.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { Providers } from 'src/client/App.tsx';
import { TaskPreview } from 'src/client/tasks/TaskPreview.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { createScriptedClient } from 'stories/scripted/createScriptedClient.ts';

const first = { action: 'first', input: {} };
const second = { action: 'second', input: {} };
const failure = () => screen.queryByRole('alert');

const openPreview = async () => {
  const started: string[] = [];
  const server = { fails: true };
  const client = createScriptedClient({
    operations: {
      act: (_body: Json | undefined, rest: string): Json => {
        const [action = ''] = rest.split('/');
        if (action !== 'first' && action !== 'second') return { items: [], unread: 0, unreadKinds: {} };
        if (action === 'first' && server.fails) throw problem('timeout');
        started.push(action);
        return { key: `${action}-${started.length}` };
      },
    },
  });
  onTestFinished(() => {
    client.dispose();
    localStorage.clear();
  });
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  const page = (task: typeof first) => (
    <Providers client={client}>
      <TaskPreview title="Letter" task={task} close={() => {}} />
    </Providers>
  );
  const view = render(page(first));
  return { client, started, server, show: (task: typeof first) => view.rerender(page(task)) };
};

it('[ERR-01] shows no failure of an earlier task, and starts each task once', async () => {
  const { client, started, show } = await openPreview();
  await waitFor(() => expect(failure()).toBeTruthy());
  show(second);
  await waitFor(() => expect(started).toEqual(['second']));
  await waitFor(() => expect(failure()).toBeNull());
  act(() => client.server.close(1006));
  await waitFor(() => expect(client.server.operations.filter((o) => o === 'tokenAuth')).toHaveLength(2), {
    timeout: 10_000,
  });
  expect(started).toEqual(['second']);
});

it('[ERR-01] starts a task again that could not be started', async () => {
  const { started, server } = await openPreview();
  await waitFor(() => expect(failure()).toBeTruthy());
  server.fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(started).toEqual(['first']));
  await waitFor(() => expect(failure()).toBeNull());
});
