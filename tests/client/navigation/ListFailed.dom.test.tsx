// Lists of the engine's own views that could not be read: they say so, never that there is nothing, and read again when asked.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

it.each([
  {
    path: '/deleted',
    operation: 'act/deletedItems',
    answer: { items: [] },
    nothing: /There is nothing to restore/,
  },
  {
    ...{
      path: '/notifications',
      operation: 'act/fetchNotifications',
      answer: { items: [], unread: 0, unreadKinds: {} },
    },
    nothing: 'No notices',
  },
])(
  '[EXPERIENCE] tells at $path that no answer came from an empty one',
  async ({ path, operation, answer, nothing }) => {
    let fails = true;
    const operations = {
      [operation]: (): Json => {
        if (fails) throw problem('timeout');
        return answer as Json;
      },
    };
    await renderApp({ path, operations });
    await screen.findByText('The results did not load');
    expect(screen.queryByText(nothing)).toBeNull();
    fails = false;
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText(nothing);
    await waitFor(() => expect(screen.queryByText('The results did not load')).toBeNull());
  },
);

it('[ERR-01] says how long to wait where too much was asked for', async () => {
  const operations = {
    'act/deletedItems': (): Json => {
      throw problem('rateLimited', { retryAfter: 5 });
    },
  };
  await renderApp({ path: '/deleted', operations });
  await screen.findByText('Too many attempts in a short time. Wait 5 seconds and try again.');
});
