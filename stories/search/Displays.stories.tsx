// Each display in its empty, loading, failed and forbidden state, and from right to left. The declared stories of each type show displays
// with items, and the same states of lists.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { DisplayMode } from 'src/model/generated/displays.ts';
import { Frame, Sheet } from 'stories/product/Frame.tsx';
import { loadingFailedForbidden } from 'stories/product/answers.ts';
import { TypeListing } from 'stories/product/TypeListing.tsx';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';

interface StatesProps {
  readonly type: string;
  readonly display: DisplayMode;
}

const STATES: readonly (readonly [name: string, options: ScriptedClientOptions])[] = [
  ['Empty', { items: [] }],
  ...loadingFailedForbidden,
];

const States = ({ type, display }: StatesProps) => (
  <Sheet width={560}>
    {STATES.map(([name, options]) => (
      <Frame key={name} name={name} options={options} height={300}>
        <TypeListing type={type} display={display} />
      </Frame>
    ))}
    <Frame name="Right to left" dir="rtl" height={420}>
      <TypeListing type={type} display={display} />
    </Frame>
  </Sheet>
);

const meta: Meta<typeof States> = {
  title: 'search/Displays',
  component: States,
  parameters: { usage: 'States that every display has: empty, loading, failed, forbidden.' },
};
export default meta;

type Story = StoryObj<typeof States>;

export const Table: Story = { args: { type: 'ArchiveEntry', display: 'TABLE' } };
export const Cards: Story = { args: { type: 'ArchiveEntry', display: 'CARDS' } };
export const Carousel: Story = { args: { type: 'ArchiveEntry', display: 'CAROUSEL' } };
export const Timeline: Story = { args: { type: 'ArchiveEntry', display: 'TIMELINE' } };
export const Calendar: Story = { args: { type: 'Meeting', display: 'CALENDAR' } };
export const Tree: Story = { args: { type: 'SpatialFeature', display: 'TREE' } };
