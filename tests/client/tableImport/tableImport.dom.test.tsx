// The import of a table in the page: columns are mapped, the check shows what would happen, and only a check of the same columns can be
// imported.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Providers } from 'src/client/App.tsx';
import { TableImportView } from 'src/client/tableImport/TableImportView.tsx';
import type { ImportOutcome, ImportSheet, TaskState } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { signedInClient } from 'tests/client/startClient.ts';

const KEY = '5f0c1f4e-3a52-4c55-9a3f-2f1f5d1b7c11';

const SHEET: ImportSheet = {
  ...{ name: 'books.csv', format: 'CSV', sheets: [], encoding: 'windows-1252', delimiter: ';', headerRow: 1 },
  ...{ kind: 'BOOK', type: 'Book', rows: 3, notes: [], saved: false, updates: false, geographic: false },
  columns: [
    { column: 0, letter: 'A', name: 'Name', filled: 3, values: ['One', 'Two'] },
    { column: 1, letter: 'B', name: 'Printed', filled: 2, values: ['03/04/1987'] },
    { column: 2, letter: 'C', name: '', filled: 1, values: ['note'] },
  ],
  targets: [
    { path: 'title', caption: 'Title', required: true, many: false, date: false },
    { path: 'published', caption: 'Published', required: false, many: false, date: true },
    { path: 'subjects', caption: 'Subjects', required: false, many: true, date: false },
  ],
  mapping: [{ column: 0, name: 'Name', to: 'title' }],
};

const OUTCOME: ImportOutcome = {
  counts: { created: 2, changed: 1, unchanged: 0, refused: 1, kept: 0 },
  refused: [{ row: 4, column: 1, name: 'Printed', value: '31/31/1987', message: 'errors.required' }],
  ...{ more: false, labels: { 'Book-7': 'Old name' }, items: [], kept: [] },
  preview: [{ row: 2, values: { title: 'One' } }],
  changes: [
    {
      ...{ row: 3, id: 'Book-7' },
      cells: [{ path: 'title', before: 'Old name', after: 'Two', theirs: 'Third name' }],
    },
  ],
};

const taskState = (key: string, keyAction: string, asyncKey: string): TaskState => ({
  ...{ key, keyAction, asyncKey, started: '2026-01-01T00:00:00.000Z', percentageComplete: 100 },
  ...{ resultURI: keyAction === 'undoImport' ? null : '/result.csv', errorKey: null, keyItem: null, state: 'DONE' },
});

/** A server that ends each task at once. */
const openPage = async (operations: Readonly<Record<string, (body: Json | undefined) => Json>> = {}) => {
  const started: { readonly action: string; readonly input: Json | undefined }[] = [];
  const client = await signedInClient({
    uploads: { [KEY]: 'books.csv' },
    operations: {
      'act/importKinds': () => ({ kinds: [{ kind: 'BOOK', type: 'Book', declared: false, collections: [] }] }),
      'act/readSheet': () => SHEET as unknown as Json,
      'act/importOutcome': (body) => ({
        ...(OUTCOME as unknown as Record<string, Json>),
        ...(JSON.stringify(body).includes('task-check') ? {} : { import: 'Book-9', items: ['Book-7'] }),
      }),
      ...Object.fromEntries(
        [
          ['checkImport', `importCheck.${KEY}`],
          ['runImport', `importTable.${KEY}`],
          ['undoImport', 'importUndo.Book-9'],
        ].map(([action = '', asyncKey = '']) => [
          `act/${action}/async/${encodeURIComponent(asyncKey)}`,
          (input: Json | undefined) => {
            started.push({ action, input });
            const key = `task-${action === 'checkImport' ? 'check' : 'run'}-${started.length}`;
            queueMicrotask(() => client.server.push('taskUpdate', taskState(key, action, asyncKey) as unknown as Json));
            return { key };
          },
        ]),
      ),
      ...operations,
    },
  });
  render(
    <Providers client={client}>
      <TableImportView index={0} param={`types=Book&file=${KEY}`} />
    </Providers>,
  );
  return { client, started };
};

const target = async (name: string): Promise<HTMLSelectElement> =>
  await screen.findByRole('combobox', { name: `Save ${name} as` });

it('[ARCH-02] maps columns, checks, and imports only what was checked', async () => {
  const { client, started } = await openPage();
  expect((await target('Name')).value).toBe('title');
  expect((await target('Column C')).value).toBe('');
  fireEvent.change(await target('Printed'), { target: { value: 'published' } });
  fireEvent.change(await screen.findByLabelText('Order of day, month and year'), { target: { value: 'DMY' } });
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Check the table' }));

  await screen.findByText('2 new records · 1 record changes · 1 row refused');
  const refused = screen.getByRole('group', { name: 'Refused cells' });
  expect(within(refused).getAllByRole('row')[1]?.textContent).toContain('31/31/1987');
  const changed = screen.getByRole('group', { name: 'Changed cells' });
  for (const text of ['Old name', 'Two', 'Third name'])
    expect(within(changed).getAllByText(text).length).toBeGreaterThan(0);
  expect(started[0]?.input).toMatchObject({
    ...{ upload: KEY, kind: 'BOOK' },
    columns: [
      { column: 0, name: 'Name', to: 'title' },
      { column: 1, name: 'Printed', to: 'published', dates: 'DMY' },
    ],
  });

  // Another mapping needs another check.
  fireEvent.change(await target('Column C'), { target: { value: 'subjects' } });
  await screen.findByText(/You have changed the columns since this check/);
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
  await screen.findByRole('heading', { name: '4. Import' });
  await screen.findByText('2 records created · 1 record changed · 1 row refused');
  screen.getByRole('button', { name: 'Undo this import' });
  expect(started.map(({ action }) => action)).toEqual(['checkImport', 'checkImport', 'runImport']);
  expect(started[2]?.input).toEqual(started[1]?.input);

  // The list would lead to records that the undo has removed.
  screen.getByRole('heading', { name: 'Imported records' });
  screen.getByRole('link', { name: 'Download the refused rows' });
  await act(() => client.tasks.run('undoImport', { _t: 'Book', _i: 9 }, { asyncKey: 'importUndo.Book-9' }));
  await screen.findByText(/^The import was undone/);
  expect(screen.queryByRole('heading', { name: 'Imported records' })).toBeNull();
});

it('[ARCH-02] says which column is missing before it checks', async () => {
  await openPage();
  fireEvent.change(await target('Name'), { target: { value: '' } });
  await screen.findByText('Choose what to import from at least one column.');
  fireEvent.change(await target('Printed'), { target: { value: 'published' } });
  await screen.findByText('Choose a column for: Title.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check the table' }).disabled).toBe(true);
});

it('[ARCH-02] a refused file offers the choice that would help, and reads again with it', async () => {
  const asked: Json[] = [];
  await openPage({
    'act/readSheet': (body) => {
      asked.push(body ?? null);
      if (asked.length === 1)
        throw problem('invalid', { errors: [{ path: '/encoding', message: 'sheet.unknownEncoding' }] });
      return SHEET as unknown as Json;
    },
  });
  await screen.findByText('This encoding is unknown. Choose another.');
  fireEvent.change(screen.getByLabelText('Encoding of the texts'), { target: { value: 'macintosh' } });
  await target('Name');
  expect(asked[1]).toMatchObject({ upload: KEY, encoding: 'macintosh' });
});

it('[ARCH-02] a person without the right sees why there is nothing to import', async () => {
  await openPage({ 'act/importKinds': () => ({ kinds: [] }) });
  await screen.findByText('You may not add records of this kind.');
});

it('[ARCH-02] offers another try when the kinds cannot be loaded', async () => {
  const server = { fails: true };
  await openPage({
    'act/importKinds': () => {
      if (server.fails) throw problem('timeout');
      return { kinds: [{ kind: 'BOOK', type: 'Book', declared: false, collections: [] }] };
    },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.fails = false;
  void act(() => fireEvent.click(again));
  await waitFor(async () => expect((await target('Name')).value).toBe('title'));
});
