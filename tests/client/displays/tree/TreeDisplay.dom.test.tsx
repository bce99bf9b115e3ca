import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { nextRowWithPrefix } from 'src/client/displays/tree/treeKeys.ts';
import type { Json } from 'src/model/item/Item.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const book = (number: number, title: string, sequels: readonly number[] = [], more: Record<string, Json> = {}) =>
  scriptedItem(`Book-${number}`, {
    title,
    shelf: 'Shelf-1',
    state: 'ACTIVE',
    $access: 'COMMUNITY',
    sequels: sequels.map((each) => `Book-${each}`),
    ...more,
  });

const PARTS = Array.from({ length: 60 }, (_, at) => at + 100);
const items = [
  ...toyItems.filter(({ _t }) => _t !== 'Book'),
  book(1, 'Amber', [2, 3]),
  book(2, 'Birch', [4]),
  book(3, 'Cedar'),
  book(4, 'Delta river', [2]),
  book(5, 'Ember', PARTS),
  book(6, 'Amaranth'),
  ...PARTS.map((number) => book(number, `Part ${number}`)),
];

const openTree = async (param = '') => {
  const client = await renderApp({
    path: `/library.books?c0=${encodeURIComponent(`.show=TREE&sort=title${param}`)}`,
    items,
    registry,
  });
  const tree = await screen.findByRole('tree', { name: 'Tree: Books' });
  await within(tree).findAllByRole('link');
  return { client, tree };
};

/** `2 Birch +` is a row of the second level that can be opened. */
const shown = (tree: HTMLElement): string[] =>
  within(tree)
    .getAllByRole('treeitem')
    .map((row) => {
      const state = { true: ' -', false: ' +' }[row.getAttribute('aria-expanded') ?? ''] ?? '';
      return `${row.getAttribute('aria-level')} ${(row.querySelector('a') ?? row).textContent}${state}`;
    });

const current = (tree: HTMLElement): string =>
  document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.querySelector('a')?.textContent ?? '';

describe('tree', () => {
  it('[CELL-05] [EXPERIENCE] opens branches by the keys of a tree, keeps what is open in the address, and leads back to it', async () => {
    const { client, tree } = await openTree();
    expect(shown(tree)).toEqual(['1 Amaranth', '1 Amber +', '1 Ember +']);
    const press = (key: string, more = {}): void => void fireEvent.keyDown(tree, { key, ...more });
    press('ArrowDown');
    await waitFor(() => expect(current(tree)).toBe('Amber'));
    press('ArrowRight');
    await waitFor(() => expect(shown(tree).slice(1, 4)).toEqual(['1 Amber -', '2 Birch +', '2 Cedar']));
    press('ArrowRight');
    await waitFor(() => expect(current(tree)).toBe('Birch'));
    press('*');
    await waitFor(() => expect(shown(tree)).toContain('3 Delta river +'));
    press('ArrowDown');
    press('ArrowRight');
    // An item below itself is shown there again, without a branch.
    await waitFor(() => expect(shown(tree)).toContain('4 Birch'));
    press('ArrowLeft');
    press('ArrowLeft');
    await waitFor(() => expect(current(tree)).toBe('Birch'));
    press(' ');
    await waitFor(() =>
      expect(within(tree).getAllByRole('treeitem', { selected: true })[0]?.textContent).toContain('Birch'),
    );
    press('End');
    await waitFor(() => expect(current(tree)).toBe('Ember'));
    press('Home');
    press('c');
    await waitFor(() => expect(current(tree)).toBe('Cedar'));
    await waitFor(() => expect(decodeURIComponent(client.navigation.address)).toMatch(/open=1\.2/));
    await waitFor(() => expect(decodeURIComponent(client.navigation.address)).toContain('at=Book-3'));
    press('Enter');
    await waitFor(() => expect(client.navigation.cells[1]?.itemId).toBe('Book-3'));
    expect(nextRowWithPrefix(['Amber', 'Birch', 'Amaranth'], 0, 'a')).toBe(2);
    expect(nextRowWithPrefix(['Amber', 'Birch', 'Amaranth'], 2, 'am')).toBe(2);
    expect(nextRowWithPrefix(['Amber'], 0, 'x')).toBeUndefined();
  });

  it('[CELL-08] reads a branch 25 at a time, and a shared address opens it as far as its result', async () => {
    const { tree } = await openTree('&open=5');
    const parts = (): string[] => shown(tree).filter((row) => row.startsWith('2 Part'));
    await waitFor(() => expect(parts().length).toBeGreaterThan(5));
    fireEvent.keyDown(tree, { key: 'End' });
    const more = await screen.findByRole('button', { name: 'Show 35 more' });
    const part = within(tree).getByText('Part 103').closest('[role=treeitem]');
    expect([part?.getAttribute('aria-posinset'), part?.getAttribute('aria-setsize')]).toEqual(['4', '60']);
    fireEvent.click(more);
    fireEvent.keyDown(tree, { key: 'End' });
    await screen.findByRole('button', { name: 'Show 10 more' });
  });

  it('[CELL-05] begins at the result of an address, wherever it stands', async () => {
    const { tree } = await openTree('&at=Book-158');
    await waitFor(() => expect(current(tree)).toBe('Part 158'));
    expect(shown(tree)).toContain('2 Part 158');
  });

  it('[CELL-05] [SRCH-01] keeps the ancestors of a match, and says that they are not matches', async () => {
    const { tree } = await openTree('&open=1.2&q=river');
    await waitFor(() => expect(shown(tree)).toEqual(['1 Amber -', '2 Birch -', '3 Delta river +']));
    expect(screen.getAllByTitle(/not a result itself/)).toHaveLength(2);
  });

  it('[EXPERIENCE] prints all branches, each below its parent, and ends when parents form a cycle', async () => {
    const printed: string[][] = [];
    vi.spyOn(window, 'print').mockImplementation(() => {
      const rows = [...document.querySelectorAll('.kk-print-tree li')];
      const depth = (row: Element): number =>
        row.parentElement?.closest('li') ? depth(row.parentElement.closest('li')!) + 1 : 1;
      printed.push(rows.map((row) => `${depth(row)} ${row.querySelector('strong')?.textContent}`));
    });
    await openTree();
    fireEvent.keyDown(document, { key: 'p', ctrlKey: true });
    await waitFor(() => expect(printed).toHaveLength(1), { timeout: 10_000 });
    expect(printed[0]?.slice(0, 6)).toEqual([
      '1 Amaranth',
      '1 Amber',
      '2 Birch',
      '3 Delta river',
      '4 Birch',
      '2 Cedar',
    ]);
    expect(printed[0]).toContain('2 Part 159');
  });

  it('[CELL-05] [EXPERIENCE] moves an item by a dialog, never below itself, and takes it back', async () => {
    const { client, tree } = await openTree('&open=1');
    await waitFor(() => expect(shown(tree)).toContain('2 Cedar'));
    fireEvent.click(within(tree).getByText('Cedar').closest('[role=treeitem]')!);
    fireEvent.click(screen.getByRole('button', { name: 'Move to another place' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Cedar' });
    const below = await within(dialog).findByRole('combobox', { name: /^Put it below/ });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(below.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'To the beginning of the tree' }));
    await waitFor(() => expect(shown(tree)).toContain('1 Cedar'));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    act(() => undo.click());
    await waitFor(() => expect(shown(tree)).toContain('2 Cedar'));
    expect(client.server.received.filter(({ o }) => o === 'update')).toHaveLength(2);
  });
});
