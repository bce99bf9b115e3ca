// A move in a tree of which only one half could be saved: the item stays where it was, and not below both parents.
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { TreeStore } from 'src/client/displays/tree/TreeStore.ts';
import { useMove } from 'src/client/displays/tree/useMove.tsx';
import { Providers } from 'src/client/App.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { createScriptedClient, type ScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const book = (number: number, sequels: readonly number[]) =>
  scriptedItem(`Book-${number}`, { title: `Volume ${number}`, sequels: sequels.map((each) => `Book-${each}`) });

it('[CELL-05] [ERR-01] takes back the first half of a move when the second half is refused', async () => {
  const client: ScriptedClient = createScriptedClient({
    items: [book(1, [3]), book(2, []), book(3, [])],
    operations: {
      search: () => ({ ids: [], total: 0 }),
      update: (body: Json | undefined) => {
        const { $id, _u, ...changes } = body as { readonly $id: string; readonly _u: number };
        if ($id === 'Book-1') throw problem('timeout');
        return { $id, _u: client.server.change($id, changes)._u };
      },
    },
  });
  onTestFinished(() => {
    client.dispose();
    localStorage.clear();
  });
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  const tree = new TreeStore(client.search);
  const { result } = renderHook(() => useMove(tree, registry.types['Book']), {
    wrapper: ({ children }) => <Providers client={client}>{children}</Providers>,
  });
  await act(() => result.current({ id: 'Book-3', from: 'Book-1', to: 'Book-2' }));
  expect(client.alerts.alerts.map(({ type }) => type)).toEqual(['ERROR']);
  const sequels = ['Book-1', 'Book-2'].map((id) => client.server.items.get(id)?.['sequels']);
  expect(sequels).toEqual([['Book-3'], []]);
});
