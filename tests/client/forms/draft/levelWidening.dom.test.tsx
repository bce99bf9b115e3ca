import { act, renderHook, waitFor } from '@testing-library/react';
import { onTestFinished, expect, it } from 'vitest';
import { useSave } from 'src/client/forms/draft/useItemDraft.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';

/** Saves a book that is private as a public one, as the person who is asked about it grants. */
const widen = async () => {
  const { client, draft } = createFormWorld({ title: 'Amber atlas', $access: 'PRIVATE' });
  onTestFinished(() => client.dispose());
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  const save = renderHook(() => useSave(draft), {
    wrapper: ({ children }) => <World client={client}>{children}</World>,
  }).result.current;
  await act(async () => {
    draft.set({ ...draft.values, $access: 'PUBLIC' });
    const saving = save();
    await waitFor(() => expect(client.dialogs.current?.title).toBe('widen.title'));
    client.dialogs.current?.answer(true);
    await saving;
  });
  const saved = () => client.server.items.get('Book-90');
  expect(saved()?.['$access']).toBe('PUBLIC');
  const undo = client.alerts.alerts.find(({ message }) => message === 'app.applied')?.action;
  expect(undo?.message).toBe('bulk.undo');
  return { client, draft, saved, undo: () => act(async () => undo?.run()) };
};

it('[PERM-01] undo gives back the level only, and leaves what is being typed unsaved', async () => {
  const { draft, saved, undo } = await widen();
  act(() => draft.set({ ...draft.values, title: 'Half a ti' }));
  await undo();
  await waitFor(() => expect(saved()?.['$access']).toBe('PRIVATE'));
  expect(saved()?.['title']).toBe('Amber atlas');
  expect(draft.changed).toEqual(['title']);
});

it('[PERM-01] undo does not overwrite a level that was saved later', async () => {
  const { client, saved, undo } = await widen();
  act(() => void client.server.change('Book-90', { $access: 'COMMUNITY' }));
  await undo();
  await waitFor(() => expect(client.alerts.alerts.map(({ message }) => message)).toContain('widen.changed'));
  expect(saved()?.['$access']).toBe('COMMUNITY');
});
