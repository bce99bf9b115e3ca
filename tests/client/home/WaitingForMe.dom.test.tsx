// Home shows what waits for a person; each number links to the list that it counts.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { systemTimers } from 'src/base/timers.ts';
import type { Json } from 'src/model/item/Item.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { registry as toyRegistry } from 'tests/toy/generated/registry.client.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const notice = (number: number, $kind: string) =>
  scriptedItem(`Notify-${number}`, { unread: true, $kind, $context: 'Book-1', user: 'User-1' });
const panel = async () => within(await screen.findByRole('region', { name: 'Waiting for me' }));
const lines = async (): Promise<(string | null)[]> =>
  (await panel())
    .queryAllByRole('listitem')
    .map((line) => line.textContent)
    .filter((text) => /\d$/.test(text ?? ''));

it('[EXPERIENCE] lists each waiting notice once, and leads to the page of notices', async () => {
  const items = [...toyItems, notice(1, 'mentioned'), notice(2, 'changed')];
  const registry = { ...toyRegistry, notices: { ...toyRegistry.notices, mentioned: 'IMMEDIATE' as const } };
  const client = await renderApp({ items, registry });
  const count = async (): Promise<number> => (await panel()).queryAllByRole('listitem').length;
  await waitFor(async () => expect(await count()).toBe(2));
  act(() => client.server.push('item/notify', notice(3, 'mentioned') as unknown as Json));
  client.server.items.set('Notify-3', notice(3, 'mentioned'));
  await waitFor(async () => expect(await count()).toBe(3));
  fireEvent.click((await panel()).getByRole('link', { name: 'All notices' }));
  await heading('Notices');
  const shown = (): number => document.querySelectorAll('.kk-notification-unread').length;
  await waitFor(() => expect(shown()).toBe(3));
});

it('[EXPERIENCE] says that the person was mentioned, where a kind has words for whom the notice is for', async () => {
  const messages = {
    'events.mentioned.text': '{who} mentioned somebody',
    'events.mentioned.you': '{who} mentioned you',
  };
  const by = { by: 'User-2', $labels: { 'User-2': 'Ada Moor' } };
  const written = Object.assign(structuredClone(notice(1, 'mentioned')), by);
  await renderApp({ items: [...toyItems, written], messages });
  expect(await (await panel()).findByRole('link', { name: /^Ada Moor mentioned you/ })).toBeTruthy();
});

it('[EXPERIENCE] says that nothing waits, without lines of zero', async () => {
  await renderApp({ items: [] });
  expect(await (await panel()).findByText('Nothing is waiting for you.')).toBeTruthy();
  expect((await panel()).queryAllByRole('listitem')).toEqual([]);
});

it('[EXPERIENCE] counts due tasks again when the day changes', async () => {
  let now = new Date(2026, 4, 20, 23, 59, 30);
  const waiting = new Set<() => void>();
  const timers = {
    after: (milliseconds: number, run: () => void) => {
      if (milliseconds > 30_000) return () => {};
      if (milliseconds < 30_000) return systemTimers.after(milliseconds, run);
      waiting.add(run);
      return () => waiting.delete(run);
    },
  };
  const due = (count: number) => Array.from({ length: count }, (_, at) => `Book-${at + 1}`);
  let found = 1;
  const screens = [
    ...toyRegistry.screens,
    { path: 'library.due', area: 'library', count: true, personal: true, search: { types: ['Book'] } },
  ];
  await renderApp({
    registry: { ...toyRegistry, screens },
    environment: { clock: { now: () => now }, timers },
    operations: { search: () => ({ ids: due(found), total: found }) as unknown as Json },
  });
  const line = async (): Promise<string | undefined> =>
    (await lines()).find((text) => /due/i.test(text ?? '')) ?? undefined;
  await waitFor(async () => expect(await line()).toMatch(/1$/));
  found = 3;
  now = new Date(2026, 4, 21);
  act(() => waiting.forEach((run) => run()));
  await waitFor(async () => expect(await line()).toMatch(/3$/));
});
