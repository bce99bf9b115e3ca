// The stories of an item type. .storybook/declaredStories.ts adds them to the index once for each declared type.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { useArgs, useEffect } from 'storybook/preview-api';
import { registry } from 'src/generated/registry.client.ts';
import { DISPLAY_MODES, type DisplayMode } from 'src/model/generated/displays.ts';
import type { TypeView } from 'src/model/schema/TypeView.ts';
import { OneDisplay } from 'stories/declared/OneDisplay.tsx';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';
import * as sheets from 'stories/product/typeSheets.tsx';

const typeOf = (title: string) => {
  const type = registry.types[title.split('/').at(-1) ?? ''];
  if (!type) throw new Error(`no such type: ${title}`);
  return type;
};

const meta: Meta = {
  parameters: {
    usage:
      'Use the declaration to change any of these views, because each is derived from it. Not for content that only one record has. Accessibility: Names, help texts and problems of the fields come from the messages of the type and reach screen readers.',
  },
};
export default meta;

type Story = StoryObj;

interface DeclarationArgs {
  readonly display: DisplayMode;
  readonly view?: TypeView;
}

export const Displays: Story = { render: (_args, { title }) => <sheets.Displays type={typeOf(title)} /> };

/** One display at full width. The controls choose it, and change the values that the view of the type declares. */
export const Declaration: StoryObj<DeclarationArgs> = {
  args: { display: 'LIST' },
  argTypes: {
    display: { control: 'select', options: DISPLAY_MODES },
    view: { control: 'object', description: 'The view of the type, compiled from its declaration.' },
  },
  parameters: { layout: 'fullscreen', controls: { expanded: true } },
  render: function Declared({ display, view }, { title }) {
    const type = typeOf(title);
    const [, updateArgs] = useArgs<DeclarationArgs>();
    const isUnknown = view === undefined;
    useEffect(() => {
      if (isUnknown) updateArgs({ view: type.view });
    }, [isUnknown, type, updateArgs]);
    const shown = type.view.displays.includes(display) ? display : (type.view.displays[0] ?? 'LIST');
    return <OneDisplay type={type} display={shown} view={view ?? type.view} />;
  },
};

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
