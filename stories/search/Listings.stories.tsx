// Listings and the search page: full, narrowed, empty, failed, slow.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { problem } from 'src/model/problems.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'search/Listings',
  component: AppWorld,
  parameters: { layout: 'fullscreen' },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

export const Full: Story = { args: { path: '/library.books' } };
export const Narrowed: Story = {
  args: { path: '/library.books?c0=.q%3Dcarving%26f.state%3DACTIVE%26f.state%3DDRAFT%26f.shelf%3DShelf-1' },
};
export const NothingFound: Story = { args: { path: '/library.books?c0=zzzz' } };
export const Empty: Story = { args: { path: '/library.books', items: [] } };
export const Slow: Story = { args: { path: '/library.books', delay: 4000 } };
export const Failed: Story = {
  args: {
    path: '/library.books',
    operations: {
      search: () => {
        throw problem('timeout');
      },
    },
  },
};
export const SearchPage: Story = { args: { path: '/search?c0=atlas' } };
