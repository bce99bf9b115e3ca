// Results of a search. The declared stories show listings of every type and every screen.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { isCompact, toggleCompact } from 'src/client/stores/density.ts';
import { AppWorld, type AppWorldProps, isDark } from 'stories/shell/AppWorld.tsx';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { pressButton } from 'stories/shell/play.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'search/Listings',
  component: AppWorld,
  parameters: {
    usage:
      'Use for a set of records with filters, a display and an order. All three are in the address. Not for fewer records than fit on a line: show them on the page of their record. Accessibility: The number of results is announced after each change of a filter.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

/** Listing of a person who prefers compact lists. */
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

const [owner] = sampleItemsOfType('Organization');
const meetings = ['2026-05-28', '2026-07-02', null].map((date, at) =>
  scriptedItem(`Meeting-${9_001 + at}`, {
    ...{ owner: owner?.$id ?? null, date, state: date === null ? 'PENDING' : 'FINAL' },
    summary:
      ['What the elders said of the crossing', 'The road in autumn', 'To be agreed with the proponent'][at] ?? '',
  }),
);
const byDate = (sort: string): AppWorldProps => ({
  path: `/consult.meetings?c0=${encodeURIComponent(`.sort=${sort}&show=LIST`)}`,
  items: [...sampleItems, ...meetings],
});
export const FirstDateFirst: Story = { args: byDate('date') };
export const LastDateFirst: Story = { args: byDate('-date') };
export const DatesRightToLeft: Story = { args: byDate('date'), globals: { direction: 'rtl' } };

export const Export: Story = { args: { path: '/archive.catalogue' }, play: pressButton('Export…') };
