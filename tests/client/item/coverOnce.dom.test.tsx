// The pictures of a record on its page: the first is large at the top, and the list of files does not show it a second time.

import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const FILES = ['Attachment-71', 'Attachment-72', 'Attachment-73'];

const items = () => {
  const book = scriptedItem('Book-1', { title: 'Amber atlas', $access: 'PUBLIC', files: FILES });
  const files = FILES.map((id) => scriptedItem(id, { originalName: `${id}.png`, filetype: 'image/png', rel: 'Book-1' }));
  return [...toyItems.filter(({ $id }) => $id !== 'Book-1'), book, ...files];
};

const pictures = FILES.map((id) =>
    scriptedItem(id, { originalName: `${id}.png`, filetype: 'image/png', rel: 'Book-1' }),
  );
  return [...toyItems.filter((each) => each !== book), { ...book, files: FILES }, ...pictures];
};

const pictures = (): string[] =>
  [...document.querySelectorAll('article img')].map((image) => String(image.getAttribute('src')).split('?')[0] ?? '');

it.each([
  ['a person who may change it', undefined, [...FILES, FILES[0]]],
  ['a visitor', null, FILES],
])('[CELL-02] %s sees each picture of a record once', async (_who, user, names) => {
  await renderApp({ path: '/i-Book-1', items: items(), ...(user === null && { user }) });
  await heading('Amber atlas');
  await waitFor(() => expect(pictures()).toHaveLength(FILES.length));
  expect(pictures().filter((each) => each.startsWith('/item-id-image/'))).toHaveLength(1);
  expect(pictures().filter((each) => each.includes(FILES[0] ?? ''))).toEqual([]);
  expect(
    screen
      .getAllByRole('link', { name: /^Attachment-7/ })
      .map(({ textContent }) => textContent)
      .toSorted(),
  ).toEqual(names.map((name) => `${name}.png`).toSorted());
});
