// Import of places from a file: before a file is chosen, the layers that the server found in it, its questions and its refusals. The import
// itself is a task.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { GeoFilePreview } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { AppWorld, type AppWorldProps, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'map/Import',
  component: AppWorld,
  parameters: { layout: 'fullscreen' },
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

const opened = (answer: () => Json): AppWorldProps => ({
  path: `/import?c0=file%3D${KEY}`,
  uploads: { [KEY]: preview.name },
  operations: { 'act/readGeoFile': answer },
});
const refuse = (path: string, message: string): AppWorldProps =>
  opened(() => {
    throw problem('invalid', { errors: [{ path, message }] });
  });

export const Begin: Story = { args: { path: '/import' } };
export const LookedAt: Story = { args: opened(() => preview as unknown as Json) };
export const LookedAtRightToLeft: Story = { ...LookedAt, globals: { direction: 'rtl' } };
export const WithoutReferenceSystem: Story = { args: refuse('/crs', 'geoFile.noReferenceSystem') };
export const Refused: Story = { args: refuse('/upload', 'geoFile.damaged') };
