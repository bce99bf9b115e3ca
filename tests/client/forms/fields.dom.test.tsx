// Each field as a person uses it: by its name, by keys, by its buttons.

import type { Query } from 'src/model/generated/wire.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { forms } from 'tests/toy/generated/forms.ts';
import { ItemForm } from 'src/client/forms/ItemForm.tsx';
import { createFormWorld, FULL_BOOK, World } from 'stories/forms/FormWorld.tsx';
import { field, fill, frame, inFrame, leave, openForm, settle, type } from 'tests/client/forms/formTools.tsx';

const BOOK = { title: 'A', shelf: 'Shelf-1' } as const;

const press = (control: HTMLElement, key: string): void => {
  fireEvent.keyDown(control, { key });
};

const offered = async (pointer: string): Promise<string[]> =>
  (await inFrame(pointer).findAllByRole('option')).map((option) => option.textContent ?? '');

describe('a related item', () => {
  it('offers the newest before anything is typed, asked for only when the field is entered', async () => {
    const { client, draft } = await openForm({ title: 'A' });
    const newest = () =>
      client.server.received.filter(({ o, b }) => o === 'search/ids' && (b as Query).must?._t?.[0] === 'Shelf');
    expect(newest()).toEqual([]);
    const shelf = inFrame('/shelf').getByRole('combobox');
    fireEvent.focus(shelf);
    fireEvent.click(shelf);
    expect([...(await offered('/shelf'))].sort()).toEqual(['North shelf', 'South shelf']);
    expect(newest()).toMatchObject([{ b: { must: { _t: ['Shelf'] } } }]);
    fireEvent.click(inFrame('/shelf').getByRole('option', { name: 'North shelf' }));
    expect(draft.values.shelf).toBe('Shelf-1');
    // The present value stays among the offers and is marked.
    fireEvent.click(shelf);
    await waitFor(async () =>
      expect([...(await offered('/shelf'))].sort()).toEqual(['North shelfChosen', 'South shelf']),
    );
  });

  it('is found by typing, chosen by keys, and shown by its label', async () => {
    const { client, draft } = await openForm({ title: 'A' });
    const shelf = inFrame('/shelf').getByRole('combobox');
    type(shelf, 'so');
    await settle();
    expect(client.server.received.some(({ o }) => o === 'suggest')).toBe(false);
    expect(await offered('/shelf')).toEqual(['South shelf']);
    type(shelf, 'south');
    expect(await offered('/shelf')).toEqual(['South shelf']);
    const asked = client.server.received.find(({ o }) => o === 'suggest');
    expect(asked?.b).toEqual({ text: 'south', types: ['Shelf'] });
    press(shelf, 'ArrowDown');
    const active = shelf.getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')?.textContent).toBe('South shelf');
    press(shelf, 'Enter');
    expect(draft.values.shelf).toBe('Shelf-2');
    expect(shelf).toHaveProperty('value', 'South shelf');
    expect(shelf.getAttribute('aria-expanded')).toBe('false');
  });

  it('[EXPERIENCE] keeps what was typed and chooses nothing, until it is given up by Escape, emptied, or named in full', async () => {
    const { draft, handle } = await openForm(BOOK);
    const shelf = inFrame('/shelf').getByRole('combobox');
    fill(shelf, 'nothing like that');
    expect(shelf).toHaveProperty('value', 'nothing like that');
    expect(frame('/shelf').textContent).toContain('Choose one of the results');
    let right: boolean | undefined;
    act(() => void (right = handle.current?.check()));
    expect(right).toBe(false);
    type(shelf, 'nothing like this');
    press(shelf, 'Escape');
    leave(shelf);
    expect(shelf).toHaveProperty('value', 'North shelf');
    expect(frame('/shelf').textContent).not.toContain('Choose one of the results');
    type(shelf, 'south shelf');
    await offered('/shelf');
    leave(shelf);
    expect(draft.values.shelf).toBe('Shelf-2');
    fill(shelf, '');
    expect(draft.values.shelf).toBeUndefined();
    expect(frame('/shelf').textContent).toMatch(/fill this in/i);
  });

  it('is chosen with Enter only, after words were typed', async () => {
    const { draft } = await openForm({ title: 'A' });
    const shelf = inFrame('/shelf').getByRole('combobox');
    fireEvent.focus(shelf);
    fireEvent.click(shelf);
    await offered('/shelf');
    press(shelf, 'Enter');
    expect(draft.values.shelf).toBeUndefined();
    type(shelf, 'south');
    await offered('/shelf');
    press(shelf, 'Enter');
    expect(draft.values.shelf).toBe('Shelf-2');
    fireEvent.click(shelf);
    press(shelf, 'Enter');
    expect(draft.values.shelf).toBe('Shelf-2');
  });

  it('several keep their order, can be moved and removed by named buttons, and the focus stays near', async () => {
    const { draft } = await openForm(FULL_BOOK);
    fireEvent.click(screen.getByRole('button', { name: 'Move Birch songs down' }));
    expect(draft.values.sequels).toEqual(['Book-3', 'Book-2']);
    await settle();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Birch songs up');
    fireEvent.click(screen.getByRole('button', { name: 'Remove Birch songs' }));
    expect(draft.values.sequels).toEqual(['Book-3']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Cedar fables' }));
    await settle();
    expect(draft.values.sequels).toBeUndefined();
    expect(document.activeElement).toBe(inFrame('/sequels').getByRole('combobox'));
  });

  it('what does not exist yet can be made in the next column, starting from what was typed', async () => {
    const { client } = await openForm({ title: 'A' }, { user: { creatable: ['Shelf'] } });
    const shelf = inFrame('/shelf').getByRole('combobox');
    type(shelf, 'East shelf');
    const link = await inFrame('/shelf').findByRole('link', { name: 'New shelf “East shelf”' });
    fireEvent.blur(shelf, { relatedTarget: link });
    fireEvent.click(link);
    await waitFor(() => expect(client.navigation.cells.at(-1)?.segment).toMatch(/^i-Shelf-0-\d+$/));
    expect(JSON.parse(client.navigation.cells.at(-1)?.param ?? '{}')).toEqual({ name: 'East shelf' });
  });

  it('one that the reader may not see is neither shown nor lost', async () => {
    const { client, draft } = await openForm({ ...BOOK, sequels: ['Book-77', 'Book-2'] });
    await waitFor(() => expect(client.items.label('Book-77')).toBeUndefined());
    await settle();
    expect(inFrame('/sequels').queryByText(/Book-77/)).toBeNull();
    type(inFrame('/sequels').getByRole('combobox'), 'cedar');
    fireEvent.click(await inFrame('/sequels').findByRole('option', { name: /Cedar fables/ }));
    expect(draft.values.sequels).toEqual(['Book-2', 'Book-3', 'Book-77']);
  });
});

describe('values of a value list', () => {
  it('come from the list of the chosen owner; archived ones only where they are stored', async () => {
    const { draft } = await openForm({ ...BOOK, genres: ['TAPES'] });
    const genres = inFrame('/genres').getByRole('combobox');
    await waitFor(() => expect(frame('/genres').textContent).toContain('Tapes (archived)'));
    type(genres, '');
    press(genres, 'ArrowDown');
    expect(await offered('/genres')).toEqual(['Fable', 'Atlas', 'Songs']);
    type(genres, 'sóng');
    expect(await offered('/genres')).toEqual(['Songs', 'Add “sóng”']);
    fireEvent.click(inFrame('/genres').getByRole('option', { name: 'Songs' }));
    expect(draft.values.genres).toEqual(['TAPES', 'SONGS']);
  });

  it('[FORM-06] custom text is offered after the known keys where the list allows it', async () => {
    const { draft } = await openForm(BOOK);
    const genres = inFrame('/genres').getByRole('combobox');
    await settle();
    type(genres, 'Letters home');
    fireEvent.click(await inFrame('/genres').findByRole('option', { name: 'Add “Letters home”' }));
    expect(draft.values.genres).toEqual(['$other:Letters home']);
    expect(frame('/genres').textContent).toContain('Letters home');
  });

  it('[EXPERIENCE] takes up what was typed when the box is left: the known value of that name, or the own text', async () => {
    const { draft } = await openForm(BOOK);
    const genres = inFrame('/genres').getByRole('combobox');
    await settle();
    fill(genres, 'Oldtongue');
    fill(genres, 'fable ');
    expect(draft.values.genres).toEqual(['$other:Oldtongue', 'FABLE']);
    fill(genres, 'Fable');
    expect(draft.values.genres).toEqual(['$other:Oldtongue', 'FABLE']);
    expect(genres).toHaveProperty('value', '');
  });

  it('says which field must be filled first while the list has no owner, and leads there', async () => {
    await openForm({ title: 'A' });
    await waitFor(() => expect(frame('/genres').textContent).toContain('Choose Shelf first'));
    fireEvent.click(inFrame('/genres').getByRole('button', { name: 'Shelf' }));
    await waitFor(() => expect(frame('/shelf').contains(document.activeElement)).toBe(true));
  });
});

/** The toy form with other options for one property, as another declaration would give them. */
const formWith = (name: string, property: Partial<Property>, ui: object = {}) => {
  const Book = async (): Promise<LoadedForm> => {
    const form = await forms.Book?.();
    if (!form) throw new Error('no form of Book');
    const before = form.uiSchema[name] as { readonly 'ui:options': { readonly property: Property } };
    const options = { ...before['ui:options'], property: { ...before['ui:options'].property, ...property } };
    return { ...form, uiSchema: { ...form.uiSchema, [name]: { ...before, ...ui, 'ui:options': options } } };
  };
  return { domain: { loadForm: async (type: string) => (type === 'Book' ? Book : forms[type])?.() } };
};

describe('one value of a value list', () => {
  const single = formWith(
    'summary',
    { kind: 'list', list: { list: 'GENRES', owner: 'shelf', other: true } },
    { 'ui:field': 'list', 'ui:widget': undefined },
  );

  it('is chosen from the list; "other" takes words of its own', async () => {
    const { draft, handle } = await openForm({ ...BOOK, summary: 'TAPES' }, single);
    const choice = field(/^Summary/);
    await waitFor(() => expect(choice.textContent).toContain('Tapes (archived)'));
    fireEvent.change(choice, { target: { value: 'SONGS' } });
    expect(draft.values.summary).toBe('SONGS');
    fireEvent.change(choice, { target: { value: '$other' } });
    let right: boolean | undefined;
    act(() => void (right = handle.current?.check()));
    expect(right).toBe(false);
    expect(frame('/summary').textContent).toContain('Say what it is');
    fill(screen.getByRole('textbox', { name: 'Summary: other' }), 'Letters home');
    expect(draft.values.summary).toBe('$other:Letters home');
    fireEvent.change(choice, { target: { value: '' } });
    expect(draft.values.summary).toBeUndefined();
  });

  it('a stored key that is no longer in a list stays until another is chosen', async () => {
    await openForm({ ...BOOK, summary: 'GONE' }, single);
    await waitFor(() => expect(field(/^Summary/).textContent).toContain('Fable'));
    expect(field(/^Summary/)).toHaveProperty('value', 'GONE');
  });

  it('several of a few are ticked, kept in the order of the list', async () => {
    const { draft } = await openForm(
      { ...BOOK, genres: ['SONGS'] },
      formWith('genres', { list: { list: 'GENRES', owner: 'shelf' } }),
    );
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Fable' }));
    expect(draft.values.genres).toEqual(['FABLE', 'SONGS']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Songs' }));
    expect(draft.values.genres).toEqual(['FABLE']);
  });
});

describe('translated text', () => {
  it('has an input per language, and takes any further language by its tag', async () => {
    const { draft } = await openForm({ ...BOOK, titleT: { en: 'Amber', fr: 'Ambre' } });
    const title = inFrame('/titleT');
    expect(title.getByRole('textbox', { name: /French/ }).getAttribute('lang')).toBe('fr');
    fill(title.getByRole('textbox', { name: /English/ }), 'Amber atlas');
    fireEvent.change(title.getByRole('combobox'), { target: { value: 'other' } });
    const tag = title.getByRole('textbox', { name: 'Language code' });
    fireEvent.change(tag, { target: { value: 'no tag' } });
    expect(title.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
    fireEvent.change(tag, { target: { value: 'crx-Cans' } });
    fireEvent.click(title.getByRole('button', { name: 'Add' }));
    await settle();
    const added = title.getByRole('textbox', { name: /crx|Carrier|Cans/i });
    expect(document.activeElement).toBe(added);
    fill(added, 'ᐊ');
    expect(draft.values.titleT).toEqual({ en: 'Amber atlas', fr: 'Ambre', 'crx-Cans': 'ᐊ' });
    fireEvent.click(title.getByRole('button', { name: 'Remove French' }));
    expect(draft.values.titleT).toEqual({ en: 'Amber atlas', 'crx-Cans': 'ᐊ' });
  });
});

describe("text in a community's language", () => {
  it('has a separate entry for each of several languages', async () => {
    const { client } = createFormWorld({});
    const draft = client.drafts.fresh('Shelf', '1', { name: 'North', nicknames: ['hən̓q̓əmin̓əm̓', 'ᓱᓇ'] });
    render(
      <World client={client}>
        <ItemForm draft={draft} />
      </World>,
    );
    await screen.findByText('Nicknames');
    const values = () =>
      screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Nicknames/ }).map(({ value }) => value);
    expect(values()).toEqual(['hən̓q̓əmin̓əm̓', 'ᓱᓇ']);
    fireEvent.click(screen.getByRole('button', { name: /^Add: Nicknames/ }));
    const added = screen.getAllByRole('textbox', { name: /^Nicknames/ }).at(-1);
    if (!added) throw new Error('no new entry');
    fill(added, 'e\u0301');
    expect(draft.values.nicknames).toEqual(['hən̓q̓əmin̓əm̓', 'ᓱᓇ', 'é']);
  });

  it('is kept as typed, composed and trimmed when it is left, never changed otherwise', async () => {
    const { draft } = await openForm(BOOK);
    const spoken = field(/^Spoken/);
    type(spoken, ' hə\u0301n\u0313 K̲a ');
    expect(draft.values.spoken).toBe(' hə\u0301n\u0313 K̲a ');
    leave(spoken);
    expect(draft.values.spoken).toBe('hə\u0301n\u0313 K̲a'.normalize('NFC'));
    expect(spoken.getAttribute('spellcheck')).toBe('false');
  });

  it('letters of the palette go in at the caret', async () => {
    const { draft } = await openForm({ ...BOOK, spoken: 'hn' });
    const spoken = field(/^Spoken/) as HTMLInputElement;
    spoken.setSelectionRange(1, 1);
    fireEvent.click(inFrame('/spoken').getByRole('button', { name: 'Letters' }));
    fireEvent.click(await screen.findByRole('button', { name: /Insert ə/ }));
    await settle();
    expect(draft.values.spoken).toBe('hən');
    expect(document.activeElement).toBe(spoken);
    expect(spoken.selectionStart).toBe(2);
  });

  it('says how many code points are left when there are few', async () => {
    await openForm({ ...BOOK, spoken: '𐐷'.repeat(280) });
    expect(frame('/spoken').textContent).toContain('280 of 300');
  });
});

describe('dates', () => {
  it('[FORM-01] a partial date is read as people say it, updated while it is typed, and stored in its form', async () => {
    const { draft } = await openForm(BOOK);
    const printed = field(/^Printed/);
    type(printed, 'march 1931');
    expect(frame('/printed').textContent).toContain('March 1931');
    expect(draft.values.printed).toBe('1931-03');
    leave(printed);
    expect(printed).toHaveProperty('value', 'March 1931');
    type(printed, 'c. 1910');
    expect(frame('/printed').textContent).toContain('About 1910 (January 1, 1910 to December 31, 1910)');
    expect(frame('/printed').querySelector('[aria-live="polite"]')?.textContent).toContain('About 1910');
    expect(draft.values.printed).toBe('1910~');
    leave(printed);
    expect(printed).toHaveProperty('value', 'about 1910');
    type(printed, '5/6/1910');
    expect(frame('/printed').textContent).toContain('Do you mean June 5, 1910 or May 6, 1910?');
    leave(printed);
    fill(printed, 'long ago');
    expect(printed).toHaveProperty('value', 'long ago');
    expect(frame('/printed').textContent).toMatch(/Enter a date such as/);
  });

  it('[FORM-01] a moment is kept in UTC and typed in the zone of the reader; a time without a zone', async () => {
    const { draft } = await openForm(BOOK);
    const seen = field(/^Seen/);
    fill(seen, '5 aug 2024 9:30 am');
    expect(draft.values.seen).toBe(new Date(2024, 7, 5, 9, 30).toISOString());
    expect(seen).toHaveProperty('value', '05-Aug-2024 09:30');
    fill(field(/^Opens/), '2 pm');
    expect(draft.values.opens).toBe('14:00');
    const bought = field(/^Bought/);
    type(bought, 'August 5, 2024');
    expect(frame('/bought').textContent).toContain('Monday, August 5, 2024');
    leave(bought);
    expect(bought).toHaveProperty('value', '05-Aug-2024');
    expect(draft.values.bought).toBe('2024-08-05');
  });

  it('[FORM-01] what is no date is not taken for an empty one, stays as typed, and cannot be saved', async () => {
    const { draft, handle } = await openForm(BOOK);
    const bought = field(/^Bought/);
    // A day that does not exist, and one that can be in May or in August.
    for (const typed of ['31 Feb 2024', '5/8/2024']) {
      fill(bought, typed);
      expect(bought).toHaveProperty('value', typed);
      expect(frame('/bought').textContent).toMatch(/Enter a full date/);
    }
    let right: boolean | undefined = true;
    act(() => {
      right = handle.current?.check();
    });
    expect(right).toBe(false);
    fill(bought, '2024-02-28');
    expect(frame('/bought').querySelector('.kf-errors')).toBeNull();
    expect(draft.values.bought).toBe('2024-02-28');
  });
});

describe('a place', () => {
  it('is a point by two numbers, refused while one is missing', async () => {
    const { draft, handle } = await openForm(BOOK);
    fireEvent.change(inFrame('/place').getByRole('combobox'), { target: { value: 'point' } });
    type(inFrame('/place').getByRole('textbox', { name: 'Latitude' }), '49.25');
    let right: boolean | undefined = true;
    act(() => {
      right = handle.current?.check();
    });
    expect(right).toBe(false);
    expect(frame('/place').textContent).toContain('Enter both latitude and longitude');
    fill(inFrame('/place').getByRole('textbox', { name: 'Longitude' }), '−123,1');
    expect(draft.values.place).toEqual({ type: 'Point', coordinates: [-123.1, 49.25] });
    act(() => {
      right = handle.current?.check();
    });
    expect(right).toBe(true);
  });

  it('[FORM-06] bounds are four numbers', async () => {
    const { draft } = await openForm(BOOK);
    fireEvent.change(inFrame('/place').getByRole('combobox'), { target: { value: 'bounds' } });
    for (const [name, value] of [
      ['West', '-124'],
      ['South', '49'],
      ['East', '-123'],
    ] as const)
      fill(inFrame('/place').getByRole('textbox', { name }), value);
    expect(frame('/place').textContent).toContain('Enter all four bounds');
    fill(inFrame('/place').getByRole('textbox', { name: 'North' }), '50');
    expect(draft.values.place).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [-124, 49],
          [-123, 49],
          [-123, 50],
          [-124, 50],
          [-124, 49],
        ],
      ],
    });
    expect(frame('/place').querySelector('.kf-errors')).toBeNull();
  });

  it('GeoJSON that cannot be read stays and is refused', async () => {
    const { draft } = await openForm(BOOK);
    fireEvent.change(inFrame('/place').getByRole('combobox'), { target: { value: 'geojson' } });
    const box = inFrame('/place').getByRole('textbox', { name: /GeoJSON/ });
    fill(box, '{"type": "Point"');
    expect(box).toHaveProperty('value', '{"type": "Point"');
    expect(frame('/place').querySelector('.kf-errors')).not.toBeNull();
    fill(box, '{"type": "Point", "coordinates": [1, 2]}');
    expect(draft.values.place).toEqual({ type: 'Point', coordinates: [1, 2] });
  });
});

describe('lists of entries', () => {
  it('entries are added, moved and removed by named buttons; the focus follows', async () => {
    const { draft } = await openForm(FULL_BOOK);
    fireEvent.click(screen.getByRole('button', { name: 'Add: Parts' }));
    await settle();
    const list = within(document.querySelector('.kf-entries') as HTMLElement);
    const names = list.getAllByRole('textbox', { name: /^Name/ });
    expect(document.activeElement).toBe(names[2]);
    fill(names[2] as HTMLElement, 'The sea');
    fireEvent.click(screen.getByRole('button', { name: 'Move entry 3 up' }));
    await settle();
    expect(draft.values.parts).toEqual([
      { name: 'The upper river', pages: 120 },
      { name: 'The sea' },
      { name: 'The delta' },
    ]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move entry 2 up');
    fireEvent.click(screen.getByRole('button', { name: 'Remove entry 1' }));
    await settle();
    expect(draft.values.parts).toEqual([{ name: 'The sea' }, { name: 'The delta' }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add: Parts' }));
    expect(document.activeElement?.textContent).toBe('Add');
  });
});

describe('simple controls', () => {
  it('yes and no, a level, a colour, a choice', async () => {
    const { draft } = await openForm(BOOK);
    fireEvent.click(screen.getByRole('switch', { name: /Fragile/ }));
    expect(draft.values.fragile).toBe(true);
    fill(field('Colour'), '#0f6');
    expect(field(/Pick a colour/)).toHaveProperty('value', '#00ff66');
    fireEvent.change(field(/^State/), { target: { value: 'ACTIVE' } });
    expect(draft.values.state).toBe('ACTIVE');
    expect(
      within(field(/^State/))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'Draft', 'Active', 'Archived']);
    fireEvent.click(screen.getByRole('tab', { name: /access/i }));
    const level = screen.getByRole('radio', { name: /private/i });
    expect(level.getAttribute('aria-describedby')).toBeTruthy();
    fireEvent.click(level);
    expect(draft.values.$access).toBe('PRIVATE');
  });

  it('[FORM-01] errors.number.integer: what is no number stays and is refused', async () => {
    const { draft } = await openForm(BOOK);
    fill(field(/^Year/), 'about 1930');
    expect(field(/^Year/)).toHaveProperty('value', 'about 1930');
    expect(frame('/year').textContent).toContain('Enter a whole number');
    fill(field(/^Year/), '1930');
    expect(draft.values.year).toBe(1930);
  });

  it('files are listed with name and size, in order, and can be taken out', async () => {
    const { draft } = await openForm(FULL_BOOK);
    expect(frame('/files').textContent).toContain('48 kB');
    fireEvent.click(inFrame('/files').getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement);
    expect(draft.values.files).toEqual(['Attachment-2']);
  });
});

describe('a disabled form', () => {
  it('shows everything and changes nothing', async () => {
    await openForm(FULL_BOOK, { disabled: true });
    for (const control of document.querySelectorAll<HTMLInputElement>('.kf-form :is(input, select, textarea)'))
      expect(control.disabled, control.id).toBe(true);
    expect(screen.queryByRole('button', { name: /Remove|Move|Add/ })).toBeNull();
  });
});
