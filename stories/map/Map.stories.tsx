// Maps over the sample community: the display of a list, the map screen, a place to read and to edit; and their states.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { problem } from 'src/model/problems.ts';
import { AppWorld, type AppWorldProps, isDark } from 'stories/shell/AppWorld.tsx';
import { pressButton, until } from 'stories/shell/play.ts';
import { NEVER_THERE } from 'stories/viewers/madeFiles.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'map/Map',
  component: AppWorld,
  parameters: {
    usage:
      'Use for records that people look for by their place. Not as the only way to a record: the list next to the map has the same records. Accessibility: The arrow keys move the map, Enter opens the place in the middle, and the list serves people who do not see the map.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const ON_MAP = '/spatial.features?c0=.show%3DMAP';

export const OfAList: Story = { args: { path: ON_MAP } };
export const BesideAPlace: Story = { args: { path: '/spatial.features/i-SpatialFeature-1?c0=.show%3DMAP' } };
export const Screen: Story = { args: { path: '/spatial.map' } };
export const ScreenRightToLeft: Story = { ...Screen, globals: { direction: 'rtl' } };
export const FieldRightToLeft: Story = {
  args: { path: '/spatial.features/i-SpatialFeature-0-1' },
  globals: { direction: 'rtl' },
};
/** The first corner of an area, and the other tools for drawing. */
export const Drawing: Story = {
  args: { path: '/spatial.features/i-SpatialFeature-0-1' },
  play: async (context) => {
    await pressButton('Area')(context);
    await pressButton('Point in the middle')(context);
  },
};
export const NothingFound: Story = { args: { path: `${ON_MAP}%26q%3Dzzzz` } };
export const Loading: Story = {
  args: { path: ON_MAP, operations: { 'act/streamFeatures': () => new Promise<never>(() => {}) } },
};
export const Failed: Story = {
  args: {
    path: ON_MAP,
    operations: {
      'act/streamFeatures': () => {
        throw problem('timeout');
      },
    },
  },
};
export const Refused: Story = {
  args: {
    path: ON_MAP,
    operations: {
      'act/streamFeatures': () => {
        throw problem('notAllowed');
      },
    },
  },
};
/** More places than the server sends individually, with vector tiles that never arrive and a base map of the site that cannot load. */
export const TilesWaitingBaseMapFailed: Story = {
  args: {
    path: ON_MAP,
    user: { preferences: { baseMap: 'Streets' } },
    site: {
      baseMaps: [
        { name: 'Streets', kind: 'XYZ', url: 'data:image/png,{z}/{x}/{y}', attribution: 'Streets of the story' },
      ],
    },
    operations: {
      'act/streamFeatures': () => ({ features: [], total: 10_000, more: true }),
      'act/mapLayer': () => ({
        layer: NEVER_THERE,
        key: 'none',
        total: 48_211,
        bbox: [-140, 50, -138, 51],
        tiles: true,
        extent: 4096,
      }),
    },
  },
};
const LONG = 'The landing below the second bend where the alders stand in the water every spring';
/** Three places with this distance in degrees between them. */
const threePlaces = (degrees: number): AppWorldProps => ({
  path: ON_MAP,
  operations: {
    'act/streamFeatures': () => ({
      features: [1, 2, 3].map((number) => ({
        $id: `SpatialFeature-${number}`,
        label: `${LONG} ${number}`,
        type: 'SpatialFeature',
        geometry: { type: 'Point', coordinates: [-139 + number * degrees, 50.3] },
        bbox: [-139 + number * degrees, 50.3, -139 + number * degrees, 50.3],
      })),
      total: 3,
      more: false,
    }),
  },
});
export const LongNames: Story = { args: threePlaces(0.1) };
/** The popup of the place in the middle of the map, opened with Enter. */
export const Popup: Story = {
  args: threePlaces(0),
  play: async () => {
    const canvas = await until(() => document.querySelector('.kk-map-canvas[data-ready]'));
    await until(() => {
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      return document.querySelector('.kk-map-popup');
    });
  },
};
