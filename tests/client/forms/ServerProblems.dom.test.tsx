// Problems from the server, from rules of areas and about pairs of dates are shown in the same places and words as those of the form's own
// rules.

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { describe, expect, it } from 'vitest';
import { ItemForm, type FormHandle } from 'src/client/forms/ItemForm.tsx';
import { invalid } from 'src/model/problems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { field, fill, frame, openForm, settle } from 'tests/client/forms/formTools.tsx';

const BOOK = { title: 'A', shelf: 'Shelf-1', state: 'ACTIVE' } as const;

const refuse = (path: string, message: string) => () => {
  throw invalid([{ path, message }]);
};

describe('a save that the server refuses', () => {
  it('says why at the field, in its tab, and goes there', async () => {
    const { draft } = await openForm(BOOK, { operations: { update: refuse('/price', 'errors.number.natural') } });
    fill(field(/^Title/), 'B');
    await act(async () => {
      await draft.save();
    });
    await settle();
    expect(screen.getByRole('tab', { name: /access/i }).getAttribute('aria-selected')).toBe('true');
    expect(frame('/price').textContent).toContain('Enter a whole number above 0');
    expect(document.activeElement).toBe(field(/^Price/));
  });

  it('stops saying it once the field is mended, and does not take the focus while that is done', async () => {
    const refusal = invalid([
      { path: '/title', message: 'errors.notBlank' },
      { path: '/year', message: 'errors.number.natural' },
    ]);
    const { draft } = await openForm(BOOK, {
      operations: {
        update: () => {
          throw refusal;
        },
      },
    });
    fill(field(/^Title/), 'B');
    await act(async () => {
      await draft.save();
    });
    await settle();
    const year = field(/^Year/);
    year.focus();
    fill(year, '1930');
    await settle();
    expect(frame('/year').querySelector('.kf-errors')).toBeNull();
    expect(frame('/title').querySelector('.kf-errors')).not.toBeNull();
    expect(document.activeElement).toBe(year);
  });
});

describe('rules across fields', () => {
  it.each([
    [false, false],
    [true, true],
  ])('[FORM-01] required except for admins: for admin %s an empty one is right: %s', async (admin, expected) => {
    const { client } = createFormWorld({}, { user: { admin } });
    const draft = client.drafts.fresh('Loan', '1', { book: 'Book-1' });
    const handle = createRef<FormHandle>();
    render(
      <World client={client}>
        <ItemForm draft={draft} ref={handle} />
      </World>,
    );
    await screen.findByText('From');
    // The session may come a moment after the form.
    await waitFor(() => expect(frame('/borrower').textContent?.includes('required')).toBe(!expected));
    let right: boolean | undefined;
    act(() => {
      right = handle.current?.check();
    });
    expect(right).toBe(expected);
    expect(frame('/borrower').querySelector('.kf-errors')?.textContent).toBe(expected ? undefined : 'Fill this in');
  });

  it('[FORM-01] errors.array.exactly where a list must have one length', async () => {
    const book = registry.types.Book!;
    const sequels = { ...book.properties.sequels!, minItems: 50 };
    const { handle } = await openForm(
      { ...BOOK, sequels: Array.from({ length: 51 }, (_, at) => `Book-${at + 1}`) },
      {
        registry: {
          ...registry,
          types: { ...registry.types, Book: { ...book, properties: { ...book.properties, sequels } } },
        },
      },
    );
    act(() => void handle.current?.check());
    expect(frame('/sequels').textContent).toContain('Enter exactly 50 entries');
  });

  it('[FORM-01] errors.endBeforeStart for the start and end of a timeline', async () => {
    const { client } = createFormWorld({});
    const draft = client.drafts.fresh('Loan', '1', {
      book: 'Book-1',
      from: '2024-08-05T10:00:00.000Z',
      to: '2024-08-04T10:00:00.000Z',
    });
    const handle = createRef<FormHandle>();
    render(
      <World client={client}>
        <ItemForm draft={draft} ref={handle} />
      </World>,
    );
    await screen.findByText('From');
    let right: boolean | undefined = true;
    act(() => {
      right = handle.current?.check();
    });
    expect(right).toBe(false);
    expect(frame('/to').textContent).toContain('The end is before the start');
    fill(field(/^To/), '2024-08-06T10:00');
    expect(frame('/to').querySelector('.kf-errors')).toBeNull();
  });
});

describe('while a save runs', () => {
  it('nothing can be typed, and afterwards the focus is where it was', async () => {
    const world = createFormWorld(BOOK);
    const page = (disabled: boolean) => (
      <World client={world.client}>
        <ItemForm draft={world.draft} disabled={disabled} />
      </World>
    );
    const { rerender } = render(page(false));
    await screen.findByRole('tab', { name: /main/i });
    const title = field(/^Title/);
    fireEvent.focus(title);
    title.focus();
    rerender(page(true));
    expect(title).toHaveProperty('disabled', true);
    title.blur();
    rerender(page(false));
    expect(document.activeElement).toBe(title);
  });
});
