import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import { Selection } from 'src/client/listing/Selection.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

it('[EXPERIENCE] controls that are named after an item never say its id', async () => {
  const { client } = createFormWorld({}, { items: [scriptedItem('Book-77', { title: 'Amber atlas' })] });
  const store = { selection: new Selection({ ids: [], total: 0 }) };
  render(
    <World client={client}>
      <SelectBox store={store} id="Book-77" />
      <SelectBox store={store} id="Book-78" />
    </World>,
  );
  const names = () => screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
  expect(names()).toEqual(['Select Loading…', 'Select Loading…']);
  await waitFor(() => expect(names()).toEqual(['Select Amber atlas', 'Select Not visible to you']));
});
