// What a search leads to; listings of every type and every screen are declared stories.

import { useLayoutEffect, type ReactNode } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { isCompact, toggleCompact } from 'src/client/ui/density.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'search/Listings',
  component: AppWorld,
  parameters: { layout: 'fullscreen' },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

/** As a person who keeps lists compact has them; the next story is as before. */
const Compact = ({ children }: { readonly children: ReactNode }) => {
  useLayoutEffect(() => {
    if (!isCompact()) toggleCompact();
    return () => {
      if (isCompact()) toggleCompact();
    };
  }, []);
  return children;
};

const inCompact: Story['decorators'] = (Shown) => (
  <Compact>
    <Shown />
  </Compact>
);

export const Narrowed: Story = {
  args: { path: '/archive.catalogue?c0=.q%3Dthe%26f.type%3DPHOTOGRAPH%26f.type%3DMAP%26f.owner%3DOrganization-1' },
};
export const NothingFound: Story = { args: { path: '/archive.catalogue?c0=zzzz' } };
export const SearchPage: Story = { args: { path: '/search?c0=river' } };
export const CompactList: Story = { args: { path: '/archive.catalogue?c0=the' }, decorators: inCompact };
export const CompactBesideAnEntry: Story = {
  args: { path: '/archive.catalogue/i-ArchiveEntry-3' },
  decorators: inCompact,
};
export const CompactCards: Story = { args: { path: '/archive.catalogue?c0=.show%3DCARDS' }, decorators: inCompact };
export const Cards: Story = { args: { path: '/archive.catalogue?c0=.show%3DCARDS' } };
