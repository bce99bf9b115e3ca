// An item's form: typed values reach the draft, problems are shown at their fields, and other people's changes are merged.

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FULL_BOOK, WRONG_BOOK } from 'stories/forms/FormWorld.tsx';
import { field, fill, frame, inFrame, leave, openForm, settle, type } from 'tests/client/forms/formTools.tsx';

describe('the form of an item', () => {
  it('shows the values of the item and does not change the draft when it opens', async () => {
    const { draft } = await openForm(FULL_BOOK);
    expect(field(/^Title/)).toHaveProperty('value', FULL_BOOK.title);
    expect(field(/^Year/)).toHaveProperty('value', '1931');
    expect(draft.dirty).toBe(false);
    expect(draft.values).toEqual(FULL_BOOK);
  });

  it('tells the draft what is typed, and removes what is emptied', async () => {
    const { draft } = await openForm(FULL_BOOK);
    fill(field(/^Title/), 'Birch songs');
    fill(field(/^Weight/), '');
    expect(draft.changed.toSorted()).toEqual(['title', 'weight']);
    expect(draft.values).toEqual({
      ...Object.fromEntries(Object.entries(FULL_BOOK).filter(([name]) => name !== 'weight')),
      title: 'Birch songs',
    });
  });

  it('keeps the element and its focus while one types', async () => {
    await openForm(FULL_BOOK);
    const title = field(/^Title/);
    title.focus();
    type(title, 'A');
    type(title, 'Ab');
    expect(field(/^Title/)).toBe(title);
    expect(document.activeElement).toBe(title);
  });

  it('takes in what others changed without losing what is typed or where the focus is', async () => {
    const { client, draft } = await openForm(FULL_BOOK);
    const title = field(/^Title/);
    title.focus();
    type(title, 'Mine');
    const before = client.items.peek('Book-90');
    if (before?.state !== 'ready') throw new Error('not loaded');
    act(() => client.items.put([Object.assign({}, before.item, { _u: before.item._u + 1, year: 1950, weight: 3 })]));
    expect(field(/^Year/)).toHaveProperty('value', '1950');
    expect(field(/^Weight/)).toHaveProperty('value', '3');
    expect(title).toHaveProperty('value', 'Mine');
    expect(document.activeElement).toBe(title);
    expect(draft.changed).toEqual(['title']);
  });

  it('goes back to what the server has when the draft is discarded', async () => {
    const { draft } = await openForm(FULL_BOOK);
    fill(field(/^Title/), 'Mine');
    fill(field(/^Email/i), 'nobody');
    act(() => draft.discard());
    expect(field(/^Title/)).toHaveProperty('value', FULL_BOOK.title);
    expect(frame('/email').querySelector('.kf-errors')).toBeNull();
  });
});

describe('[FORM-01] what is wrong', () => {
  it('is shown when the user leaves the field, at the field and tied to it, not before', async () => {
    await openForm({ shelf: 'Shelf-1', title: 'A' });
    const mail = field(/^Email/i);
    type(mail, 'nobody');
    expect(mail.getAttribute('aria-invalid')).toBeNull();
    leave(mail);
    expect(mail.getAttribute('aria-invalid')).toBe('true');
    const [errorId] = (mail.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('__error'));
    expect(document.getElementById(errorId ?? '')?.textContent).toMatch(/e-?mail/i);
    expect(screen.queryByRole('heading', { name: /need/ })).toBeNull();
  });

  it('[EXPERIENCE] an empty required field of a new item is no mistake until it was typed in or a save is tried', async () => {
    await openForm();
    const title = field(/^Title/);
    fireEvent.focus(title);
    leave(title);
    expect(title.getAttribute('aria-invalid')).toBeNull();
    fill(title, 'A');
    fill(title, '');
    expect(title.getAttribute('aria-invalid')).toBe('true');
  });

  it('goes away once it is mended', async () => {
    await openForm({ shelf: 'Shelf-1', title: 'A' });
    const mail = field(/^Email/i);
    fill(mail, 'nobody');
    fill(mail, 'reader@sample.test');
    expect(mail.getAttribute('aria-invalid')).toBeNull();
  });

  it('errors.required is shown for each required field of a new item, and its label says so in words', async () => {
    const { handle } = await openForm();
    expect(frame('/title').textContent).toContain('(required)');
    act(() => void handle.current?.check());
    expect(frame('/title').textContent).toMatch(/required/i);
    expect(inFrame('/title').getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    expect(inFrame('/shelf').getByRole('combobox').getAttribute('aria-invalid')).toBe('true');
  });

  it('every rule has its words at its own field', async () => {
    const { handle } = await openForm(WRONG_BOOK);
    let right: boolean | undefined = true;
    act(() => {
      right = handle.current?.check();
    });
    expect(right).toBe(false);
    for (const pointer of [
      '/title',
      '/shelf',
      '/year',
      '/weight',
      '/bought',
      '/printed',
      '/email',
      '/phone',
      '/link',
      '/colour',
      '/place',
      '/parts/0/name',
      '/parts/0/pages',
      '/size/height',
    ]) {
      const errors = frame(pointer).querySelector('.kf-errors');
      expect(errors?.textContent, pointer).toMatch(/\p{L}{3}/u);
      expect(errors?.textContent, pointer).not.toMatch(/errors\.|forms\./);
    }
  });
});

describe('[FORM-02] a failed save', () => {
  it('lists what is wrong with links, goes to the first one and shakes every invalid field for a second', async () => {
    const { handle } = await openForm(WRONG_BOOK);
    act(() => void handle.current?.check());
    await settle();
    expect(screen.getByRole('heading', { name: /14 fields|fields need attention/ })).toBeTruthy();
    expect(document.activeElement).toBe(field(/^Title/));
    expect(frame('/title').classList.contains('kf-shake')).toBe(true);
    expect(frame('/email').classList.contains('kf-shake')).toBe(true);
    await waitFor(() => expect(document.querySelector('.kf-shake')).toBeNull(), { timeout: 10_000 });
  });

  it('does not shake for those who want no motion', async () => {
    const real = globalThis.matchMedia;
    globalThis.matchMedia = (query) => Object.assign(real(query), { matches: query.includes('reduce') });
    try {
      const { handle } = await openForm(WRONG_BOOK);
      act(() => void handle.current?.check());
      await settle();
      expect(document.activeElement).toBe(field(/^Title/));
      expect(document.querySelector('.kf-shake')).toBeNull();
    } finally {
      globalThis.matchMedia = real;
    }
  });

  it('counts problems on the tab that hides them, and a link leads there', async () => {
    const { handle } = await openForm({ ...WRONG_BOOK, state: 'ACTIVE' });
    act(() => void handle.current?.check());
    const other = screen.getByRole('tab', { name: /access/i });
    expect(other.textContent).toContain('1');
    fireEvent.click(screen.getByRole('link', { name: /price/i }));
    await settle();
    expect(screen.getByRole('tab', { name: /access/i }).getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(field(/^Price/));
  });

  it('stops the save of its column', async () => {
    const { client } = await openForm();
    let passed: boolean | undefined;
    await act(async () => {
      passed = await client.navigation.pass(0, 'SAVE');
    });
    expect(passed).toBe(false);
    expect(await client.navigation.pass(0, 'CLOSE')).toBe(true);
  });
});

describe('conditions', () => {
  it('what is wrong shows even where its condition does not hold, so that it can be mended', async () => {
    const { handle } = await openForm({ ...FULL_BOOK, state: 'DRAFT', price: -1 });
    act(() => void handle.current?.check());
    await settle();
    expect(document.activeElement).toBe(field(/^Price/));
    fill(field(/^Price/), '3');
    expect(screen.queryByLabelText(/^Price/)).toBeNull();
  });

  it('a field is there only while its condition holds', async () => {
    await openForm({ ...FULL_BOOK, state: 'DRAFT', price: -1 });
    fireEvent.click(screen.getByRole('tab', { name: /access/i }));
    expect(screen.queryByLabelText(/^Price/)).toBeNull();
    fireEvent.click(screen.getByRole('tab', { name: /main/i }));
    fireEvent.change(field(/^State/), { target: { value: 'ACTIVE' } });
    fireEvent.click(screen.getByRole('tab', { name: /access/i }));
    expect(field(/^Price/)).toHaveProperty('value', '-1');
  });
});
