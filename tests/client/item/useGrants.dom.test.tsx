// Rights that are given on one item: what a person gives is added to what that person gave before, also while the rights are not loaded.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { useGrants } from 'src/client/item/useGrants.ts';
import { ClientContext } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { createScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const book = scriptedItem('Book-1', { title: 'Amber' });

const openGrants = async () => {
  const sent: Json[] = [];
  const server = { fails: false };
  const client = createScriptedClient({
    operations: {
      getGrantedBy: () => {
        if (server.fails) throw problem('timeout');
        return { 'Book-1': { 'User-1': ['update:user:User-5'] } };
      },
      'act/applyGrants': (body) => {
        sent.push((body as { readonly grants: Json }).grants);
        return {};
      },
    },
  });
  onTestFinished(() => {
    client.dispose();
    localStorage.clear();
  });
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  return { client, sent, server };
};

const showGrants = ({ client }: Awaited<ReturnType<typeof openGrants>>) =>
  renderHook(() => useGrants(book), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <ClientContext value={client}>{children}</ClientContext>
    ),
  });

it('[PERM-02] keeps the earlier rights of a person who gets another one before the rights are loaded', async () => {
  const world = await openGrants();
  const { result } = showGrants(world);
  expect(result.current).toMatchObject({ known: false, given: [] });
  await act(async () => expect(await result.current.give('user:User-5', ['read'])).toBe(true));
  expect(world.sent).toEqual([[{ to: 'user:User-5', actions: ['update', 'read'] }]]);
  await waitFor(() => expect(result.current.given).toEqual([{ to: 'user:User-5', by: 'User-1', actions: ['update'] }]));
});

it('[PERM-02] [ERR-01] gives nothing while the earlier rights cannot be read, says why, and reads them again', async () => {
  const world = await openGrants();
  world.server.fails = true;
  const { result } = showGrants(world);
  await waitFor(() => expect(result.current.failure).toMatchObject({ key: 'timeout' }));
  await act(async () => expect(await result.current.give('user:User-5', ['read'])).toBe(false));
  expect(world.sent).toEqual([]);
  expect(world.client.alerts.alerts.map(({ type }) => type)).toEqual(['ERROR']);
  world.server.fails = false;
  await act(() => result.current.again());
  await waitFor(() => expect(result.current).toMatchObject({ known: true, failure: undefined }));
});
