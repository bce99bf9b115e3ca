// Import of places from a file: before a file is chosen, the layers that the server found in it with its columns, its questions and its
// refusals. The import itself is a task.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { GeoFilePreview, ImportSheet } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { AppWorld, type AppWorldProps, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'map/Import',
  component: AppWorld,
  parameters: {
    usage:
      'Use to look at the places of a file before they become records; nothing is stored before that. Not for tables without places: use the import of tables. Accessibility: The list of the file names every place that the map draws.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const KEY = '5f0c1f4e-3a52-4c55-9a3f-2f1f5d1b7c11';
const LONG = 'The landing below the second bend where the alders stand in the water every spring';

const preview: GeoFilePreview = {
  name: 'camps and landings of the lower river.zip',
  format: 'SHAPEFILE',
  crs: 'NAD83 / BC Albers (EPSG:3005)',
  encoding: 'UTF-8',
  notes: [],
  layers: [
    {
      name: 'camps',
      rows: 3,
      refused: 1,
      kinds: { Polygon: 1, Point: 1 },
      bounds: [-139.2, 50, -138, 50.6],
      columns: [
        { name: 'NAME', filled: 3, values: ['Berry camp', LONG] },
        { name: 'USE', filled: 1, values: ['berries'] },
      ],
    },
  ],
  features: [
    { n: 1, layer: 0, geometry: { type: 'Point', coordinates: [-138.4, 50.4] }, values: { NAME: LONG } },
    {
      n: 2,
      layer: 0,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-139.2, 50],
            [-138.8, 50],
            [-138.8, 50.6],
            [-139.2, 50],
          ],
        ],
      },
      values: { NAME: 'Berry camp', USE: 'berries' },
    },
  ],
  refused: [{ n: 3, layer: 0, values: { NAME: 'Nowhere' }, fault: { message: 'geoFile.noGeometry' } }],
};

const sheet: ImportSheet = {
  ...{ name: preview.name, format: 'SHAPEFILE', sheets: [], encoding: 'UTF-8', headerRow: 0, rows: 3, notes: [] },
  ...{ kind: 'FEATURE', type: 'Feature', ownerPath: 'owner', saved: false, updates: false, geographic: true },
  preview,
  collection: { path: 'collection', types: ['GISCollection'], creates: 'GISCollection', required: false },
  columns: [
    { column: 0, letter: 'A', name: 'geometry', filled: 2, values: ['{"type":"Point","coordinates":[-138.4,50.4]}'] },
    { column: 1, letter: 'B', name: 'NAME', filled: 3, values: ['Berry camp', LONG] },
    { column: 2, letter: 'C', name: 'USE', filled: 1, values: ['berries'] },
  ],
  targets: [
    { path: 'name', caption: 'Name', required: false, many: false, date: false },
    { path: 'geometry', caption: 'Geometry', required: true, many: false, date: false },
    { path: '$rest', caption: 'Keep under the column’s own name', required: false, many: true, date: false },
  ],
  mapping: [
    { column: 0, name: 'geometry', to: 'geometry' },
    { column: 1, name: 'NAME', to: 'name' },
    { column: 2, name: 'USE', to: '$rest' },
  ],
};

const path = (more: string): string => `/import-table?c0=${encodeURIComponent(`types=Feature&places=1${more}`)}`;
const opened = (answer: () => Json): AppWorldProps => ({
  path: path(`&file=${KEY}`),
  uploads: { [KEY]: preview.name },
  operations: {
    'act/importKinds': () => ({
      kinds: [{ kind: 'FEATURE', type: 'Feature', declared: false, collections: ['GISCollection'] }],
    }),
    'act/readSheet': answer,
  },
});
const refuse = (at: string, message: string): AppWorldProps =>
  opened(() => {
    throw problem('invalid', { errors: [{ path: at, message }] });
  });
const asJson = (): Json => sheet as unknown as Json;

export const Begin: Story = { args: { ...opened(asJson), path: path('') } };
export const LookedAt: Story = { args: opened(asJson) };
export const LookedAtRightToLeft: Story = { ...LookedAt, globals: { direction: 'rtl' } };
export const WithoutReferenceSystem: Story = { args: refuse('/crs', 'geoFile.noReferenceSystem') };
export const Refused: Story = { args: refuse('/upload', 'geoFile.damaged') };
