import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { problem } from 'src/model/problems.ts';
import { invalid } from 'src/model/problems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';
import type { Json } from 'src/model/item/Item.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ScriptedClient } from 'stories/scripted/createScriptedClient.ts';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const box = (name: string | RegExp) => screen.findByRole('checkbox', { name });
const queries = (client: ScriptedClient): readonly Query[] =>
  client.server.received
    .filter(({ o }) => o === 'search/ids')
    .map(({ b }) => b as unknown as Query)
    // The bell asks too, and the count of what stands without filters.
    .filter(({ must, max }) => must?._t?.includes('Book') && max !== 1);
const many = Array.from({ length: 260 }, (_, at) =>
  scriptedItem(`Book-${at + 100}`, { title: `Volume ${at}`, shelf: 'Shelf-1', state: 'ACTIVE', year: at }),
);

describe('listing', () => {
  it('shows the count, tells it to screen readers, and lists facets with counts', async () => {
    const client = await renderApp({ path: '/library.books' });
    expect(await screen.findByText('6 results', { selector: '.kk-count' })).toBeTruthy();
    await waitFor(() => expect(client.alerts.announcement).toBe('6 results'));
    const state = await screen.findByRole('region', { name: 'State' });
    expect(within(state).getByRole('checkbox', { name: /Active 2/ })).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'Shelf' })).getByRole('checkbox', { name: /North shelf 3/ }),
    ).toBeTruthy();
  });

  it('[SRCH-01] narrows by facets, keeps them in the address, and takes them away again', async () => {
    const client = await renderApp({ path: '/library.books' });
    fireEvent.click(await box(/^Active/));
    await waitFor(() => expect(screen.getByText('2 results', { selector: '.kk-count' })).toBeTruthy());
    expect(client.navigation.address).toContain('f.state%3DACTIVE');
    expect(queries(client).at(-1)?.must).toEqual({ _t: ['Book'], state: ['ACTIVE'] });
    fireEvent.click(await button('Remove the filter State: Active'));
    await waitFor(() => expect(screen.getByText('6 results', { selector: '.kk-count' })).toBeTruthy());
    expect(client.navigation.address).toBe('/library.books');
  });

  it('[EXPERIENCE] marks results and counts that answer an earlier question until the answer comes', async () => {
    const client = await renderApp({ path: '/library.books' });
    const results = (await screen.findByText('6 results', { selector: '.kk-count' }))
      .closest('.kk-listing')
      ?.querySelector('.kk-results');
    const facets = screen.getByRole('complementary', { name: 'Filters' });
    const busy = () => [results, facets].map((part) => part?.getAttribute('aria-busy'));
    // The counts of the facets follow the results.
    await waitFor(() => expect(busy()).toEqual(['false', 'false']));
    const { delay } = client.server;
    client.server.delay = 1e9;
    fireEvent.click(await box(/^Active/));
    expect(await screen.findByText('Searching…', { selector: '.kk-fetching' })).toBeTruthy();
    expect(busy()).toEqual(['true', 'true']);
    expect([results, facets].every((part) => part?.classList.contains('kk-outdated'))).toBe(true);
    expect(document.querySelector('.kk-listing .kk-count')?.textContent).toBe('');
    client.server.delay = delay;
    fireEvent.click(await box(/^North shelf/));
    await screen.findByText(/result/, { selector: '.kk-count' });
    await waitFor(() => expect(busy()).toEqual(['false', 'false']));
    expect(document.querySelector('.kk-outdated')).toBeNull();
  });

  it('[EXPERIENCE] shows no stored value before the list that names it is there, in filters, tags and cells', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { fetchJson } = ServerConnection.prototype;
    vi.spyOn(ServerConnection.prototype, 'fetchJson').mockImplementation(async function (this: ServerConnection, path) {
      if (path.startsWith('/lov/')) await held;
      return await fetchJson.call(this, path);
    });
    await renderApp({ path: '/library.books?c0=.f.genres%3DSONGS%26show%3DTABLE' });
    const facet = within(await screen.findByRole('region', { name: 'Genres' }));
    expect((await facet.findAllByRole('checkbox', { name: /^Loading… \d+$/ })).length).toBeGreaterThan(0);
    expect(await button('Remove the filter Genres: Loading…')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/SONGS|FABLE/);
    // A line is drawn in place of each name, and only screen readers get the text.
    for (const part of ['.kk-facet-value', '.kk-filter']) {
      const ghosts = [...document.querySelectorAll(`${part} .kk-ghost-word > .kk-unseen`)];
      expect(ghosts.map(({ textContent }) => textContent)).toContain('Loading…');
    }
    release();
    expect(await button('Remove the filter Genres: Songs')).toBeTruthy();
    expect(await facet.findByRole('checkbox', { name: /^Songs/ })).toBeTruthy();
  });

  it('offers the searches that the type ships, as states of the address', async () => {
    const client = await renderApp({ path: '/library.books' });
    fireEvent.click(await button('Saved searches'));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Fragile songs' }));
    await waitFor(() =>
      expect(queries(client).at(-1)).toMatchObject({
        must: { _t: ['Book'], fragile: [true], genres: ['SONGS'] },
        sort: [{ key: 'year', order: 'desc' }],
      }),
    );
    expect(client.navigation.address).toContain('f.genres%3DSONGS');
    fireEvent.click(await button('Saved searches'));
    expect((await screen.findByRole('menuitemradio', { name: 'Fragile songs' })).getAttribute('aria-checked')).toBe(
      'true',
    );
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'All' }));
    await waitFor(() => expect(client.navigation.address).toBe('/library.books'));
  });

  it('folds a facet away, and says there what is chosen in it', async () => {
    await renderApp({ path: '/library.books' });
    fireEvent.click(await box(/^Active/));
    expect(await screen.findByText('of 6')).toBeTruthy();
    const head = screen.getByRole('button', { name: 'State' });
    expect(head.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(head);
    expect(screen.queryByRole('checkbox', { name: /^Active/ })).toBeNull();
    expect(head.getAttribute('aria-expanded')).toBe('false');
    expect(head.textContent).toContain('1 chosen');
    fireEvent.click(head);
    expect(screen.getByRole('checkbox', { name: /^Active/ })).toBeTruthy();
  });

  it('leads back from the filters to what they found, where the panel covers the list', async () => {
    await renderApp({ path: '/library.books' });
    // The style sheet shows one of the two buttons, by the width of the list: the first opens the panel over the rows.
    const [opener] = await screen.findAllByRole('button', { name: 'Filters' });
    fireEvent.click(opener!);
    expect(document.querySelector('.kk-listing-facets-open')).not.toBeNull();
    fireEvent.click(await box(/^Active/));
    fireEvent.click(await button('Show 2 results'));
    expect(document.querySelector('.kk-listing-facets-open')).toBeNull();
  });

  it('shows a range whole, as a small histogram, and hides no single value behind a button', async () => {
    const items = [
      ...[1620, 1720, 1760, 1830, 1870, 1905, 1930, 1950, 1970, 1990, 2001, 2002].map((year) =>
        scriptedItem(`Book-${year}`, { title: `Of ${year}`, shelf: 'Shelf-1', year }),
      ),
      scriptedItem('Shelf-1', { name: 'North shelf' }),
      scriptedItem('Book-3000', { title: 'Also of 2002', shelf: 'Shelf-1', year: 2002 }),
      ...Array.from({ length: 8 }, (_, at) => scriptedItem(`Shelf-${at + 10}`, { name: `Shelf ${at}` })),
      ...Array.from({ length: 8 }, (_, at) =>
        scriptedItem(`Book-${at + 10}`, { title: `On ${at}`, shelf: `Shelf-${at + 10}` }),
      ),
    ];
    await renderApp({ path: '/library.books', items });
    const year = within(await screen.findByRole('region', { name: 'Year' }));
    expect(year.getAllByRole('checkbox').length).toBeGreaterThan(7);
    const bars = year
      .getAllByRole('listitem')
      .map((row) => row.querySelector<HTMLElement>('.kk-facet-bar')?.style.inlineSize);
    expect(bars.filter((size) => size === '100%')).toHaveLength(1);
    expect(bars.filter((size) => size === '50%').length).toBeGreaterThan(7);
    const shelf = within(screen.getByRole('region', { name: 'Shelf' }));
    await waitFor(() => expect(shelf.getAllByRole('checkbox')).toHaveLength(9));
    expect(shelf.queryByRole('button', { name: /more/ })).toBeNull();
  });

  it('[SRCH-01] shows "None" in addition to the first values of a facet', async () => {
    const shelves = Array.from({ length: 10 }, (_, at) => `Shelf-${at + 1}`);
    const items = [
      ...shelves.map((id) => scriptedItem(id, { name: id })),
      ...shelves.map((shelf, at) => scriptedItem(`Book-${at + 1}`, { title: `On ${at}`, shelf })),
    ];
    const namesFor = async (more: readonly ReturnType<typeof scriptedItem>[]): Promise<string[]> => {
      await renderApp({ path: '/library.books', items: [...items, ...more] });
      const shelf = within(await screen.findByRole('region', { name: 'Shelf' }));
      await waitFor(() => expect(shelf.getByRole('button', { name: '3 more' })).toBeTruthy());
      const names = shelf.getAllByRole('checkbox').map((each) => each.closest('label')?.textContent ?? '');
      cleanup();
      return names;
    };
    expect(await namesFor([])).toHaveLength(7);
    const withNone = await namesFor([scriptedItem('Book-20', { title: 'On none' })]);
    expect(withNone).toHaveLength(8);
    expect(withNone.filter((name) => name.startsWith('None'))).toHaveLength(1);
  });

  it('[SRCH-06] accepts typed years, and finds a value by its name', async () => {
    const shelves = Array.from({ length: 20 }, (_, at) => [
      scriptedItem(`Shelf-${at + 10}`, { name: `Shelf ${at}` }),
      scriptedItem(`Book-${at + 10}`, { title: `On ${at}`, shelf: `Shelf-${at + 10}`, year: 1900 + at }),
    ]).flat();
    const client = await renderApp({ path: '/library.books', items: [...toyItems, ...shelves] });
    const year = within(await screen.findByRole('region', { name: 'Year' }));
    expect(await year.findByRole('button', { name: 'Go' })).toHaveProperty('disabled', true);
    const from = year.getByRole('textbox', { name: 'Year from' });
    fireEvent.change(from, { target: { value: 'soon' } });
    expect(from.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(from, { target: { value: '1905' } });
    fireEvent.change(year.getByRole('textbox', { name: 'Year to' }), { target: { value: '1908' } });
    fireEvent.click(year.getByRole('button', { name: 'Go' }));
    expect(await button('Remove the filter Year: 1905 to 1908')).toBeTruthy();
    await waitFor(() => expect(queries(client).at(-1)?.must?.year).toEqual([{ from: 1905, to: 1909 }]));
    fireEvent.change(year.getByRole('textbox', { name: 'Year to' }), { target: { value: '1950' } });
    fireEvent.click(await button('Clear all'));
    await waitFor(() => expect(year.getByRole('textbox', { name: 'Year to' })).toHaveProperty('value', ''));
    const search = await screen.findByRole('searchbox', { name: 'Search in Shelf' });
    fireEvent.change(search, { target: { value: 'shelf 1' } });
    const asked = (): readonly Json[] =>
      client.server.received.flatMap(({ b }) => ((b as unknown as Query | undefined)?.facets ?? []) as Json[]);
    await waitFor(() => expect(asked()).toContainEqual({ key: 'shelf', max: 50, text: 'shelf 1' }));
  });

  it('opens as its address says', async () => {
    const client = await renderApp({ path: '/library.books?c0=.f.state%3DDRAFT%26sort%3Dtitle%26q%3Dbirch' });
    expect(await screen.findByText('1 result', { selector: '.kk-count' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('birch');
    expect(queries(client).at(-1)).toMatchObject({
      must: { state: ['DRAFT'], text: ['birch'] },
      sort: [{ key: 'title', order: 'asc' }],
    });
  });

  it('opens with what the screen selects, which can be taken away', async () => {
    const client = await renderApp({ path: '/library.open' });
    expect(await button('Remove the filter State: Active')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(client.navigation.address).toBe('/library.open?c0=.'));
    expect(screen.queryByRole('button', { name: /Remove the filter/ })).toBeNull();
  });

  it('searches as one types, and Esc empties the box', async () => {
    const client = await renderApp({ path: '/library.books' });
    const input = await screen.findByRole<HTMLInputElement>('searchbox');
    fireEvent.change(input, { target: { value: 'delta' } });
    expect(await screen.findByText('1 result', { selector: '.kk-count' })).toBeTruthy();
    expect(client.navigation.address).toBe('/library.books?c0=delta');
    fireEvent.keyDown(input, { key: 'Escape' });
    await waitFor(() => expect(client.navigation.address).toBe('/library.books'));
    expect(input.value).toBe('');
  });

  it('sorts by the menu', async () => {
    const client = await renderApp({ path: '/library.books' });
    fireEvent.click(await button(/^Sort by/));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Title' }));
    await waitFor(() => expect(queries(client).at(-1)?.sort).toEqual([{ key: 'title', order: 'asc' }]));
    const links = within(screen.getByRole('list', { name: 'Results' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Amber atlas',
      'Birch songs',
      'Cedar fables',
      'Delta maps',
      'Ember tales',
      'Fern almanac',
    ]);
  });

  it('says what to do when nothing is found, and clears', async () => {
    await renderApp({ path: '/library.books?c0=zzz' });
    expect(await screen.findByText('No results', { selector: '.kk-empty-title' })).toBeTruthy();
    // Once, besides what is announced.
    expect(screen.getAllByText('No results').filter((each) => each.closest('[aria-live]') === null)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('6 results', { selector: '.kk-count' })).toBeTruthy();
  });

  it('says what to do when there is nothing at all', async () => {
    await renderApp({ path: '/library.books', items: toyItems.filter(({ _t }) => _t !== 'Book') });
    expect(await screen.findByText('Use the button above to add the first one.')).toBeTruthy();
  });

  it('[ERR-01] tells a failure and tries again', async () => {
    let fails = true;
    await renderApp({
      path: '/library.books',
      operations: {
        search: () => {
          if (fails) throw problem('timeout');
          return { ids: ['Book-1'], total: 1 };
        },
      },
    });
    expect(await screen.findByText('The results did not load')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Amber atlas' })).toBeTruthy();
  });

  it('reads only the rows in view, and ids 50 at a time', async () => {
    const client = await renderApp({ path: '/library.books', items: [...toyItems, ...many] });
    await screen.findByText('266 results', { selector: '.kk-count' });
    await screen.findAllByRole('listitem');
    await waitFor(() => expect(client.server.received.some(({ o }) => o === 'readMany/object')).toBe(true));
    const read = new Set(
      client.server.received.filter(({ o }) => o === 'readMany/object').flatMap(({ b }) => b as string[]),
    );
    expect([...read].filter((id) => id.startsWith('Book-')).length).toBeLessThan(40);
    expect(queries(client).filter(({ max }) => max === 50).length).toBe(1);
  });

  it('offers what others made meanwhile', async () => {
    const client = await renderApp({ path: '/library.books' });
    await screen.findByText('6 results', { selector: '.kk-count' });
    await waitFor(() => expect(client.server.watched.has('Book-0')).toBe(true));
    client.server.items.set('Book-77', scriptedItem('Book-77', { title: 'Gale gazette' }));
    act(() => client.server.push('item/update', { $id: 'Book-77', _u: 1, created: true, changed: {} }));
    fireEvent.click(await button(/1 new/));
    expect(await screen.findByRole('link', { name: 'Gale gazette' })).toBeTruthy();
  });

  it('prints everything that is found, also what is not on the page', async () => {
    const printed: string[] = [];
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      const paper = document.querySelector('.kk-print');
      printed.push(
        paper?.querySelector('p')?.textContent ?? '',
        String(paper?.querySelectorAll('li, tbody tr').length),
        paper?.querySelector('.kk-mark path')?.getAttribute('d') ?? '',
      );
    });
    const path = '/library.books?c0=.sort%3Dtitle%26q%3Dvolume';
    const { site } = await renderApp({ path, items: [...toyItems, ...many] });
    expect(await screen.findByText('260 results', { selector: '.kk-count' })).toBeTruthy();
    fireEvent.keyDown(document, { key: 'p', ctrlKey: true });
    await vi.waitFor(() => expect(printed[1]).toBe('260'), { timeout: 20_000 });
    expect(printed[0]).toMatch(/^Sample library · .* · “volume” · 260 results$/);
    expect(printed[2]).toBe(site.mark);
    expect(print).toHaveBeenCalledOnce();
    await waitFor(() => expect(document.querySelector('.kk-print')).toBeNull());
  });

  it('walks the rows with the arrow keys', async () => {
    await renderApp({ path: '/library.books?c0=.sort%3Dtitle' });
    const first = await screen.findByRole('link', { name: 'Amber atlas' });
    act(() => first.focus());
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Birch songs'));
  });
});

describe('displays', () => {
  it('[CELL-05] switches, and keeps the display in the address', async () => {
    const client = await renderApp({ path: '/library.books' });
    fireEvent.click(await button('Cards'));
    await waitFor(() => expect(client.navigation.address).toBe('/library.books?c0=.show%3DCARDS'));
    expect((await button('Cards')).getAttribute('aria-pressed')).toBe('true');
    expect(await screen.findByRole('link', { name: 'Ember tales' })).toBeTruthy();
    expect(queries(client)).toHaveLength(1);
  });

  it('[CELL-05] offers only what every type of the screen declares', async () => {
    await renderApp({ path: '/library.loans' });
    await heading('Loans');
    const group = await screen.findByRole('group', { name: 'Show as' });
    expect(
      within(group)
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual(['List', 'Table', 'Map', 'Timeline', 'Calendar']);
  });
});

describe('search page', () => {
  it('[ROUTE-08] searches all types for the text in c0, with the type as a facet', async () => {
    const client = await renderApp({ path: '/search?c0=atlas' });
    await heading('Search');
    const kinds = await screen.findByRole('region', { name: 'Kind' });
    expect(within(kinds).getByRole('checkbox', { name: /Book/ })).toBeTruthy();
    const asked = client.server.received
      .map(({ b }) => b as unknown as Query | undefined)
      .find((query) => query?.must?.text);
    expect(asked?.must).toEqual({ text: ['atlas'] });
    expect(screen.getByRole('list', { name: 'Results' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Who can see it' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Table' })).toBeTruthy();
  });

  it.each([
    ['created', '2024-03-02T09:30:00.000Z'],
    ['updated', '2024-06-20T09:30:00.000Z'],
  ])('[SRCH-03] shows in its rows the time by which it is ordered: %s', async (order, time) => {
    const stored = scriptedItem('Book-1', { title: 'Atlas of tides', shelf: 'Shelf-1' });
    const book = Object.assign(stored, { updated: '2024-06-20T09:30:00.000Z' });
    const others = toyItems.filter(({ $id }) => $id !== book.$id);
    await renderApp({ path: `/search?c0=${encodeURIComponent(`.sort=${order}`)}`, items: [book, ...others] });
    const row = (await screen.findByText('Atlas of tides')).closest('.kk-list-row');
    expect(row?.querySelector('time')?.dateTime).toBe(time);
  });

  it('[SRCH-03] orders by the best match, marks the words, and tells where they stand', async () => {
    const items = [
      ...toyItems,
      scriptedItem('Book-50', { title: 'Zebra', shelf: 'Shelf-1', summary: 'Told beside the łakə long ago' }),
      scriptedItem('Book-51', { title: 'Łakę of the north', shelf: 'Shelf-1' }),
    ];
    const operations = { 'search/ids': () => ({ ids: ['Book-51', 'Book-50'], total: 2, facets: {} }) };
    const client = await renderApp({ path: '/library.books?c0=lake', items, operations });
    expect((await button(/^Sort by/)).textContent).toBe('Sort by: Best match');
    const marks = (): (string | null)[] => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
    await waitFor(() => expect(marks()).toEqual(['Łakę', 'łakə']));
    expect(screen.getByText('Summary:').closest('p')?.textContent).toBe('Summary: Told beside the łakə long ago');
    expect(queries(client).at(-1)?.sort).toEqual([{ key: 'match', order: 'desc' }]);
    fireEvent.click(await button(/^Sort by/));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Title' }));
    await waitFor(() => expect(queries(client).at(-1)?.sort).toEqual([{ key: 'title', order: 'asc' }]));
    fireEvent.click(await button(/^Sort by/));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Best match' }));
    await waitFor(() => expect(client.navigation.address).toBe('/library.books?c0=lake'));
  });
});

describe('header search', () => {
  const typed = async (text: string): Promise<HTMLElement> => {
    if (
      screen.queryByRole('combobox', { name: 'Search everything' }) === null &&
      document.querySelector('#kk-search-toggle[aria-expanded="false"]')
    )
      fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    const input = await screen.findByRole('combobox', { name: 'Search everything' });
    fireEvent.change(input, { target: { value: text } });
    return input;
  };
  const wide = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };

  it('[SRCH-02] suggests, and opens the chosen one with Enter', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(wide as unknown as MediaQueryList);
    const client = await renderApp();
    const input = await typed('amber');
    const option = await screen.findByRole('option', { name: /Amber atlas/ });
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    expect(input.getAttribute('aria-activedescendant')).toBe(option.id);
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(client.navigation.cells[0]?.itemId).toBe('Book-1'));
  });

  it('[SRCH-02] leads to all results, and a typed id to its item', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(wide as unknown as MediaQueryList);
    const client = await renderApp();
    fireEvent.keyDown(await typed('old songs'), { key: 'Enter' });
    await waitFor(() => expect(client.navigation.address).toBe('/search?c0=old+songs'));
    fireEvent.keyDown(await typed('Shelf-2'), { key: 'Enter' });
    await waitFor(() => expect(client.navigation.cells[0]?.itemId).toBe('Shelf-2'));
  });

  it('[SRCH-02] shows the item of a typed id first, by its name, and never one that the reader may not see', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(wide as unknown as MediaQueryList);
    await renderApp();
    await typed('Shelf-2');
    expect(await screen.findByRole('option', { name: /South shelf/ })).toBeTruthy();
    expect(screen.queryByText('No results')).toBeNull();
    await typed('Shelf-99');
    expect(await screen.findByText('No results')).toBeTruthy();
    expect(screen.queryByRole('option', { name: /^Shelf-99/ })).toBeNull();
  });

  it('[SRCH-02] [ROUTE-10] leads a visitor to the results too', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(wide as unknown as MediaQueryList);
    const client = await renderApp({ user: null, path: '/terms' });
    const input = await typed('amber');
    expect(await screen.findByRole('option', { name: /Amber atlas/ })).toBeTruthy();
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(client.navigation.address).toBe('/search?c0=amber'));
    expect(await screen.findByRole('link', { name: /Amber atlas/ })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Who can see it' })).toBeNull();
  });

  it('[SRCH-02] Esc closes, and too little says to keep typing', async () => {
    await renderApp();
    const input = await typed('ab');
    expect(await screen.findByText('Type one more letter')).toBeTruthy();
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(input.isConnected).toBe(false);
  });
});

it('[ERR-01] says what about a search was refused, since there is no field to look at', async () => {
  const refuse = () => {
    throw invalid([{ path: '/must', message: 'errors.query.unknownKey' }]);
  };
  await renderApp({ path: '/library.books', operations: { 'search/ids': refuse } });
  expect(await screen.findByText(/asks for something that cannot be searched/)).toBeTruthy();
});
