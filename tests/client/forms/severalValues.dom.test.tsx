// Fields with several values, by the keyboard.

import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FULL_BOOK } from 'stories/forms/FormWorld.tsx';
import { inFrame, openForm, settle, type } from 'tests/client/forms/formTools.tsx';

it('[FORM-05] Backspace in the empty box takes the last value away, and none while there is text', async () => {
  const { draft } = await openForm(FULL_BOOK);
  const box = inFrame('/sequels').getByRole('combobox');
  type(box, 'b');
  fireEvent.keyDown(box, { key: 'Backspace' });
  expect(draft.values.sequels).toEqual(['Book-2', 'Book-3']);
  type(box, '');
  fireEvent.keyDown(box, { key: 'Backspace' });
  expect(draft.values.sequels).toEqual(['Book-2']);
});

it('[FORM-06] one arrow down stays on a value that begins with the text, and does not add the text', async () => {
  const { draft } = await openForm({ ...FULL_BOOK, genres: [] });
  const genres = inFrame('/genres').getByRole('combobox');
  await settle();
  type(genres, 'fab');
  const options = inFrame('/genres').getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Fable', 'Add “fab”']);
  fireEvent.keyDown(genres, { key: 'ArrowDown' });
  fireEvent.keyDown(genres, { key: 'Enter' });
  expect(draft.values.genres).toEqual(['FABLE']);
  type(genres, 'son');
  fireEvent.keyDown(genres, { key: 'ArrowDown' });
  fireEvent.keyDown(genres, { key: 'ArrowDown' });
  fireEvent.keyDown(genres, { key: 'Enter' });
  expect(draft.values.genres).toEqual(['FABLE', '$other:son']);
});

it('[EXPERIENCE] the first arrow down leads to the offer after the one that Enter chooses', async () => {
  await openForm({ ...FULL_BOOK, genres: [] });
  const genres = inFrame('/genres').getByRole('combobox');
  await settle();
  const chosen = (): (string | null)[] =>
    inFrame('/genres')
      .getAllByRole('option', { selected: true })
      .map(({ textContent }) => textContent);
  type(genres, 's');
  const [first, second] = inFrame('/genres')
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(chosen()).toEqual([first]);
  fireEvent.keyDown(genres, { key: 'ArrowDown' });
  expect(chosen()).toEqual([second]);
});
