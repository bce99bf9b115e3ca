// The list of files and the viewer show the speakers of a recording.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const { Book } = registry.types;
const view = { ...Book!.view, page: { ...Book!.view.page, entry: { order: 'title', voices: 'sequels' } } };
const spoken = { ...registry, types: { ...registry.types, Book: { ...Book!, view } } };
const file = (number: number, filetype: string) =>
  scriptedItem(`Attachment-${number}`, { originalName: `file ${number}`, filetype, rel: 'Book-901', size: 10 });
const items = [
  ...toyItems,
  scriptedItem('Book-902', { title: 'Ivo Eastlake' }),
  file(911, 'audio/wav'),
  file(912, 'image/png'),
  scriptedItem('Book-901', { title: 'Adze', sequels: ['Book-902'], files: ['Attachment-911', 'Attachment-912'] }),
];

it('[VOC-01] names the speakers of a recording in lists and in its viewer, and of no picture', async () => {
  await renderApp({ path: '/i-Book-901', items, registry: spoken });
  await waitFor(() => expect(document.querySelectorAll('.kk-file')).toHaveLength(2));
  await waitFor(() => expect(document.querySelectorAll('.kk-voices')).toHaveLength(1));
  expect(document.querySelector('.kk-voices')?.textContent).toContain('Ivo Eastlake');
  screen.getByRole('link', { name: 'file 911' }).click();
  const viewer = await screen.findByRole('dialog', { name: 'file 911' });
  await waitFor(() => expect(viewer.querySelector('.kk-voices')?.textContent).toContain('Ivo Eastlake'));
});
