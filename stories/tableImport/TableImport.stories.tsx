// Import of a table: before a file is chosen, the mapping of its columns, what the check found, its refusals and the imported records.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ImportOutcome, ImportSheet, TaskState } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { AppWorld, type AppWorldProps, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'tableImport/TableImport',
  component: AppWorld,
  parameters: {
    usage:
      'Use to map columns, check, run and undo. Each step shows what the next one will do. Not for a few records: use the form. Accessibility: Problems of rows are a list with links to the rows.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const KEY = '5f0c1f4e-3a52-4c55-9a3f-2f1f5d1b7c11';
const LONG = 'Letter about the landing below the second bend where the alders stand in the water every spring';

const sheet: ImportSheet = {
  ...{ name: 'register of the archive 1987.csv', format: 'CSV', sheets: [], encoding: 'windows-1252', delimiter: ';' },
  ...{
    headerRow: 3,
    kind: 'ARC_CSV',
    type: 'ArchiveEntry',
    ownerPath: 'owner',
    rows: 4_415,
    saved: false,
    updates: false,
    geographic: false,
  },
  notes: ['sheet.note.columnsWithoutCaption'],
  columns: [
    { column: 0, letter: 'A', name: 'Call number', filled: 4_415, values: ['007', '1E5', 'A-113'] },
    { column: 1, letter: 'B', name: 'Name of document', filled: 4_410, values: [LONG, 'Map of the lower river'] },
    { column: 2, letter: 'C', name: 'Date', filled: 3_120, values: ['03/04/1987', '1990', 'spring 1991'] },
    { column: 3, letter: 'D', name: 'Keywords', filled: 812, values: ['fishing; camps'] },
    { column: 4, letter: 'E', name: '', filled: 3, values: ['check again'] },
  ],
  targets: [
    { path: 'callNumber', caption: 'Call number', required: false, many: false, date: false },
    { path: 'title', caption: 'Title', required: true, many: false, date: false },
    { path: 'date', caption: 'Date', required: false, many: false, date: true },
    {
      path: 'keywords',
      caption: 'Keywords',
      required: false,
      many: true,
      date: false,
      unknown: ['refuse', 'other', 'add'],
    },
  ],
  mapping: [
    { column: 0, name: 'Call number', to: 'callNumber' },
    { column: 1, name: 'Name of document', to: 'title' },
    { column: 2, name: 'Date', to: 'date' },
    { column: 3, name: 'Keywords', to: 'keywords' },
  ],
};

const outcome: ImportOutcome = {
  counts: { created: 4_398, changed: 2, unchanged: 0, refused: 15, kept: 0 },
  refused: [
    { row: 17, column: 2, name: 'Date', value: '31/31/1987', message: 'errors.required' },
    { row: 212, column: 1, name: 'Name of document', value: LONG, message: 'sheet.cell.unreadable' },
  ],
  ...{ more: true, labels: {}, items: [], kept: [] },
  preview: [
    { row: 4, values: { title: LONG, callNumber: '007', date: '1987-04-03' } },
    { row: 5, values: { title: 'Map of the lower river', callNumber: '1E5' } },
  ],
  changes: [
    {
      ...{ row: 6, id: 'ArchiveEntry-1' },
      cells: [
        { path: 'title', before: 'Survey of the river', after: 'Survey of the lower river' },
        { path: 'callNumber', before: 'A-113', after: null, theirs: 'A-114' },
      ],
    },
  ],
};

const done = (keyAction: string, asyncKey: string): TaskState => ({
  ...{ key: `task-${keyAction}`, keyAction, asyncKey, started: '2026-01-01T00:00:00.000Z', percentageComplete: 100 },
  ...{ resultURI: '/result.csv', errorKey: null, keyItem: null, state: 'DONE' },
});

const opened = (answer: () => Json, more: AppWorldProps = {}): AppWorldProps => ({
  path: `/import-table?c0=${encodeURIComponent(`types=ArchiveEntry&file=${KEY}`)}`,
  uploads: { [KEY]: sheet.name },
  ...more,
  operations: {
    'act/importKinds': () => ({ kinds: [{ kind: 'ARC_CSV', type: 'ArchiveEntry', declared: true, collections: [] }] }),
    'act/readSheet': answer,
    'act/importOutcome': () => outcome as unknown as Json,
    [`act/checkImport/async/importCheck.${KEY}`]: () => ({ key: 'task-checkImport' }),
    ...more.operations,
  },
});

const asJson = (): Json => sheet as unknown as Json;

export const Begin: Story = {
  args: { ...opened(asJson), path: `/import-table?c0=${encodeURIComponent('types=ArchiveEntry')}` },
};
export const Columns: Story = { args: opened(asJson) };
export const ColumnsRightToLeft: Story = { ...Columns, globals: { direction: 'rtl' } };
export const Refused: Story = {
  args: opened(() => {
    throw problem('invalid', { errors: [{ path: '/upload', message: 'sheet.isWebPage' }] });
  }),
};
export const Imported: Story = {
  args: opened(asJson, { user: { activeTasks: [done('runImport', `importTable.${KEY}`)] } }),
};
