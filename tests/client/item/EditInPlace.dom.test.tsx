// Editing one value in place on the page of an item, leaving its form, and the other actions of its menu and its foot.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { invalid, problem } from 'src/model/problems.ts';
import { scriptedItem, type Answer } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const value = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement!;
const tab = (name: string) => screen.findByRole('tab', { name });
const title = () => screen.findByRole('textbox', { name: /^Title/ });

it('[CELL-03] a click on a value opens only its field; Enter saves it, Escape leaves it as it was', async () => {
  const client = await renderApp({ path: '/i-Book-1' });
  await heading('Amber atlas');
  await button('Edit Year');
  fireEvent.click(within(value('Year')).getByText('1900'));
  const year = await screen.findByRole('textbox', { name: /^Year/ });
  await waitFor(() => expect(document.activeElement).toBe(year));
  expect(screen.queryByRole('textbox', { name: /^Title/ })).toBeNull();
  fireEvent.change(year, { target: { value: '1999' } });
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
  fireEvent.keyDown(year, { key: 'Enter' });
  await waitFor(() => expect(client.server.items.get('Book-1')?.year).toBe(1999));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Year' })));
  expect(Object.keys(client.server.received.find(({ o }) => o === 'update')?.b as object).toSorted()).toEqual([
    '$id',
    '_u',
    'year',
  ]);
  fireEvent.click(await button('Edit Title'));
  fireEvent.change(await title(), { target: { value: 'Never kept' } });
  fireEvent.keyDown(await title(), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Title/ })).toBeNull());
  expect(client.drafts.dirty).toEqual([]);
});

it('[CELL-03] stays on the tab that was chosen while the changes were being saved', async () => {
  const client = await renderApp({ path: '/i-Book-1' });
  fireEvent.click(await tab('Edit'));
  fireEvent.change(await title(), { target: { value: 'Amber atlas, revised' } });
  fireEvent.blur(await title());
  let release = (): void => {};
  client.server.held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fireEvent.click(await button('Save now'));
  fireEvent.click(await tab('History'));
  await waitFor(async () => expect((await tab('History')).getAttribute('aria-selected')).toBe('true'));
  release();
  client.server.held = undefined;
  await waitFor(() => expect(client.alerts.alerts.map(({ message }) => message)).toContain('app.applied'));
  await waitFor(() => expect(client.drafts.dirty).toHaveLength(0));
  expect((await tab('History')).getAttribute('aria-selected')).toBe('true');
});

it('[PERM-01] asks before more people may read a record, saves nothing without the answer, and offers the way back', async () => {
  const client = await renderApp({ path: '/i-Book-1' });
  const kept = (): unknown => client.server.items.get('Book-1')?.['$access'];
  const choose = async (level: RegExp): Promise<void> => {
    fireEvent.click(await screen.findByRole('tab', { name: 'Edit' }));
    fireEvent.click(await screen.findByRole('tab', { name: /^Access/ }));
    fireEvent.click(await screen.findByRole('radio', { name: level }));
    fireEvent.click(await button('Save now'));
  };
  const answer = async (name: string): Promise<void> => {
    const dialog = await screen.findByRole('alertdialog', { name: 'Let more people read this?' });
    expect(within(dialog).getByText(/^This record is private now\. Afterwards anyone may see it/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name }));
  };
  const updates = (): number => client.server.operations.filter((name) => name === 'update').length;
  // A stricter level needs no question.
  await choose(/^Private/);
  await waitFor(() => expect(kept()).toBe('PRIVATE'));
  await screen.findByRole('tab', { name: 'Edit', selected: false });
  await choose(/^Public/);
  await answer('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(updates()).toBe(1);
  fireEvent.click(await button('Save now'));
  await answer('Let them read it');
  await waitFor(() => expect(kept()).toBe('PUBLIC'));
  fireEvent.click(await button('Undo'));
  await waitFor(() => expect(kept()).toBe('PRIVATE'));
});

it('[FORM-01] what is wrong stays open; what is wrong elsewhere leads to the form', async () => {
  const operations: Record<string, Answer> = {};
  const client = await renderApp({ path: '/i-Book-1', operations });
  fireEvent.click(await button('Edit Title'));
  fireEvent.change(await title(), { target: { value: '' } });
  fireEvent.click(await button('Save'));
  expect(await screen.findByText('Fill this in')).toBeTruthy();
  expect(client.server.operations).not.toContain('update');
  operations.update = () => {
    throw invalid([{ path: '/shelf', message: 'errors.relation' }]);
  };
  fireEvent.change(await title(), { target: { value: 'Better' } });
  fireEvent.click(await button('Save'));
  expect(await screen.findByRole('tab', { name: 'Edit', selected: true })).toBeTruthy();
  expect((await screen.findAllByText(/Choose a record that exists/)).length).toBeGreaterThan(0);
});

it('[CELL-01] the menu of an item copies its link and begins a copy of it', async () => {
  const written = vi.fn((_text: string) => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: written }, configurable: true });
  const client = await renderApp({ path: '/library.books/i-Book-1' });
  await heading('Amber atlas');
  const column = within(screen.getByRole('region', { name: 'Amber atlas' }));
  const choose = async (name: string): Promise<void> => {
    fireEvent.click(column.getByRole('button', { name: 'More options for this column' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Copy link');
  await waitFor(() => expect(written).toHaveBeenCalledWith(expect.stringMatching(/\/i-Book-1$/)));
  await choose('Duplicate');
  await heading('New book');
  expect(await title()).toMatchObject({ value: 'Amber atlas' });
  const [draft] = client.drafts.begun('Book');
  expect(draft?.values).toMatchObject({ shelf: 'Shelf-1', year: 1900, genres: ['ATLAS'] });
});

it('[FORM-05] a copy leaves out people whose account is blocked, and says whom', async () => {
  const items = [
    ...toyItems,
    scriptedItem('User-8', { name: 'Kim Gone', blocked: true }),
    scriptedItem('Loan-90', { book: 'Book-1', borrower: 'User-8', from: '2024-05-06T07:00:00.000Z' }),
  ];
  const client = await renderApp({ path: '/library.books/i-Loan-90', items });
  const options = await screen.findAllByRole('button', { name: 'More options for this column' });
  fireEvent.click(options.at(-1)!);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  expect(await screen.findByText(/Kim Gone is not in the copy/)).toBeTruthy();
  await waitFor(() => expect(client.drafts.begun('Loan')).toHaveLength(1));
  const [draft] = client.drafts.begun('Loan');
  expect(draft?.values).toMatchObject({ book: 'Book-1', from: '2024-05-06T07:00:00.000Z' });
  expect(draft?.values).not.toHaveProperty('borrower');
});

it('[PERM-01] a user who may not edit learns why, and can request access', async () => {
  const client = await renderApp({ path: '/i-Book-1', allowed: { read: true } });
  fireEvent.click(await button('Why can I not edit this?'));
  expect(await screen.findByText(/administrator of North shelf can give you the right/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  fireEvent.change(await screen.findByRole('textbox', { name: /^Why do you ask\?/ }), {
    target: { value: 'I wrote it.' },
  });
  fireEvent.click(await button('Ask for access'));
  expect(await screen.findByText(/have your request/)).toBeTruthy();
  expect(client.server.received.find(({ o }) => o === 'act/askAccess')?.b).toMatchObject({ reason: 'I wrote it.' });
});

it('[ERR-01] the message of a refused save goes when the next one is done', async () => {
  const operations: Record<string, Answer> = {
    update: () => {
      throw problem('notAllowed');
    },
  };
  const client = await renderApp({ path: '/i-Book-1', operations });
  fireEvent.click(await button('Edit Title'));
  fireEvent.change(await title(), { target: { value: 'Better' } });
  fireEvent.click(await button('Save'));
  expect(await screen.findByText(/do not have the right to change this book\./)).toBeTruthy();
  delete operations.update;
  fireEvent.click(await button('Save'));
  await waitFor(() => expect(client.server.items.get('Book-1')?.title).toBe('Better'));
  await waitFor(() => expect(screen.queryByText(/do not have the right/)).toBeNull());
  await act(async () => {});
});

it('[PERM-01] offers properties that only administrators may write to no one else', async () => {
  const { Book } = registry.types;
  const closed = { ...registry, types: { ...registry.types, Book: { ...Book!, adminOnly: ['year'] } } };
  const client = await renderApp({ path: '/i-Book-1', registry: closed });
  await button('Edit Title');
  expect(screen.queryByRole('button', { name: 'Edit Year' })).toBeNull();
  act(() => client.navigation.setParam(0, 'edit'));
  await screen.findByRole('textbox', { name: /^Title/ });
  expect(screen.queryByLabelText(/^Year/)).toBeNull();
});

const withFiles = [
  ...toyItems.filter(({ $id }) => $id !== 'Book-1'),
  scriptedItem('Book-1', { title: 'Amber atlas', shelf: 'Shelf-1', files: ['Attachment-1', 'Attachment-2'] }),
  ...[1, 2].map((at) =>
    scriptedItem(`Attachment-${at}`, {
      ...{ originalName: `${at}.png`, filetype: 'image/png', size: 10, rel: 'Book-1' },
      ...(at === 1 && { caption: 'Before' }),
    }),
  ),
];

it('[FILE-01] a caption is changed where it stands; what is refused stays in the field', async () => {
  const operations: Record<string, Answer> = {
    update: () => {
      throw problem('notAllowed');
    },
  };
  const client = await renderApp({ path: '/i-Book-1', items: withFiles, operations });
  expect(await screen.findByText('Add a caption')).toBeTruthy();
  fireEvent.click(await button(/^Edit Caption of .*1/));
  const caption = await screen.findByRole('textbox', { name: /^Caption/ });
  expect(caption).toMatchObject({ value: 'Before' });
  fireEvent.change(caption, { target: { value: 'Spring camp' } });
  fireEvent.click(await button('Save'));
  await screen.findByText(/do not have the right/);
  expect(screen.getByRole('textbox', { name: /^Caption/ })).toMatchObject({ value: 'Spring camp' });
  delete operations.update;
  fireEvent.click(await button('Save'));
  await waitFor(() => expect(client.server.items.get('Attachment-1')?.caption).toBe('Spring camp'));
  expect(await screen.findByText('Spring camp')).toBeTruthy();
  expect(client.server.items.get('Book-1')?._u).toBe(withFiles.find(({ $id }) => $id === 'Book-1')?._u);
});

it('[FILE-01] the order of files is changed by a button or the pointer, saved at once, and taken back', async () => {
  const client = await renderApp({ path: '/i-Book-1', items: withFiles });
  const order = () => client.server.items.get('Book-1')?.files;
  fireEvent.click(await button(/^Move .*1.* down$/));
  await waitFor(() => expect(order()).toEqual(['Attachment-2', 'Attachment-1']));
  fireEvent.click(await button('Undo'));
  await waitFor(() => expect(order()).toEqual(['Attachment-1', 'Attachment-2']));
  const entries = () => [...document.querySelectorAll('.kk-file')];
  const dataTransfer = { setData: vi.fn(), setDragImage: vi.fn(), types: [] };
  fireEvent.dragStart(entries()[1]!.querySelector('[draggable]')!, { dataTransfer });
  fireEvent.dragOver(entries()[0]!, { dataTransfer });
  fireEvent.drop(entries()[0]!, { dataTransfer });
  await waitFor(() => expect(order()).toEqual(['Attachment-2', 'Attachment-1']));
  expect(client.drafts.dirty).toEqual([]);
});

it('[PERM-01] offers captions and order only to people who may change them', async () => {
  await renderApp({ path: '/i-Book-1', items: withFiles, allowed: { read: true } });
  expect(await screen.findByText('Before')).toBeTruthy();
  await screen.findByRole('button', { name: 'Why can I not edit this?' });
  expect(screen.queryByText('Add a caption')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Edit|Move) / })).toBeNull();
});
