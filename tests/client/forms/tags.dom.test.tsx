// Lists of texts in forms: tags with suggestions where people filter by them, rows where they do not.

import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import { withTags } from 'src/client/fields/TagsField.tsx';
import { ItemForm, type FormHandle } from 'src/client/forms/ItemForm.tsx';
import { forms } from 'src/generated/forms.ts';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.client.ts';
import type { Json } from 'src/model/item/Item.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { inFrame, leave, settle, type } from 'tests/client/forms/formTools.tsx';

const IN_USE = ['cannery', 'canoe', 'Nets'].map((value, at) => ({ value, count: 9 - at }));

const openEntry = async (values: Readonly<Record<string, Json>> = {}) => {
  const { client } = createFormWorld(
    {},
    {
      registry,
      domain: { loadForm: async (name) => forms[name as keyof typeof forms]?.() },
      messages,
      operations: { 'search/ids': () => ({ ids: [], total: 0, facets: { keywords: IN_USE } }) },
    },
  );
  const draft = client.drafts.fresh('ArchiveEntry', '1', values);
  const handle = createRef<FormHandle>();
  render(
    <World client={client}>
      <ItemForm draft={draft} ref={handle} />
    </World>,
  );
  await waitFor(() => expect(handle.current).not.toBeNull());
  await act(async () => {});
  return { draft, handle };
};

const paste = (control: HTMLElement, text: string): boolean =>
  fireEvent.paste(control, { clipboardData: { getData: () => text } });

const offersOf = (pointer: string): readonly string[] =>
  inFrame(pointer)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

it('[FORM-05] suggests the tags of other records, and Enter keeps what was typed', async () => {
  const { draft } = await openEntry();
  const box = inFrame('/keywords').getByRole('combobox');
  type(box, 'cano');
  await waitFor(() => expect(offersOf('/keywords')).toEqual(['canoe8 records', 'Add “cano”']));
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(draft.values.keywords).toEqual(['cano']);
  type(box, 'cann');
  await waitFor(() => expect(offersOf('/keywords')).toEqual(['cannery9 records', 'Add “cann”']));
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(draft.values.keywords).toEqual(['cano', 'cannery']);
});

it('[FORM-05] splits tags at commas, semicolons and line breaks, and joins those that differ in case only', async () => {
  const { draft } = await openEntry();
  const box = inFrame('/keywords').getByRole('combobox');
  fireEvent.focus(box);
  fireEvent.click(box);
  await waitFor(() => expect(offersOf('/keywords')).toHaveLength(3));
  type(box, 'weir, CANNERY, nets');
  expect(draft.values.keywords).toEqual(['weir', 'cannery']);
  expect(box).toHaveProperty('value', 'nets');
  leave(box);
  expect(draft.values.keywords).toEqual(['weir', 'cannery', 'Nets']);
  paste(box, 'boats\r\n\r\nWeir; reef net');
  expect(draft.values.keywords).toEqual(['weir', 'cannery', 'Nets', 'boats', 'reef net']);
  fireEvent.keyDown(box, { key: 'Backspace' });
  fireEvent.click(inFrame('/keywords').getByRole('button', { name: 'Remove weir' }));
  expect(draft.values.keywords).toEqual(['cannery', 'Nets', 'boats']);
});

it('[FORM-05] adds what is typed before a shortcut saves', async () => {
  const { draft } = await openEntry();
  const box = inFrame('/keywords').getByRole('combobox');
  type(box, 'weir');
  fireEvent.keyDown(box, { key: 's', ctrlKey: true });
  expect(draft.values.keywords).toEqual(['weir']);
  expect(withTags(['a'], ['  b  c ', '', 'A', 'b c'], [])).toEqual(['a', 'b c']);
});

it('[FORM-05] ignores the empty rows of a list of texts, and makes rows of pasted lines', async () => {
  const { draft, handle } = await openEntry({ title: 'Box 4', owner: 'Organization-1', contributor: ['Ann'] });
  fireEvent.click(inFrame('/contributor').getByRole('button', { name: /^Add/ }));
  await settle();
  expect(draft.values.contributor).toEqual(['Ann']);
  const [, empty] = inFrame('/contributor').getAllByRole('textbox');
  if (!empty) throw new Error('no second row');
  act(() => void handle.current?.check());
  expect(document.body.textContent).not.toContain('Fill this in, or remove it');
  paste(empty, 'Ben\nCarol\n');
  await settle();
  expect(draft.values.contributor).toEqual(['Ann', 'Ben', 'Carol']);
  const rows = inFrame('/contributor').getAllByRole<HTMLInputElement>('textbox');
  expect(rows.map(({ value }) => value)).toEqual(['Ann', 'Ben', 'Carol']);
});

it('[FORM-05] shows a problem of a text at its row, below an empty one', async () => {
  const { draft, handle } = await openEntry({ title: 'Box 4', owner: 'Organization-1', contributor: ['Ann', 'Ben'] });
  const [first, second] = inFrame('/contributor').getAllByRole('textbox');
  if (!first || !second) throw new Error('no rows');
  type(first, '');
  type(second, 'x'.repeat(301));
  expect(draft.values.contributor).toEqual(['x'.repeat(301)]);
  act(() => void handle.current?.check());
  expect(inFrame('/contributor/1').getByText('Use at most 300 characters')).toBeTruthy();
});
