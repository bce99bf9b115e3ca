// The dialog of an export: the choices for a table of records and for places, the state while the file is written, and a failure.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { fireEvent } from 'storybook/test';
import { problem } from 'src/model/problems.ts';
import { AppWorld, type AppWorldProps, isDark } from 'stories/shell/AppWorld.tsx';
import { pressButton, until } from 'stories/shell/play.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'search/Export',
  component: AppWorld,
  parameters: {
    usage:
      'Use to let people take records with them. The dialog names the content, the number and the format. Not for printing: each display prints itself. Accessibility: Formats are radio buttons with a description.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;
type Play = NonNullable<Story['play']>;

const TABLE = '/archive.catalogue?c0=.show%3DTABLE';
const PLACES = '/spatial.features';

const opened = pressButton('Export…');

const dialog = (): Promise<HTMLElement> => until(() => document.querySelector<HTMLElement>('[role=dialog]'));

/** Opens the dialog and starts the export. */
const begun: Play = async (context) => {
  await opened(context);
  const shown = await dialog();
  const apply = await until(() => [...shown.querySelectorAll('button')].find((each) => each.textContent === 'Export'));
  apply.click();
};

/** Opens the dialog and chooses the stored form of the records. */
const asStored: Play = async (context) => {
  await opened(context);
  const shown = await dialog();
  const format = await until(() => shown.querySelector('option[value=json]')?.closest('select'));
  await fireEvent.change(format, { target: { value: 'json' } });
};

const answering = (answer: () => Promise<never>): AppWorldProps => ({
  path: TABLE,
  operations: { '/api/export': answer },
});

export const OfATable: Story = { args: { path: TABLE }, play: opened };
export const OfPlaces: Story = { args: { path: PLACES }, play: opened };
export const OfPlacesRightToLeft: Story = { ...OfPlaces, globals: { direction: 'rtl' } };
export const AsStored: Story = { args: { path: TABLE }, play: asStored };
export const OnItsWay: Story = { args: answering(() => new Promise<never>(() => {})), play: begun };
export const Failed: Story = { args: answering(() => Promise.reject(problem('timeout'))), play: begun };
