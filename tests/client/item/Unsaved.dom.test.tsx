// Unsaved changes: the page that lists them, and leaving with or without them.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problem } from 'src/model/problems.ts';
import type { Answer } from 'stories/scripted/ScriptedServer.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

/** Finds a control by its text. A query by role computes the accessible names of the whole page, again after each change to it. */
const control = (text: string | RegExp) => screen.findByText(text, { selector: 'button *, button' });
/** Returns the title in the form. A query by label compares the labels of the whole page. */
const titleInput = () => document.querySelector<HTMLInputElement>('[data-pointer="/title"] input');
const title = (): Promise<HTMLInputElement> =>
  waitFor(() => {
    const input = titleInput();
    if (!input) throw new Error('the form has no title yet');
    return input;
  });
const go = (client: Awaited<ReturnType<typeof renderApp>>, path: string): Promise<boolean> =>
  act(() => client.navigation.go(path));

const typeTitle = async (value: string): Promise<void> => {
  const input = await title();
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};

/** Begins a book, leaves it, and is at home. */
const begin = async (title: string) => {
  const client = await renderApp({ path: '/i-Book-0-7' });
  await typeTitle(title);
  void client.navigation.go('/');
  fireEvent.click(await control('Leave without saving'));
  await heading(/^Home, /);
  return client;
};

describe('unsaved work', () => {
  it('[CELL-02] a begun item is listed on home and in the user menu, and opens as it was left', async () => {
    const client = await begin('Half a book');
    const list = (await screen.findByRole('heading', { name: 'Continue' })).closest('section')!;
    expect(within(list).getByText(/not created yet/)).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: /Robin|Account/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Unsaved work (1)' }));
    await heading('Unsaved work');
    fireEvent.click(await screen.findByRole('link', { name: 'Half a book' }));
    expect(await title()).toMatchObject({ value: 'Half a book' });
    expect(client.navigation.cells[0]?.segment).toBe('i-Book-0-7');
  });

  it('[CELL-02] says that text is no valid JSON yet, where no property differs', async () => {
    const client = await renderApp({ path: '/unsaved' });
    await act(async () => {
      const item = await client.items.refresh('Book-1');
      if (item.state === 'ready') client.drafts.of(item.item.$id).setRaw('{ "title": ');
    });
    await screen.findByText(/JSON that is not valid yet,/);
    fireEvent.click(await control('Discard'));
    const question = within(await screen.findByRole('alertdialog'));
    question.getByText('Discard what you typed? You cannot undo this.');
    fireEvent.click(question.getByText('Discard'));
    await waitFor(() => expect(client.drafts.dirty).toHaveLength(0));
  });

  it('[CELL-02] is named by its title in the dialog of a person who signs out', async () => {
    await begin('Half a book');
    fireEvent.click(await screen.findByRole('button', { name: /Robin|Account/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect((await dialog.findByRole('listitem')).textContent).toBe('Half a book');
  });

  it('[CELL-02] [CONN-05] asks a person who signs out only until it is saved', async () => {
    const client = await renderApp({ path: '/i-Book-1?c0=edit' });
    await typeTitle('Amber atlas of the coast');
    fireEvent.click(await screen.findByRole('button', { name: /Robin|Account/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await screen.findByRole('alertdialog');
    await act(async () => void (await client.drafts.dirty[0]?.save()));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(client.session.signedIn).toBe(true);
  });

  it('[CELL-02] is offered when another one of its type is begun, and can be given up', async () => {
    const client = await begin('Half a book');
    await go(client, '/i-Book-0-8');
    expect(await screen.findByText(/You started “Half a book”/)).toBeTruthy();
    fireEvent.click(await control('Continue'));
    await waitFor(() => expect(titleInput()?.value).toBe('Half a book'));
    expect(screen.queryByText(/You started/)).toBeNull();
    void client.navigation.go('/i-Book-0-9');
    fireEvent.click(await control('Leave without saving'));
    await screen.findByText(/You started “Half a book”/);
    fireEvent.click(await control('Discard'));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText(/You started/)).toBeNull());
    await go(client, '/unsaved');
    expect(await screen.findByText('Everything is saved')).toBeTruthy();
  });

  it('[CELL-02] can be saved on the way out, unless it is incomplete or refused', async () => {
    const operations: Record<string, Answer> = {};
    const client = await renderApp({ path: '/library.books/i-Book-1?c1=edit', operations });
    await typeTitle('');
    void client.navigation.close(1);
    fireEvent.click(await control('Save and leave'));
    await waitFor(() => expect(titleInput()).toBe(document.activeElement));
    await typeTitle('Amber atlas, revised');
    operations.update = () => {
      throw problem('notAllowed');
    };
    void client.navigation.close(1);
    fireEvent.click(await control('Save and leave'));
    await screen.findByText(/do not have the right/);
    expect(client.navigation.cells).toHaveLength(2);
    delete operations.update;
    void client.navigation.close(1);
    fireEvent.click(await control('Save and leave'));
    await waitFor(() => expect(client.navigation.cells).toHaveLength(1));
    expect(client.server.items.get('Book-1')?.title).toBe('Amber atlas, revised');
    expect(screen.queryByText(/do not have the right/)).toBeNull();
    expect(client.drafts.dirty).toEqual([]);
  });
});
