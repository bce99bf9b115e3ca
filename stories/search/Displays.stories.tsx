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
  parameters: {
    usage:
      'Use the display that answers the question of the list: a table to compare, cards for pictures, a timeline for dates. Not all displays for every type: offer those for which the type has values. Accessibility: The rows of each display are reached with the arrow keys and have the name of the record.',
  },
};
export default meta;

type Story = StoryObj<typeof States>;

export const Table: Story = {
  args: { type: 'ArchiveEntry', display: 'TABLE' },
  parameters: { usage: 'Offer a table where people compare values, sort by them or edit many of them.' },
};
export const Cards: Story = {
  args: { type: 'ArchiveEntry', display: 'CARDS' },
  parameters: { usage: 'Offer cards where the picture of a record says more than its values.' },
};
export const Carousel: Story = {
  args: { type: 'ArchiveEntry', display: 'CAROUSEL' },
  parameters: {
    usage:
      'Offer a carousel for a few records that are looked at one after another, such as the pieces of an exhibition.',
  },
};
export const Timeline: Story = {
  args: { type: 'ArchiveEntry', display: 'TIMELINE' },
  parameters: { usage: 'Offer a timeline for records with a date of the past. An uncertain date is drawn as a span.' },
};
export const Calendar: Story = {
  args: { type: 'Meeting', display: 'CALENDAR' },
  parameters: {
    usage: 'Offer a calendar for records that happen on a day or at an hour, such as meetings and deadlines.',
  },
};
export const Tree: Story = {
  args: { type: 'SpatialFeature', display: 'TREE' },
  parameters: { usage: 'Offer a tree for a type whose records belong to another record of the same type.' },
};
