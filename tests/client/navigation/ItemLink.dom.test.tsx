import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

it('[EXPERIENCE] a link shows no id before the name of its item has come', async () => {
  const { client } = createFormWorld({}, { items: [scriptedItem('Book-77', { title: 'Amber atlas' })] });
  render(
    <World client={client}>
      <ItemLink id="Book-77" />
    </World>,
  );
  const link = screen.getByRole('link');
  expect(link.textContent).toBe('Loading…');
  await waitFor(() => expect(link.textContent).toBe('Amber atlas'));
});
