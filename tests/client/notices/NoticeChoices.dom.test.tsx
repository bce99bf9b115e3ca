import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { NoticeChoices } from 'src/client/notices/NoticeChoices.tsx';
import { NoticeSettings } from 'src/client/notices/NoticeSettings.tsx';
import { problem } from 'src/model/problems.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { scriptedItem, type Answer } from 'stories/scripted/ScriptedServer.ts';

const signedIn = async (operations: Readonly<Record<string, Answer>>) => {
  const { client } = createFormWorld({}, { operations });
  onTestFinished(() => client.dispose());
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  return client;
};

type Client = Awaited<ReturnType<typeof signedIn>>;

const reconnect = (client: Client): Promise<void> =>
  act(async () => {
    client.server.goOffline();
    client.server.goOnline();
    client.connection.retryNow();
  });

const label = (bell: HTMLElement): string | null => bell.getAttribute('aria-label');
const [FOLLOW, MUTE] = [0, 2];

/** Opens the bell of an item. The test answers each choice, and `kept` is what the server holds. */
const openBell = async () => {
  const kept = { choice: 'DEFAULT' };
  const waiting: ((refused: boolean) => void)[] = [];
  const client = await signedIn({
    'act/chooseNotices': (body) => {
      const { choice } = body as { readonly choice?: string };
      if (choice === undefined) return { ...kept, offered: true };
      return new Promise((resolve, reject) => {
        waiting.push((refused) =>
          refused ? reject(problem('rateLimited')) : resolve({ ...Object.assign(kept, { choice }), offered: true }),
        );
      });
    },
  });
  render(
    <World client={client}>
      <NoticeChoices item={scriptedItem('Book-90', {})} />
    </World>,
  );
  const bell = await screen.findByLabelText(/^Notices about this record/);
  const choose = async (entry: number): Promise<void> => {
    fireEvent.click(bell);
    const entries = await screen.findAllByRole('menuitemradio');
    await act(async () => fireEvent.click(entries[entry] ?? document.body));
  };
  const answer = async (at: number, refused = false): Promise<void> => {
    await waitFor(() => expect(waiting.length).toBeGreaterThan(at));
    await act(async () => waiting[at]?.(refused));
  };
  return { client, kept, bell, choose, answer };
};

it('[NTFY-02] shows a choice at once, and what is chosen on another device later', async () => {
  const { client, kept, bell, choose, answer } = await openBell();
  await choose(FOLLOW);
  expect(label(bell)).toContain('Follow');
  await answer(0);
  await waitFor(() => expect(kept.choice).toBe('ALWAYS'));
  expect(label(bell)).toContain('Follow');
  kept.choice = 'NEVER';
  await reconnect(client);
  await waitFor(() => expect(label(bell)).toContain('Mute'));
});

it('[NTFY-02] keeps the newer one of two choices when the server refuses the earlier one', async () => {
  const { kept, bell, choose, answer } = await openBell();
  await choose(FOLLOW);
  await choose(MUTE);
  await answer(0, true);
  expect(label(bell)).toContain('Mute');
  await answer(1);
  expect(kept.choice).toBe('NEVER');
  expect(label(bell)).toContain('Mute');
});

it('[NTFY-02] takes back a choice that the server refuses', async () => {
  const { bell, choose, answer } = await openBell();
  await choose(FOLLOW);
  await answer(0, true);
  await waitFor(() => expect(label(bell)).toContain('Default'));
});

it('[NTFY-02] shows a setting at once, and what is set on another device later', async () => {
  const kept = { modes: {}, hour: 7, zone: 'UTC' };
  const client = await signedIn({
    'act/noticePreferences': (body) => {
      const { hour } = body as { readonly hour?: number };
      return Object.assign(kept, hour !== undefined && { hour });
    },
  });
  render(
    <World client={client}>
      <NoticeSettings />
    </World>,
  );
  const hour = await screen.findByLabelText<HTMLSelectElement>('Sent at');
  expect(hour.value).toBe('7');
  await act(async () => fireEvent.change(hour, { target: { value: '9' } }));
  await waitFor(() => expect(kept.hour).toBe(9));
  expect(hour.value).toBe('9');
  kept.hour = 18;
  await reconnect(client);
  await waitFor(() => expect(hour.value).toBe('18'));
});
