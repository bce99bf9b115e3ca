// Cells changed where they stand, with the stores and forms of the page: each kind of value, and what can go wrong with a save.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { Answer } from 'stories/scripted/ScriptedServer.ts';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const COLUMNS = ['$label', 'year', 'weight', 'fragile', 'bought', 'printed', 'shelf', 'genres', 'summary', 'state'];

const openTable = async (options: ScriptedClientOptions = {}) => {
  const param = `.show=TABLE&sort=title&cols=${COLUMNS.join('*')}`;
  const client = await renderApp({ path: `/library.books?c0=${encodeURIComponent(param)}`, delay: 0, ...options });
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1600);
  const grid = await screen.findByRole('grid');
  await within(grid).findAllByText('1900');
  return { client, grid };
};

/** The editor of a cell of the first row. */
const edit = async (grid: HTMLElement, path: string, name: string): Promise<HTMLElement> => {
  fireEvent.keyDown(grid, { key: 'Home', ctrlKey: true });
  for (let at = COLUMNS.indexOf(path); at > 0; at -= 1) fireEvent.keyDown(grid, { key: 'ArrowRight' });
  fireEvent.keyDown(grid, { key: 'F2' });
  return await screen.findByRole('group', { name: `Edit ${name}` });
};

const save = (editor: HTMLElement): void => void fireEvent.click(within(editor).getByRole('button', { name: 'Save' }));

const type = async (editor: HTMLElement, role: string, text: string): Promise<HTMLElement> => {
  const field = await within(editor).findByRole(role);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  return field;
};

/** From the list that opens below what was typed. */
const pick = async (editor: HTMLElement, text: string, option: string): Promise<void> => {
  const field = await type(editor, 'combobox', text);
  const found = await screen.findByRole('option', { name: new RegExp(option) });
  fireEvent.mouseDown(found);
  fireEvent.click(found);
  fireEvent.blur(field);
};

const KINDS: readonly (readonly [string, string, (editor: HTMLElement) => Promise<void>, Json])[] = [
  ['year', 'Year', async (editor) => void (await type(editor, 'textbox', '1999')), 1999],
  ['weight', 'Weight', async (editor) => void (await type(editor, 'textbox', '12.5')), 12.5],
  [
    'bought',
    'Bought',
    async (editor) => void fireEvent.blur(await type(editor, 'textbox', '7 March 2024')),
    '2024-03-07',
  ],
  ['printed', 'Printed', async (editor) => void fireEvent.blur(await type(editor, 'textbox', '1931-03')), '1931-03'],
  [
    'summary',
    'Summary',
    async (editor) => void (await type(editor, 'textbox', 'One line,\nand another.')),
    'One line,\nand another.',
  ],
  ['fragile', 'Fragile', async (editor) => void fireEvent.click(await within(editor).findByRole('switch')), true],
  ['shelf', 'Shelf', (editor) => pick(editor, 'South', 'South shelf'), 'Shelf-2'],
  ['genres', 'Genres', (editor) => pick(editor, 'Songs', 'Songs'), ['ATLAS', 'SONGS']],
];

describe('a cell changed where it stands', () => {
  it(
    '[FORM-04] [EXPERIENCE] takes every kind of value by its own field, one after the other',
    { timeout: 60_000 },
    async () => {
      const { client, grid } = await openTable();
      for (const [path, name, fill, expected] of KINDS) {
        const editor = await edit(grid, path, name);
        await fill(editor);
        await waitFor(() =>
          expect(within(editor).getByRole('button', { name: 'Save' })).toMatchObject({ disabled: false }),
        );
        save(editor);
        await waitFor(() => expect(client.server.items.get('Book-1')?.[path], path).toEqual(expected));
        await waitFor(() => expect(screen.queryByRole('group', { name: `Edit ${name}` })).toBeNull());
        await waitFor(() => expect(document.activeElement).toBe(grid));
      }
    },
  );

  it('[ERR-01] stays open with what was typed when the server refuses, or the right to it has ended', async () => {
    const operations: Record<string, Answer> = {
      update: () => {
        throw invalid([{ path: '/year', message: 'errors.number.natural' }]);
      },
    };
    const { client, grid } = await openTable({ operations });
    const editor = await edit(grid, 'year', 'Year');
    const field = await type(editor, 'textbox', '1999');
    save(editor);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    operations.update = () => {
      throw problem('notAllowed');
    };
    fireEvent.change(field, { target: { value: '2001' } });
    save(editor);
    expect(await screen.findByText(/do not have the right to change this book/)).toBeTruthy();
    expect(field).toMatchObject({ value: '2001' });
    expect(client.drafts.dirty).toHaveLength(1);
    delete operations.update;
    save(editor);
    await waitFor(() => expect(client.server.items.get('Book-1')?.year).toBe(2001));
    await waitFor(() => expect(document.activeElement).toBe(grid));
  });

  it('[CELL-02] leads to both values when another user has changed the same one', async () => {
    const { client, grid } = await openTable();
    const editor = await edit(grid, 'year', 'Year');
    await type(editor, 'textbox', '1999');
    act(() => void client.server.change('Book-1', { year: 1888 }));
    await waitFor(() => expect(client.items.peek('Book-1')).toMatchObject({ item: { year: 1888 } }));
    save(editor);
    const chooser = await screen.findByRole('region', { name: 'Someone else changed the same values.' });
    expect(chooser.textContent).toContain('1888');
    expect(chooser.textContent).toContain('1999');
    expect(client.server.items.get('Book-1')?.year).toBe(1888);
  });

  it('[CELL-02] [ERR-01] names the record and the reason when the next cell is already in work', async () => {
    const { client, grid } = await openTable();
    const editor = await edit(grid, 'year', 'Year');
    const field = await type(editor, 'textbox', '1999');
    act(() => void client.server.change('Book-1', { year: 1888 }));
    await waitFor(() => expect(client.items.peek('Book-1')).toMatchObject({ item: { year: 1888 } }));
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('Amber atlas: Year was not saved, because someone else has changed it');
  });

  it('[ITEM-07] waits without a line, and goes out once when there is one', async () => {
    const { client, grid } = await openTable();
    const editor = await edit(grid, 'year', 'Year');
    await type(editor, 'textbox', '1999');
    act(() => client.server.goOffline());
    save(editor);
    await waitFor(() => expect(client.drafts.dirty[0]?.waiting).toBe(true));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Edit Year' })).toBeNull());
    act(() => client.server.goOnline());
    await waitFor(() => expect(client.server.items.get('Book-1')?.year).toBe(1999), { timeout: 10_000 });
    expect(client.drafts.dirty).toEqual([]);
  });
});
