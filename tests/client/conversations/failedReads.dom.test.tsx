// Conversations that could not be read: the page says so and can retry, and loaded messages stay.
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { ConversationsTab } from 'src/client/conversations/ConversationsTab.tsx';
import { useMessagesOf } from 'src/client/conversations/useMessagesOf.ts';
import { ClientContext } from 'src/client/useClient.ts';
import { registry } from 'src/generated/registry.client.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { Frame } from 'stories/product/Frame.tsx';
import { createScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const thread = scriptedItem('Thread-9001', { subject: 'The map', context: 'Consultation-9001', messageCount: 3 });
const { Thread } = registry.types;

it('[CONV-01] [ERR-01] says that the conversations about an item did not load, and loads them again', async () => {
  let fails = true;
  const search = (): Json => {
    if (fails) throw problem('timeout');
    return { ids: [thread.$id], total: 1, labels: {} };
  };
  render(
    <Frame name="Conversations" options={{ items: [thread], operations: { search } }}>
      <ConversationsTab
        item={scriptedItem('Consultation-9001', { projectName: 'Crossing' })}
        type={Thread!}
        writes={false}
      />
    </Frame>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('The conversations did not load.');
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: /^Conversations about/ })).toBeTruthy();
});

it('[CONV-01] [ERR-01] keeps the newest messages when earlier ones cannot be read, says why, and reads them later', async () => {
  let fails = true;
  const client = createScriptedClient({
    operations: {
      search: (body): Json => {
        const { after } = body as { readonly after?: string };
        if (after === undefined) return { ids: ['Message-3', 'Message-2'], total: 3, after: 'cursor' };
        if (fails) throw problem('timeout');
        return { ids: ['Message-1'], total: 3 };
      },
    },
  });
  onTestFinished(() => {
    client.dispose();
    localStorage.clear();
  });
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  const { result } = renderHook(() => useMessagesOf(thread, 'Message'), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <ClientContext value={client}>{children}</ClientContext>
    ),
  });
  await waitFor(() => expect(result.current.ids).toEqual(['Message-2', 'Message-3']));
  act(() => result.current.showEarlier());
  await waitFor(() => expect(client.alerts.alerts.map(({ type }) => type)).toEqual(['ERROR']));
  expect(result.current).toMatchObject({ state: 'ready', ids: ['Message-2', 'Message-3'], hasEarlier: true });
  fails = false;
  act(() => result.current.showEarlier());
  await waitFor(() => expect(result.current.ids).toEqual(['Message-1', 'Message-2', 'Message-3']));
});
