// Value lists that a person may change: parts of a page share one request, and a retry sends a new one.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { ClientContext } from 'src/client/useClient.ts';
import { useListRights } from 'src/client/useListRights.ts';
import { createScriptedClient } from 'stories/scripted/createScriptedClient.ts';

it('[LOV-01] shares one request between parts of a page, and asks again on request and after a reconnect', async () => {
  let all = false;
  let asked = 0;
  const client = createScriptedClient({
    operations: {
      'act/listRights': () => {
        asked += 1;
        return { all, lists: {} };
      },
    },
  });
  onTestFinished(() => {
    client.dispose();
    localStorage.clear();
  });
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  const { result } = renderHook(() => [useListRights(), useListRights()] as const, {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <ClientContext value={client}>{children}</ClientContext>
    ),
  });
  const mayChange = () => result.current.map((rights) => rights.mayChange?.('GENRES'));
  await waitFor(() => expect(mayChange()).toEqual([false, false]));
  expect(asked).toBe(1);
  all = true;
  act(() => result.current[0].load());
  await waitFor(() => expect(mayChange()).toEqual([true, false]));
  act(() => client.server.close(1006));
  await waitFor(() => expect(mayChange()).toEqual([true, true]), { timeout: 10_000 });
});
