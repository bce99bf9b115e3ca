// The stories of an item type. .storybook/declaredStories.ts adds them to the index once for each declared type.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { registry } from 'src/generated/registry.client.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';
import * as sheets from 'stories/product/typeSheets.tsx';

const typeOf = (title: string) => {
  const type = registry.types[title.split('/').at(-1) ?? ''];
  if (!type) throw new Error(`no such type: ${title}`);
  return type;
};

const meta: Meta = {};
export default meta;

type Story = StoryObj;

export const Displays: Story = { render: (_args, { title }) => <sheets.Displays type={typeOf(title)} /> };

export const Page: Story = {
  parameters: { layout: 'fullscreen' },
  render: (_args, { title, globals }) => (
    <AppWorld path={`/i-${sampleItemsOfType(typeOf(title).name)[0]?.$id ?? ''}`} dark={isDark(globals)} />
  ),
};

export const Forms: Story = { render: (_args, { title }) => <sheets.Forms type={typeOf(title)} /> };

/** Forms of every kind of step that the area declares. */
export const Steps: Story = {
  render: (_args, { title }) => <sheets.StepForms area={title.split('/').at(-2) ?? ''} />,
};

export const States: Story = { render: (_args, { title }) => <sheets.States type={typeOf(title)} /> };
