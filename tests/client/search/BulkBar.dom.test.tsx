import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const PATIENT = { timeout: 30_000 };
const many = Array.from({ length: 60 }, (_, at) =>
  scriptedItem(`Book-${at + 100}`, { title: `Volume ${at + 100}`, shelf: 'Shelf-1', state: 'DRAFT' }),
);
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const bar = () => screen.findByRole('group', { name: 'Selected results' });
/** Every third book is somebody else's. */
const isAllowed = (body: Json | undefined): Json =>
  Array.isArray(body)
    ? Object.fromEntries(
        (body as readonly { readonly id: string }[]).map(({ id }) => [
          id,
          { update: Number(id.split('-')[1]) % 3 !== 0, delete: true },
        ]),
      )
    : { update: true, delete: true };

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
    // The next row has the focus before another key can be struck.
    expect(document.activeElement?.textContent).toBe('Delta maps');
    fireEvent.keyDown(link, { key: 'a', ctrlKey: true });
    expect(within(await bar()).getByText('50 selected')).toBeTruthy();
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Select all 66 results' }));
    expect(within(await bar()).getByText('66 selected')).toBeTruthy();
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Active/ }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected results' })).toBeNull());
  });

  it('are changed together, with what was refused told, and changed back', async () => {
    const client = await renderApp({
      path: '/library.books?c0=.sort%3Dtitle',
      items: [...toyItems, ...many],
      operations: { isAllowed },
    });
    const states = (state: string): number =>
      [...client.server.items.values()].filter((item) => item._i >= 100 && item.state === state).length;
    fireEvent.click(await box('Amber atlas'));
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Select all 66 results' }));
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Change …' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change 66 records' }));
    fireEvent.change(dialog.getByRole('combobox', { name: 'What to change' }), { target: { value: 'state' } });
    fireEvent.change(await dialog.findByRole('combobox', { name: 'State' }), { target: { value: 'ARCHIVED' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Change 66 records' }));
    // Looked at by the clock: the page changes with each record.
    await vi.waitFor(() => expect(states('ARCHIVED')).toBe(40), PATIENT);
    expect(await screen.findByText(/^Done: \d+ changed(, \d+ already so)?, 22 refused\.$/, {}, PATIENT)).toBeTruthy();
    expect(screen.getByText(/^22 refused: You do not have the right/)).toBeTruthy();
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(states('DRAFT')).toBe(60), PATIENT);
    expect(await screen.findByText(/^Done: /, {}, PATIENT)).toBeTruthy();
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('group', { name: 'Selected results' })).toBeNull();
  });

  it('are deleted together, and brought back', async () => {
    const kept = new Map(toyItems.map((item) => [item._i, item]));
    const operations = {
      isAllowed,
      'act/restoreItem': (body: Json | undefined): Json => {
        const { _i } = body as { _i: number };
        // The first of them has been purged meanwhile.
        if (_i === 1) throw problem('notFound');
        client.server.items.set(`Book-${_i}`, kept.get(_i)!);
        return { $id: `Book-${_i}`, lost: [] };
      },
    };
    const client = await renderApp({ path: '/library.books?c0=.sort%3Dtitle', operations });
    fireEvent.click(await box('Amber atlas'));
    fireEvent.click(await box('Delta maps'), { shiftKey: true });
    const chosen = Number(/\d+/.exec((await bar()).textContent ?? '')?.[0]);
    const before = client.server.items.size;
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(client.server.items.size).toBe(before - chosen));
    expect(await screen.findByText(`Done: ${chosen} deleted.`)).toBeTruthy();
    fireEvent.click(await within(await bar()).findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(`Done: ${chosen - 1} brought back, 1 refused.`)).toBeTruthy();
    expect(client.server.items.size).toBe(before - 1);
    expect(within(await bar()).queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('are not offered to a visitor', async () => {
    await renderApp({ path: '/library.books', user: null });
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  });
});
