import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const many = Array.from({ length: 60 }, (_, at) =>
  scriptedItem(`Book-${at + 100}`, { title: `Volume ${at + 100}`, shelf: 'Shelf-1', state: 'DRAFT' }),
);
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const bar = () => screen.findByRole('group', { name: 'Selected results' });
type Rendered = Awaited<ReturnType<typeof renderApp>>;

/** The body of the first message to that address, once it was sent. */
const sentTo = (client: Rendered, address: string): Promise<Json | undefined> =>
  waitFor(() => {
    const found = client.server.received.find(({ o }) => o === address);
    expect(found).toBeTruthy();
    return found?.b;
  });

const TASK = { asyncKey: 'list.Book', started: '2026-03-01T10:00:00Z', percentageComplete: null, resultURI: null };

const push = (client: Rendered, name: string, task: Readonly<Record<string, Json>>): void =>
  act(() =>
    client.server.push(name, {
      ...TASK,
      ...{ errorKey: null, keyItem: null, state: name === 'taskComplete' ? 'DONE' : 'RUNNING' },
      ...task,
    }),
  );

describe('many results at once', () => {
  it('are chosen by box, range, key, or all that the search finds, and no longer when it changes', async () => {
    await renderApp({ path: '/library.books?c0=.sort%3Dtitle', items: [...toyItems, ...many] });
    fireEvent.click(await box('Amber atlas'));
    expect(within(await bar()).getByText('1 selected')).toBeTruthy();
    fireEvent.click(await box('Ember tales'), { shiftKey: true });
    expect(within(await bar()).getByText('5 selected')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Cedar fables' });
    link.focus();
    fireEvent.keyDown(link, { key: ' ' });
    expect(within(await bar()).getByText('4 selected')).toBeTruthy();
    fireEvent.keyDown(link, { key: 'ArrowDown', shiftKey: true });
    // The next row has the focus before the next key press.
    expect(document.activeElement?.textContent).toBe('Delta maps');
    fireEvent.keyDown(link, { key: 'a', ctrlKey: true });
    expect(within(await bar()).getByText('50 selected')).toBeTruthy();
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Select all 66 results' }));
    expect(within(await bar()).getByText('66 selected')).toBeTruthy();
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Active/ }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected results' })).toBeNull());
  });

  it('are offered the values that their owner keeps, also to who belongs to none', async () => {
    await renderApp({ path: '/library.books?c0=.sort%3Dtitle', items: [...toyItems, ...many] });
    fireEvent.click(await box('Amber atlas'));
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Change…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Change 1/ }));
    fireEvent.change(dialog.getByRole('combobox', { name: /^What to change/ }), { target: { value: 'genres' } });
    expect(await dialog.findByRole('option', { name: 'Fable' })).toBeTruthy();
  });

  it('[EXPERIENCE] ask for the rights on one of them where those are granted', async () => {
    const client = await renderApp({ path: '/library.books?c0=.sort%3Dtitle', items: [...toyItems, ...many] });
    fireEvent.click(await box('Amber atlas'));
    fireEvent.click(await box('Ember tales'), { shiftKey: true });
    await within(await bar()).findByRole('button', { name: 'Delete' });
    expect(client.server.received.filter(({ o }) => o.startsWith('readAllowed/'))).toHaveLength(1);
  });

  it('[PERM-01] become readable to more people only after a question', async () => {
    const client = await renderApp({
      path: '/library.books?c0=.sort%3Dtitle',
      items: [...toyItems, ...many],
      operations: { 'act/changeMany/async/list.Book': () => ({ key: 'change' }) },
    });
    fireEvent.click(await box('Amber atlas'));
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Change…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change 1 record' }));
    const what = dialog.getByRole<HTMLSelectElement>('combobox', { name: /^What to change/ });
    expect(what.value).toBe('');
    fireEvent.change(what, { target: { value: '$access' } });
    fireEvent.change(await dialog.findByRole('combobox', { name: /^Access/ }), { target: { value: 'PUBLIC' } });
    const apply = dialog.getByRole('button', { name: 'Change 1 record' });
    fireEvent.click(apply);
    const question = within(await screen.findByRole('alertdialog', { name: 'Let more people read this?' }));
    expect(question.getByText(/anyone may see this record, even without signing in/)).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(client.server.operations).not.toContain('act/changeMany/async/list.Book');
    fireEvent.click(apply);
    fireEvent.click(await screen.findByRole('button', { name: 'Let them read it' }));
    expect(await sentTo(client, 'act/changeMany/async/list.Book')).toMatchObject({ set: { $access: 'PUBLIC' } });
  });

  it('[TASK-01] are changed by a task, whose way, refusals and undo the listing shows', async () => {
    const refusals = {
      reasons: [{ reason: 'errors.notAllowed', count: 22, items: [{ $id: 'Book-1', label: 'Amber atlas' }] }],
    };
    const client = await renderApp({
      path: '/library.books?c0=.sort%3Dtitle',
      items: [...toyItems, ...many],
      operations: {
        'act/changeMany/async/list.Book': () => ({ key: 'change' }),
        'act/undoMany/async/list.Book': () => ({ key: 'undo' }),
        'act/taskRefusals': () => refusals as unknown as Json,
      },
    });
    fireEvent.click(await box('Amber atlas'));
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Select all 66 results' }));
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Change…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change 66 records' }));
    fireEvent.change(dialog.getByRole('combobox', { name: /^What to change/ }), { target: { value: 'state' } });
    fireEvent.change(await dialog.findByRole('combobox', { name: /^State/ }), { target: { value: 'ARCHIVED' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Change 66 records' }));
    const sent = await sentTo(client, 'act/changeMany/async/list.Book');
    expect(sent).toMatchObject({ query: { must: { _t: ['Book'] } }, set: { state: 'ARCHIVED' } });
    push(client, 'taskUpdate', { key: 'change', keyAction: 'changeMany', state: 'RUNNING', done: 30, total: 66 });
    expect(await screen.findByText('30 of 66')).toBeTruthy();
    expect(within(await bar()).getByRole('button', { name: 'Stop' })).toBeTruthy();
    const counts = { changed: 40, unchanged: 4, refused: 22 };
    push(client, 'taskComplete', {
      key: 'change',
      keyAction: 'changeMany',
      counts,
      done: 66,
      total: 66,
      undoable: true,
    });
    expect(await screen.findByText('Done: 40 changed, 4 unchanged, 22 refused.')).toBeTruthy();
    expect(await screen.findByText(/^22 refused: You do not have the right/)).toBeTruthy();
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Undo' }));
    expect(await sentTo(client, 'act/undoMany/async/list.Book')).toEqual({ taskKey: 'change' });
    const undone = { changed: 40, unchanged: 0, refused: 0 };
    const later = { started: '2026-03-01T10:01:00Z', counts: undone, done: 40, total: 40 };
    push(client, 'taskComplete', { key: 'undo', keyAction: 'undoMany', ...later });
    expect(await screen.findByText('Done: 40 restored.')).toBeTruthy();
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('group', { name: 'Selected results' })).toBeNull();
  });

  it('are deleted by a task, once that is confirmed', async () => {
    const operations = {
      'act/deleteMany/async/list.Book': () => ({ key: 'delete' }),
      'act/taskRefusals': () => ({ reasons: [] }),
    };
    const client = await renderApp({ path: '/library.books?c0=.sort%3Dtitle', operations });
    fireEvent.click(await box('Amber atlas'));
    fireEvent.click(await box('Delta maps'), { shiftKey: true });
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Delete' }));
    expect(client.server.received.some(({ o }) => o.startsWith('act/deleteMany'))).toBe(false);
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await sentTo(client, 'act/deleteMany/async/list.Book')).toEqual({
      ids: ['Book-1', 'Book-2', 'Book-3', 'Book-4'],
    });
    const counts = { changed: 3, unchanged: 0, refused: 1 };
    push(client, 'taskComplete', { key: 'delete', keyAction: 'deleteMany', counts, done: 4, total: 4 });
    expect(await screen.findByText('Done: 3 deleted, 1 refused.')).toBeTruthy();
    expect(within(await bar()).queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('are not offered to a visitor', async () => {
    await renderApp({ path: '/library.books', user: null });
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  });
});
