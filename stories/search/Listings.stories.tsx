// What a search leads to; listings of every type and every screen are declared stories.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'search/Listings',
  component: AppWorld,
  parameters: { layout: 'fullscreen' },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

export const Narrowed: Story = {
  args: { path: '/archive.catalogue?c0=.q%3Dthe%26f.type%3DPHOTOGRAPH%26f.type%3DMAP%26f.owner%3DOrganization-1' },
};
export const NothingFound: Story = { args: { path: '/archive.catalogue?c0=zzzz' } };
export const SearchPage: Story = { args: { path: '/search?c0=river' } };
