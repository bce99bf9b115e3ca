import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { tabsOf } from 'src/client/item/itemTabs.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import { scriptedItem, type Answer } from 'stories/scripted/ScriptedServer.ts';
import { toyItems, toyUser } from 'stories/scripted/toyItems.ts';
import { forms } from 'tests/toy/generated/forms.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const tab = (name: string | RegExp) => screen.findByRole('tab', { name });

/** Opens the form and changes the title. */
const changeTitle = async (value: string): Promise<void> => {
  fireEvent.click(await tab('Edit'));
  const title = await screen.findByLabelText(/^Title/);
  fireEvent.change(title, { target: { value } });
  fireEvent.blur(title);
};

describe('reading an item', () => {
  it('shows its values with their words, links and level, and leaves empty ones out', async () => {
    await renderApp({ path: '/i-Book-1' });
    await heading('Amber atlas');
    const page = await screen.findByRole('article');
    expect(within(page).getByText('Year')).toBeTruthy();
    expect(within(page).getByText('1900')).toBeTruthy();
    const link = await within(page).findByRole('link', { name: 'North shelf' });
    expect(link.getAttribute('href')).toBe('/i-Book-1/i-Shelf-1');
    expect(within(page).getByText('Community')).toBeTruthy();
    expect(within(page).queryByText('Weight')).toBeNull();
    expect(within(page).queryByRole('textbox')).toBeNull();
  });

  it('[ITEM-07] watches the item while it is shown, and follows changes by others', async () => {
    const client = await renderApp({ path: '/i-Book-1' });
    await heading('Amber atlas');
    await waitFor(() => expect(client.server.watched.has('Book-1')).toBe(true));
    act(() => void client.server.change('Book-1', { year: 1999 }));
    expect(await screen.findByText('1999')).toBeTruthy();
    await act(async () => void (await client.navigation.close(0)));
    await waitFor(() => expect(client.server.watched.has('Book-1')).toBe(false));
  });

  it('[CELL-04] tells that someone else changed the focused item', async () => {
    const client = await renderApp({ path: '/i-Book-1' });
    await heading('Amber atlas');
    await waitFor(() => expect(client.server.watched.has('Book-1')).toBe(true));
    act(() => void client.server.change('Book-1', { year: 1999 }));
    await waitFor(() => expect(client.alerts.alerts.map(({ message }) => message)).toContain('app.serverUpdated'));
    await waitFor(() => expect(client.alerts.announcement).toContain('Year'));
  });

  it('[CELL-04] says nothing of a change to the person who made it', async () => {
    const of = (name: string, by: string) => ({
      ...{ _u: 2, at: '2024-05-06T07:08:09.000Z', by, asUser: null, helper: null, kind: 'updated' },
      changes: { [name]: [null, null] },
    });
    const events = [of('title', 'User-1'), of('year', 'User-2')];
    const client = await renderApp({ path: '/i-Book-1', operations: { history: () => ({ events, more: false }) } });
    await heading('Amber atlas');
    await waitFor(() => expect(client.server.watched.has('Book-1')).toBe(true));
    act(() => void client.server.change('Book-1', { title: 'Own' }));
    await waitFor(() => expect(client.items.peek('Book-1')).toMatchObject({ item: { title: 'Own' } }));
    act(() => void client.server.change('Book-1', { year: 1999 }));
    const said = () => client.alerts.alerts.map(({ values }) => values?.['properties']);
    await waitFor(() => expect(said()).toContain('Year'), { timeout: 5_000 });
    expect(said()).not.toContain('Title');
  });

  it('[CELL-04] says that an item is gone', async () => {
    const client = await renderApp({ path: '/i-Book-1' });
    await heading('Amber atlas');
    act(() => client.server.push('item/update', { $id: 'Book-1', gone: true }));
    expect(await heading('No longer here')).toBeTruthy();
    expect(screen.queryByText('1900')).toBeNull();
    // The person who deleted the item finds it on that page.
    const way = await screen.findByRole('link', { name: 'See what was deleted' });
    expect(way.getAttribute('href')).toBe('/deleted');
  });

  it('[ERR-01] shows why an item cannot be shown', async () => {
    await renderApp({ path: '/i-Book-999' });
    expect(await screen.findByText(/This was not found/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'See what was deleted' })).toBeTruthy();
  });

  it('[ERR-01] says that a record is not on this device, instead of that something failed', async () => {
    const client = await renderApp({ path: '/library.books' });
    act(() => client.server.goOffline());
    await act(async () => void (await client.navigation.open(0, 'i-Book-2')));
    expect(await screen.findByText(/^You are offline; this record/, { selector: '.kk-empty-title' })).toBeTruthy();
    expect(screen.getByText(/This device has no copy of this record/)).toBeTruthy();
  });
});

describe('toolbar', () => {
  it('[CELL-01] offers meta and history to signed-in users, no history for Notify, raw edit to administrators', () => {
    const { Book, Notify } = registry.types;
    const item = scriptedItem('Book-7', { title: 'Elk' });
    const context = { item, type: Book!, registry, user: toyUser, mayUpdate: true };
    const keys = (other: Partial<typeof context> | { readonly user: undefined }): readonly string[] =>
      tabsOf({ ...context, ...other }).map(({ key }) => key);
    expect(keys({})).toEqual(['read', 'edit', 'related', 'history', 'meta']);
    expect(keys({ type: Notify! })).not.toContain('history');
    expect(keys({ user: undefined, mayUpdate: false })).toEqual(['read', 'related']);
    expect(keys({ user: { ...toyUser, admin: true } })).toContain('raw');
    expect(keys({ user: { ...toyUser, masquerading: true } })).toContain('raw');
    const files = ['Attachment-1', 'Attachment-2'];
    expect(keys({ item: scriptedItem('Book-7', { title: 'Elk', files }) })).toContain('files');
  });

  it('[PERM-01] has no edit tab and no delete for those who may not', async () => {
    await renderApp({ path: '/i-Book-1', allowed: { read: true } });
    await heading('Amber atlas');
    await tab('History');
    expect(screen.queryByRole('tab', { name: 'Edit' })).toBeNull();
    fireEvent.click(await button('More options for this column'));
    await screen.findByRole('menuitem', { name: 'Print' });
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  });

  it('runs a declared action after asking', async () => {
    const client = await renderApp({ path: '/i-Book-1' });
    fireEvent.click(await button('Actions'));
    fireEvent.click(await screen.findByRole('menuitem', { name: /stamp/i }));
    await screen.findByRole('alertdialog', { name: 'Stamp?' });
    fireEvent.click(await button('Stamp'));
    await waitFor(() =>
      expect(client.server.received.find(({ o }) => o === 'act/stamp')?.b).toMatchObject({ _t: 'Book', _i: 1 }),
    );
  });

  it('deletes after asking, closes the column, and takes it back where the server still can', async () => {
    let restored: Json = { $id: 'Book-1', lost: ['genres'] };
    const operations: Record<string, Answer> = {
      'act/restoreItem': () => {
        client.server.items.set(
          'Book-1',
          toyItems.find(({ $id }) => $id === 'Book-1')!,
        );
        return restored;
      },
    };
    const client = await renderApp({ path: '/library.books/i-Book-1', operations, site: { undoDays: 7 } });
    await heading('Amber atlas');
    const column = screen.getByRole('region', { name: 'Amber atlas' });
    fireEvent.click(await within(column).findByRole('button', { name: 'More options for this column' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText(/For 7 days you can restore it on the page “Deleted”/)).toBeTruthy();
    fireEvent.click(await button('Delete'));
    await waitFor(() => expect(client.navigation.cells).toHaveLength(1));
    expect(client.server.items.has('Book-1')).toBe(false);
    fireEvent.click(await button('Undo'));
    expect(
      await screen.findByText('You restored Amber atlas without Genres: their values no longer exist.'),
    ).toBeTruthy();
    expect(client.server.received.find(({ o }) => o === 'act/restoreItem')?.b).toEqual({ _t: 'Book', _i: 1 });
    expect(await screen.findByRole('link', { name: 'Amber atlas' })).toBeTruthy();
    // And the page of what was deleted lately offers the same.
    operations['act/deletedItems'] = () => ({
      items: [
        { $id: 'Book-9', label: 'Lost book', by: 'User-1', at: '2024-05-01T00:00:00Z', until: '2024-05-31T00:00:00Z' },
      ],
    });
    await act(() => client.navigation.go('/deleted'));
    restored = { $id: 'Book-9', lost: [] };
    fireEvent.click(await button('Restore Lost book'));
    expect(await screen.findByText('You restored Lost book.')).toBeTruthy();
    expect(await screen.findByText('There is nothing to restore from the last 7 days.')).toBeTruthy();
  });

  it('[SRCH-07] goes through the results it was opened from', async () => {
    const client = await renderApp({ path: '/library.books' });
    const link = await screen.findByRole('link', { name: 'Cedar fables' });
    fireEvent.click(link);
    await heading('Cedar fables');
    expect(await screen.findByText(/\d of 6/)).toBeTruthy();
    const before = client.navigation.cells[1]?.itemId;
    fireEvent.click(await button('Next result'));
    await waitFor(() => expect(client.navigation.cells[1]?.itemId).not.toBe(before));
    fireEvent.click(await button('Previous result'));
    await waitFor(() => expect(client.navigation.cells[1]?.itemId).toBe(before));
  });
});

describe('editing', () => {
  it('[CELL-03] saves what was changed, and nothing else', async () => {
    const client = await renderApp({ path: '/i-Book-1' });
    await changeTitle('Amber atlas, revised');
    expect(await screen.findByText(/1 change$/)).toBeTruthy();
    fireEvent.click(await button('Save now'));
    await waitFor(() => expect(client.server.items.get('Book-1')?.title).toBe('Amber atlas, revised'));
    const sent = client.server.received.find(({ o }) => o === 'update')?.b;
    expect(Object.keys(sent as object).toSorted()).toEqual(['$id', '_u', 'title']);
    await waitFor(() => expect(client.alerts.alerts.map(({ message }) => message)).toContain('app.applied'));
    expect(screen.queryByRole('button', { name: 'Save now' })).toBeNull();
  });

  it('[CELL-02] asks before unsaved edits are left, and stays when the user chooses to', async () => {
    const client = await renderApp({ path: '/library.books/i-Book-1' });
    await changeTitle('Half done');
    void client.navigation.close(1);
    fireEvent.click(await button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(client.navigation.cells).toHaveLength(2);
    void client.navigation.close(1);
    fireEvent.click(await button('Leave without saving'));
    await waitFor(() => expect(client.navigation.cells).toHaveLength(1));
  });

  it('offers edits that were left behind', async () => {
    const client = await renderApp({ path: '/i-Book-1' });
    await changeTitle('Half done');
    fireEvent.click(await tab('Book'));
    expect(await screen.findByText('Not saved yet: Title.')).toBeTruthy();
    fireEvent.click(within(screen.getByRole('article')).getByRole('button', { name: 'Discard' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(client.drafts.dirty).toHaveLength(0));
  });

  it('[CELL-02] warns the browser before the page is left', async () => {
    await renderApp({ path: '/i-Book-1' });
    await changeTitle('Half done');
    await waitFor(() => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
    });
  });

  it('a conflict shows both values side by side and saves the chosen one', async () => {
    const changes = { title: ['Amber atlas', 'Theirs'] };
    const who = { by: 'User-1', asUser: null, helper: null };
    const event = { _u: 2, at: '2024-05-06T07:08:09.000Z', ...who, kind: 'updated', changes };
    const client = await renderApp({
      path: '/i-Book-1',
      delay: 0,
      operations: { history: () => ({ events: [event], more: false }) },
    });
    await changeTitle('Mine');
    act(() => void client.server.change('Book-1', { title: 'Theirs' }));
    await waitFor(() => expect(client.items.peek('Book-1')).toMatchObject({ item: { title: 'Theirs' } }));
    // The field says so while one still types, and the message who it was.
    expect(await screen.findByText(/Robin Sample changed this/)).toBeTruthy();
    expect(screen.getByText('The saved value is now:').parentElement?.textContent).toContain('Theirs');
    await waitFor(() => expect(client.alerts.alerts.map(({ message }) => message)).toContain('cells.changedBy'));
    fireEvent.click(await button('Save now'));
    const chooser = await screen.findByRole('region', { name: 'Someone else changed the same values.' });
    expect(within(chooser).getByText('Mine', { selector: '.kk-conflict-value *, .kk-conflict-value' })).toBeTruthy();
    expect(document.activeElement).toBe(chooser);
    expect(await within(chooser).findByText(/Robin Sample/)).toBeTruthy();
    expect(chooser.textContent).toContain('Both started from: Amber atlas');
    expect(within(chooser).getByText(/You lose yours unless you choose it/)).toBeTruthy();
    expect(within(chooser).getByRole('button', { name: 'Copy your value of Title' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save now' })).toBeNull();
    fireEvent.click(within(chooser).getByRole('radio', { name: /^Saved/ }));
    fireEvent.click(within(chooser).getByRole('button', { name: 'Use these and save' }));
    await waitFor(() => expect(client.drafts.dirty).toHaveLength(0));
    expect(client.server.items.get('Book-1')?.title).toBe('Theirs');
  });

  it('[ITEM-06] makes a new item from the screen, and the column becomes the item', async () => {
    const client = await renderApp({ path: '/library.open' });
    fireEvent.click(await button('New book'));
    await heading('New book');
    const column = screen.getByRole('region', { name: 'New book' });
    const title = await within(column).findByLabelText(/^Title/);
    fireEvent.change(title, { target: { value: 'Gale gazette' } });
    fireEvent.blur(title);
    const draft = client.drafts.dirty.find(({ type }) => type === 'Book');
    act(() => draft?.set({ ...draft.values, shelf: 'Shelf-1' }));
    fireEvent.click(within(column).getByRole('button', { name: 'Create' }));
    await heading('Gale gazette');
    const made = [...client.server.items.values()].find((item) => item.title === 'Gale gazette');
    expect(made).toMatchObject({ _t: 'Book', state: 'ACTIVE', shelf: 'Shelf-1' });
    expect(client.navigation.cells[1]?.itemId).toBe(made?.$id);
  });

  it('[CELL-03] Ctrl+S makes a new item, or leads to what it lacks, and answers a dialog first', async () => {
    const client = await renderApp({ path: '/i-Book-0-1' });
    const made = () => client.server.received.filter(({ o }) => o === 'create/Book');
    const save = (): boolean => fireEvent.keyDown(document.activeElement!, { key: 's', ctrlKey: true });
    const title = await screen.findByLabelText(/^Title/);
    fireEvent.change(title, { target: { value: 'Gale gazette' } });
    fireEvent.blur(title);
    // False: the browser does not offer to save the page.
    expect(save()).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Shelf/ })));
    expect(made()).toEqual([]);
    const draft = client.drafts.dirty.find(({ type }) => type === 'Book');
    act(() => draft?.set({ ...draft.values, shelf: 'Shelf-1' }));
    let question: Promise<boolean> | undefined;
    act(() => void (question = client.dialogs.confirm({ title: 'cells.discard.title' })));
    expect(save()).toBe(false);
    act(() => client.dialogs.current?.answer(false));
    await question;
    save();
    await heading('Gale gazette');
    expect(made()).toHaveLength(1);
  });

  it('[FORM-01] a new item shows whose it is and who may see it, both chosen, and the cursor is where one types', async () => {
    const client = await renderApp({ path: '/library.books', user: { readOrgs: ['Shelf-1'] } });
    act(() => void client.navigation.open(0, 'i-Book-0-3'));
    const top = within(await screen.findByRole('group', { name: 'Owner and access' }));
    expect(top.getByRole('radio', { name: /^Community/ })).toMatchObject({ checked: true });
    await waitFor(() => expect(top.getByRole('combobox', { name: /^Shelf/ })).toMatchObject({ value: 'North shelf' }));
    expect(screen.getAllByRole('combobox', { name: /^Shelf/ })).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Title/));
    expect(client.drafts.dirty).toEqual([]);
  });

  it('[FORM-01] a new item is not sent before its form is there to check it', async () => {
    let come = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (come = resolve));
    const domain = { loadForm: (type: string) => arrived.then(() => forms[type]?.()) };
    const client = await renderApp({ path: '/i-Book-0-1', domain });
    const create = await button('Create');
    fireEvent.click(create);
    come();
    await screen.findByLabelText(/^Title/);
    expect(client.server.received.filter(({ o }) => o === 'create')).toEqual([]);
    fireEvent.click(create);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Shelf/ })));
    expect(client.server.received.filter(({ o }) => o === 'create')).toEqual([]);
  });
});

describe('files and properties without a form', () => {
  const file = (id: string, filetype: string) =>
    scriptedItem(id, { originalName: `${id}.bin`, filetype, size: 33_400, rel: 'Book-1' });
  const files = [file('Attachment-1', 'image/png'), file('Attachment-2', 'audio/mpeg')];
  const withFiles = (ids: readonly string[]) => [
    ...toyItems.filter(({ $id }) => $id !== 'Book-1'),
    scriptedItem('Book-1', { title: 'Amber atlas', shelf: 'Shelf-1', files: [...ids] }),
    ...files,
  ];
  const page = async () => within(await screen.findByRole('article'));

  it('[FILE-01] one picture stands large, opens larger, and is named once below', async () => {
    const client = await renderApp({ path: '/i-Book-1', items: withFiles(['Attachment-1']) });
    const article = await page();
    expect((await article.findByRole('link', { name: 'Attachment-1.bin' })).closest('li')?.textContent).toContain(
      '33.4 kB',
    );
    fireEvent.click(article.getByRole('button', { name: 'Show Amber atlas large' }));
    await screen.findByRole('dialog', { name: 'Attachment-1.bin' });
    expect(client.navigation.address).toBe('/i-Book-1?c0=read%3AAttachment-1');
    expect(article.getAllByRole('button', { name: /^Show .* large$/ })).toHaveLength(1);
  });

  it('[FILE-01] several files are shown once each: the first picture large, the others as tiles with their viewer', async () => {
    await renderApp({ path: '/i-Book-1', items: withFiles(['Attachment-1', 'Attachment-2']) });
    const article = await page();
    expect(await article.findByLabelText('Attachment-2.bin')).toBeInstanceOf(HTMLAudioElement);
    expect(article.getAllByRole('button', { name: /^Show .* large$/ })).toHaveLength(1);
  });

  it('[FILE-01] the page of a file shows the file, and what it is attached to', async () => {
    await renderApp({ path: '/i-Attachment-1', items: withFiles(['Attachment-1']) });
    const article = await page();
    expect(await article.findByRole('button', { name: 'Show Attachment-1.bin large' })).toBeTruthy();
    expect(await article.findByRole('link', { name: 'Amber atlas' })).toBeTruthy();
    expect(article.queryByText('No values yet')).toBeNull();
  });

  it('[NTFY-01] the address of a notice leads to what it is about, and the notice is read from then on', async () => {
    const notice = { $kind: 'stateChanged', $context: 'Book-1', user: 'User-1', unread: true };
    const client = await renderApp({ path: '/i-Notify-3', items: [...toyItems, scriptedItem('Notify-3', notice)] });
    await heading('Amber atlas');
    expect(client.navigation.address).toBe('/i-Book-1');
    await waitFor(() =>
      expect(client.server.received.find(({ o }) => o === 'act/markNotifications')?.b).toMatchObject({
        indexes: [3],
        asUnread: false,
      }),
    );
  });

  it('[NTFY-01] a notice of an item that may no longer be read is gone', async () => {
    await renderApp({ path: '/i-Notify-4' });
    expect(await screen.findByText('This notice no longer exists')).toBeTruthy();
  });
});

describe('history, meta and raw edit', () => {
  const history = () => ({
    events: [
      {
        _u: 2,
        at: '2024-05-01T00:00:00Z',
        ...{ by: 'User-1', asUser: null, helper: null },
        kind: 'update',
        changes: { title: ['Old name', 'Amber atlas'] },
      },
    ],
    more: false,
  });

  it('shows who changed what, and takes a value back into the draft', async () => {
    const client = await renderApp({ path: '/i-Book-1?c0=history', operations: { history: history as never } });
    expect(await screen.findByText('Old name')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Robin Sample' })).toBeTruthy();
    fireEvent.click(await button('Restore the value before'));
    await waitFor(() => expect(client.drafts.of('Book-1').values.title).toBe('Old name'));
  });

  it('[CELL-07] shows created, creator, counter and who can see it', async () => {
    await renderApp({
      path: '/i-Book-1?c0=meta',
      operations: { getGrantedBy: () => ({ 'Book-1': { 'User-1': ['read:owner:Shelf-2:COMMUNITY'] } }) },
    });
    const title = await screen.findByRole('heading', { name: 'Who can see it' });
    const who = within(title.closest('section') ?? document.body);
    expect(await who.findByText('Rights given on this record')).toBeTruthy();
    await waitFor(() =>
      expect(who.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
        'Members of North shelf',
        'Robin Sample, who created it',
        'Administrators of this site',
        'Members of South shelf: may read it · given by Robin SampleRemove South shelf',
      ]),
    );
    expect(screen.getByText('Book-1', { selector: 'code' })).toBeTruthy();
  });

  it('[CELL-07] leads from the page to who can see it', async () => {
    const client = await renderApp({ path: '/i-Book-1' });
    fireEvent.click(await button('Who can see it'));
    await screen.findByRole('heading', { name: 'Who can see it' });
    expect(client.navigation.address).toBe('/i-Book-1?c0=meta');
  });

  it('[CELL-06] lets only administrators submit raw edits', async () => {
    await renderApp({ path: '/i-Book-1?c0=raw', user: { masquerading: true } });
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Properties as JSON')).readOnly).toBe(true);
  });

  it('[CELL-06] sends what differs, and refuses what is no object', async () => {
    const client = await renderApp({ path: '/i-Book-1?c0=raw', user: { admin: true } });
    const text = await screen.findByLabelText<HTMLTextAreaElement>('Properties as JSON');
    const before = JSON.parse(text.value) as object;
    fireEvent.change(text, { target: { value: '{\n  "year": 1950,\n  title: "a"\n}' } });
    expect(await screen.findByText(/^Line 3, character 3\./)).toBeTruthy();
    fireEvent.change(text, { target: { value: '[' } });
    expect(await screen.findAllByRole('button', { name: /Save|Submit/ })).toHaveLength(1);
    fireEvent.change(text, { target: { value: JSON.stringify({ ...before, year: 1950 }) } });
    fireEvent.click(await button('Save now'));
    await waitFor(() =>
      expect(client.server.received.find(({ o }) => o === 'update')?.b).toEqual({ $id: 'Book-1', _u: 1, year: 1950 }),
    );
  });

  it('[CELL-02] [CELL-03] keeps what is typed as JSON, asks before it is left, and saves it through the gates', async () => {
    const client = await renderApp({ path: '/i-Book-1?c0=raw', user: { admin: true } });
    const text = () => screen.findByLabelText<HTMLTextAreaElement>('Properties as JSON');
    const draft = client.drafts.of('Book-1');
    fireEvent.change(await text(), { target: { value: '{ "title": ' } });
    expect(draft).toMatchObject({ dirty: true, raw: '{ "title": ' });
    await client.drafts.unsaved().then((unsaved) => expect(unsaved).toMatchObject([{ key: 'Book-1' }]));
    const left = client.navigation.go('/library.books');
    fireEvent.click(await button('Cancel'));
    expect(await left).toBe(false);
    expect((await text()).value).toBe('{ "title": ');
    expect(await client.navigation.pass(0, 'SAVE')).toBe(false);
    expect(client.alerts.alerts.map(({ message }) => message)).toContain('raw.invalid');

    fireEvent.change(await text(), { target: { value: JSON.stringify({ ...draft.values, title: 'By hand' }) } });
    expect(draft).toMatchObject({ raw: undefined, changed: ['title'] });
    act(() => void client.server.change('Book-1', { year: 1851 }));
    await waitFor(async () => expect((await text()).value).toContain('1851'));
    const gate = vi.fn(() => false);
    const remove = client.navigation.addGate(0, gate);
    fireEvent.click(await button('Save now'));
    await waitFor(() => expect(gate).toHaveBeenCalledWith('VALIDATE', expect.anything()));
    expect(client.server.operations).not.toContain('update');
    remove();
    fireEvent.click(await button('Save now'));
    await waitFor(() => expect(client.server.items.get('Book-1')).toMatchObject({ title: 'By hand', year: 1851 }));
  });
  it('shows why a raw edit was refused', async () => {
    await renderApp({
      path: '/i-Book-1?c0=raw',
      user: { admin: true },
      operations: {
        update: () => {
          throw invalid([{ path: '/year', message: 'errors.required' }]);
        },
      },
    });
    const text = await screen.findByLabelText<HTMLTextAreaElement>('Properties as JSON');
    const values = JSON.parse(text.value) as object;
    fireEvent.change(text, { target: { value: JSON.stringify({ ...values, year: null }) } });
    fireEvent.click(await button('Save now'));
    expect((await screen.findByText('/year')).tagName).toBe('CODE');
  });
});
