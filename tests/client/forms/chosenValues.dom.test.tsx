// The messages and suggestions of a field of related items for the values that it has already.

import { fireEvent, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FULL_BOOK } from 'stories/forms/FormWorld.tsx';
import { fill, frame, inFrame, openForm, type } from 'tests/client/forms/formTools.tsx';

it('several values: does not offer what is chosen already, nor the item itself', async () => {
  await openForm({ ...FULL_BOOK, title: 'Birch twin' });
  type(inFrame('/sequels').getByRole('combobox'), 'birch');
  await waitFor(() => expect(inFrame('/sequels').getByRole('status').textContent).toBe('Already chosen'));
  expect(inFrame('/sequels').queryAllByRole('option')).toEqual([]);
  type(inFrame('/sequels').getByRole('combobox'), 'birch twin');
  await waitFor(() => expect(inFrame('/sequels').getByRole('status').textContent).toBe('Nothing found'));
});

it('[FORM-01] a single value is among the offers, marked as chosen, and can be chosen again', async () => {
  const { draft } = await openForm({ title: 'A', shelf: 'Shelf-1' }, { user: { creatable: ['Shelf'] } });
  const shelf = inFrame('/shelf').getByRole('combobox');
  expect(shelf).toHaveProperty('value', 'North shelf');
  type(shelf, 'north');
  await inFrame('/shelf').findAllByRole('option');
  expect(inFrame('/shelf').getByRole('option', { name: /North shelf/ }).textContent).toContain('Chosen');
  expect(frame('/shelf').textContent).not.toContain('Nothing found');
  expect(inFrame('/shelf').queryByRole('link', { name: /New shelf/ })).toBeNull();
  fireEvent.keyDown(shelf, { key: 'Enter' });
  expect(draft.values.shelf).toBe('Shelf-1');
  expect(shelf).toHaveProperty('value', 'North shelf');
  type(shelf, 'shelf');
  await waitFor(() => expect(inFrame('/shelf').getAllByRole('option').length).toBeGreaterThan(1));
  const marked = inFrame('/shelf')
    .getAllByRole('option')
    .filter(({ textContent }) => textContent.includes('Chosen'));
  expect(marked).toHaveLength(1);
});

it('several do not take a name that is chosen already for a fault', async () => {
  const { draft } = await openForm(FULL_BOOK);
  const sequels = inFrame('/sequels').getByRole('combobox');
  fill(sequels, 'Birch songs');
  expect(sequels).toHaveProperty('value', '');
  expect(draft.values.sequels).toEqual(FULL_BOOK.sequels);
  expect(frame('/sequels').textContent).not.toContain('Choose one of the results');
});
