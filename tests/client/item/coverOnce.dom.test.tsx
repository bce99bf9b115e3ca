// The pictures of a record on its page: the first is large at the top, and the list of files does not show it a second time.

import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const FILES = ['Attachment-71', 'Attachment-72', 'Attachment-73'];

const itemsWithPictures = () => {
  const book = scriptedItem('Book-1', { title: 'Amber atlas', $access: 'PUBLIC', files: FILES });
  const files = FILES.map((id) =>
    scriptedItem(id, { originalName: `${id}.png`, filetype: 'image/png', rel: 'Book-1' }),
  );
  return [...toyItems.filter(({ $id }) => $id !== 'Book-1'), book, ...files];
};

const shownPictures = (): string[] =>
  [...document.querySelectorAll('article img')].map((image) => String(image.getAttribute('src')).split('?')[0] ?? '');

it.each([
  ['a person who may change it', undefined],
  ['a visitor', null],
])('[CELL-02] %s sees each picture of a record once', async (_who, user) => {
  await renderApp({ path: '/i-Book-1', items: itemsWithPictures(), ...(user === null && { user }) });
  await heading('Amber atlas');
  await waitFor(() => expect(shownPictures()).toHaveLength(FILES.length));
  expect(shownPictures().filter((each) => each.startsWith('/item-id-image/'))).toHaveLength(1);
  expect(shownPictures().filter((each) => each.includes(FILES[0] ?? ''))).toEqual([]);
  const links = screen.getAllByRole('link', { name: /^Attachment-7/ });
  expect(links.map(({ textContent }) => textContent).toSorted()).toEqual(FILES.map((name) => `${name}.png`));
});
