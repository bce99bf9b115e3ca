// What a search leads to; listings of every type and every screen are declared stories.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { isCompact, toggleCompact } from 'src/client/ui/density.ts';
import { AppWorld, type AppWorldProps, isDark } from 'stories/shell/AppWorld.tsx';
import { pressButton } from 'stories/shell/play.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'search/Listings',
  component: AppWorld,
  parameters: { layout: 'fullscreen' },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

/** As a person who keeps lists compact has them. */
const keepCompact: AppWorldProps['whenReady'] = (client) => {
  if (!isCompact(client)) toggleCompact(client);
};

export const Narrowed: Story = {
  args: { path: '/archive.catalogue?c0=.q%3Dthe%26f.type%3DPHOTOGRAPH%26f.type%3DMAP%26f.owner%3DOrganization-1' },
};
export const NothingFound: Story = { args: { path: '/archive.catalogue?c0=zzzz' } };
export const SearchPage: Story = { args: { path: '/search?c0=river' } };
export const CompactList: Story = { args: { path: '/archive.catalogue?c0=the', whenReady: keepCompact } };
export const CompactBesideAnEntry: Story = {
  args: { path: '/archive.catalogue/i-ArchiveEntry-3', whenReady: keepCompact },
};
export const CompactCards: Story = { args: { path: '/archive.catalogue?c0=.show%3DCARDS', whenReady: keepCompact } };
export const Cards: Story = { args: { path: '/archive.catalogue?c0=.show%3DCARDS' } };
export const LargeCards: Story = { args: { path: '/archive.catalogue?c0=.show%3DCARDS%26size%3Dlarge' } };
export const SearchedTree: Story = { args: { path: '/research.topics?c0=.q%3Dweir%26show%3DTREE%26open%3D1.2.3.4.5' } };
export const Timeline: Story = { args: { path: '/archive.catalogue?c0=.show%3DTIMELINE' } };
export const Export: Story = { args: { path: '/archive.catalogue' }, play: pressButton('Export …') };
