import { cleanup, act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { nearestWidth } from 'src/client/navigation/cellWidths.ts';
import { stepWidth } from 'src/client/navigation/Divider.tsx';
import type { Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { scriptedSearch } from 'stories/scripted/scriptedSearch.ts';
import { toyItems, toyUser } from 'stories/scripted/toyItems.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const closed: readonly Screen[] = [
  { path: 'admin', area: 'library', parent: true },
  { path: 'admin.all', area: 'library', admin: true, search: { types: [] } },
];

/** Returns the part of a person whose home shows these optional panels. */
const withPanels = (...order: readonly string[]) => ({ preferences: { home: { order, hidden: [] } } });
const region = (name: string) => screen.getByRole('region', { name });

describe('columns', () => {
  it('[ROUTE-01] are one region per path segment, named by its heading', async () => {
    await renderApp({ path: '/library.books/i-Book-1/i-Shelf-1' });
    await heading('Amber atlas');
    await heading('North shelf');
    await heading('Books');
    for (const name of ['Books', 'Amber atlas', 'North shelf']) expect(region(name)).toBeTruthy();
  });

  it('[ROUTE-13] show one at a time when the reader wants that', async () => {
    await renderApp({ path: '/library.books/i-Book-1', user: { multiColumns: false } });
    await heading('Amber atlas');
    expect(screen.queryByRole('region', { name: 'Books' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await heading('Books');
  });

  it('move the focus into what opens, and back to what opened it', async () => {
    await renderApp({ path: '/library.books' });
    const link = await screen.findByRole('link', { name: 'Birch songs' });
    act(() => link.focus());
    fireEvent.click(link);
    const title = await heading('Birch songs');
    await waitFor(() => expect(document.activeElement?.id).toBe(title.id));
    fireEvent.click(within(region('Birch songs')).getByRole('button', { name: 'Close this column' }));
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  it('do not take the focus when the page opens', async () => {
    await renderApp({ path: '/i-Book-1' });
    await heading('Amber atlas');
    expect(document.activeElement).toBe(document.body);
  });

  it('[ROUTE-13] are resized by keys and by the menu', async () => {
    const client = await renderApp({ path: '/library.books/i-Book-1' });
    await heading('Amber atlas');
    const [divider] = screen.getAllByRole('separator', { name: 'Width of the column' });
    if (!divider) throw new Error('no divider');
    expect(divider.getAttribute('aria-valuetext')).toBe('Half');
    fireEvent.keyDown(divider, { key: 'ArrowRight' });
    expect(client.navigation.width(0)).toBe('TWO_THIRDS');
    fireEvent.keyDown(divider, { key: 'ArrowLeft' });
    fireEvent.keyDown(divider, { key: 'ArrowLeft' });
    expect(client.navigation.width(0)).toBe('THIRD');
    fireEvent.click(within(region('Amber atlas')).getByRole('button', { name: 'More options for this column' }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Two thirds' }));
    expect(client.navigation.width(1)).toBe('TWO_THIRDS');
    fireEvent.click(within(region('Amber atlas')).getByRole('button', { name: 'Expand this column' }));
    expect(client.navigation.width(1)).toBe('FULL');
    // Only for the moment: what is kept is the width before.
    expect(JSON.stringify(client.preferences.get('columnWidths'))).not.toContain('FULL');
    fireEvent.click(within(region('Amber atlas')).getByRole('button', { name: 'Shrink this column' }));
    expect(client.navigation.width(1)).toBe('TWO_THIRDS');
    expect(
      within(region('Amber atlas')).queryByRole('button', { name: 'Close this column and those after it' }),
    ).toBeNull();
  });

  it('[ROUTE-13] snap a drag to the nearest width', () => {
    expect([20, 40, 58, 59, 80, 95].map(nearestWidth)).toEqual([
      'THIRD',
      'THIRD',
      'HALF',
      'TWO_THIRDS',
      'TWO_THIRDS',
      'FULL',
    ]);
    expect([stepWidth('THIRD', -1), stepWidth('THIRD', 1), stepWidth('FULL', 1)]).toEqual(['THIRD', 'HALF', 'FULL']);
  });

  it('[ROUTE-12] Ctrl-click opens an item on its own', async () => {
    const client = await renderApp({ path: '/library.books' });
    const link = await screen.findByRole('link', { name: 'Birch songs' });
    const followed: (string | null)[] = [];
    const note = (event: Event): void => {
      followed.push(event.defaultPrevented ? null : link.getAttribute('href'));
      event.preventDefault();
    };
    window.addEventListener('click', note);
    fireEvent.click(link, { ctrlKey: true });
    window.removeEventListener('click', note);
    expect(followed).toEqual(['/i-Book-2']);
    expect(client.navigation.cells).toHaveLength(1);
    await waitFor(() => expect(link.getAttribute('href')).toBe('/library.books/i-Book-2'));
  });
});

describe('views', () => {
  it('[ROUTE-07] an unknown key warns and says what to do', async () => {
    const client = await renderApp({ path: '/nowhere' });
    await heading('Nothing here');
    expect(client.alerts.alerts.map(({ message }) => message)).toContain('errors.cellKeyNotValid');
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  });

  it.each([
    ['/constructor', 'There is no page “constructor” here.'],
    ['/__proto__', 'There is no page “__proto__” here.'],
    ['/toString', 'There is no page “toString” here.'],
    ['/i-Book-x', 'There is no such record'],
    ['/i-', 'There is no such record'],
    ['/i-Nothing-7', 'There is no such record'],
    ['/i-toString-0-1', 'There is no such record'],
  ])('[ROUTE-07] [ERR-01] %s is shown in its column', async (path, message) => {
    await renderApp({ path });
    await heading('Nothing here');
    expect(within(region('Nothing here')).getByText(message)).toBeTruthy();
    expect(document.title).toBe('Nothing here – Sample library');
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeTruthy();
  });

  it('[ROUTE-08] a parent of the menu shows what it holds for this person', async () => {
    await renderApp({ path: '/library', user: { capabilities: {} } });
    const place = await heading('Library');
    const listings = within(place.closest('section') ?? document.body).getAllByRole('heading', { level: 3 });
    const links = listings.map((listing) => within(listing).getByRole('link'));
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Books', '/library.books'],
      ['Open books', '/library.open'],
    ]);
    const books = within(region('Books'));
    expect(await books.findByRole('link', { name: 'Birch songs' })).toBeTruthy();
    expect(books.getByText(/^\d+ records?$/)).toBeTruthy();
    expect(books.getByRole('button', { name: 'New book' })).toBeTruthy();
  });

  it('[SHELL-09] a parent of which this person may enter nothing says so', async () => {
    await renderApp({ path: '/admin', registry: { ...registry, screens: closed } });
    expect(await screen.findByText('There is nothing here that you may open.')).toBeTruthy();
  });

  it('[PERM-04] a screen that this person may not enter says what it takes', async () => {
    await renderApp({ path: '/library.loans', user: { capabilities: {} } });
    await heading('Loans');
    expect(await screen.findByText('You may not open this')).toBeTruthy();
    expect(screen.getByText(/^To open this page you need the right “Library”/)).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('[PERM-04] offers "New" and opens the form only for what the person could create', async () => {
    const client = await renderApp({ path: '/library.books', user: { creatable: [] } });
    await screen.findByRole('link', { name: 'Birch songs' });
    expect(screen.queryByRole('button', { name: /^New/ })).toBeNull();
    await act(() => client.navigation.go('/i-Book-0-1'));
    expect(await screen.findByText(/^You may not add books/)).toBeTruthy();
    act(() => client.server.push('authed', { ...toyUser, creatable: ['Book'] } as unknown as Json));
    expect(await screen.findByRole('button', { name: 'Create' })).toBeTruthy();
  });

  it('[ROUTE-10] leads a visitor to sign in, and after it to where they wanted', async () => {
    const client = await renderApp({ path: '/library.books', user: null });
    await heading('Sign in');
    expect(new URLSearchParams(client.navigation.address.split('?')[1]).get('next')).toBe('/library.books');
  });

  it('[ROUTE-10] shows a visitor an open item next to a list that is not open, and says so', async () => {
    const client = await renderApp({ path: '/library.books/i-Book-1', user: null });
    expect(await screen.findByText('Sign in to open this page.')).toBeTruthy();
    await waitFor(() => expect(client.items.get('Book-1')).toMatchObject({ state: 'ready' }));
    expect(client.navigation.address).toBe('/library.books/i-Book-1');
  });

  it('[AUTH-06] signs in, and tells when it fails', async () => {
    const client = await renderApp({ path: '/sign-in?next=%2Flibrary.books' });
    await waitFor(() => expect(client.navigation.cells[0]?.view).toBe('library.books'));
    await act(() => client.session.signOut());
    await heading('Sign in');
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'robin@sample.test' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/do not match/);
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await heading(/^Home, /);
  });

  it('[SHELL-07] home hides its guidance for good', async () => {
    const client = await renderApp();
    expect(await screen.findByText('How to find your way')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Hide guidance' }));
    await waitFor(() => expect(screen.queryByText('How to find your way')).toBeNull());
    await waitFor(() => expect(client.server.user?.hideGuidance).toBe(true));
  });

  it('home shows the panels of areas and of own changes to a person who has added them', async () => {
    await renderApp({ user: withPanels('areas', 'mine') });
    const areas = within(await screen.findByRole('region', { name: 'Areas' }));
    expect((await areas.findByRole('link', { name: 'Books' })).getAttribute('href')).toBe('/library.books');
    const others = within(await screen.findByRole('region', { name: 'Recently changed by others' }));
    expect(await others.findByRole('link', { name: 'Fern almanac' })).toBeTruthy();
    const mine = within(screen.getByRole('region', { name: 'Changed by me' }));
    expect(await mine.findByText('You have not changed anything yet.')).toBeTruthy();
  });

  it("[EXPERIENCE] the person's changes are in one panel of home only", async () => {
    const updated = '2025-01-02T09:30:00.000Z';
    const items = toyItems.map((item) => (item.$id === 'Book-1' ? { ...item, updated, updatedBy: 'User-1' } : item));
    await renderApp({ items: items as typeof toyItems, user: withPanels('mine') });
    const mine = within(await screen.findByRole('region', { name: 'Changed by me' }));
    const name = 'Amber atlas';
    await mine.findByRole('link', { name });
    const others = within(screen.getByRole('region', { name: 'Recently changed by others' }));
    expect((await others.findAllByRole('link')).length).toBeGreaterThan(1);
    expect(others.queryByRole('link', { name })).toBeNull();
    cleanup();
    await renderApp({ items: items as typeof toyItems });
    const all = within(await screen.findByRole('region', { name: 'Recently changed' }));
    expect(await all.findByRole('link', { name })).toBeTruthy();
  });

  it('[ERR-01] home says what it could not read, counts nothing there, and asks again on the next connection', async () => {
    let down = true;
    const client = await renderApp({
      path: '/',
      operations: {
        search: (body) => {
          if (down) throw problem('generalFailure');
          return scriptedSearch([...client.server.items.values()], body as unknown as Query) as unknown as Json;
        },
      },
    });
    expect((await screen.findAllByText(/^This did not load/)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Nothing has changed yet.')).toBeNull();
    expect(document.querySelector('main .kk-line-side')?.textContent).not.toBe('0');
    down = false;
    act(() => client.server.close(1006));
    act(() => client.connection.retryNow());
    await waitFor(() => expect(screen.queryByText(/^This did not load/)).toBeNull(), { timeout: 10_000 });
  });

  it('[AUTH-08] the account pages ask for an address, and say what a link without its token lacks', async () => {
    await renderApp({ path: '/forgot-password', user: null });
    await heading('Forgotten password');
    expect(await screen.findByRole('textbox', { name: 'Email' })).toBeTruthy();
    cleanup();
    await renderApp({ path: '/set-pass', user: null });
    expect(await screen.findByText('This link is not complete')).toBeTruthy();
  });

  it('[SHELL-10] the privacy policy has a section on cookies', async () => {
    await renderApp({ path: '/privacy-policy?c0=cookies' });
    expect(await screen.findByRole('heading', { name: /Cookies/ })).toBeTruthy();
  });
});
