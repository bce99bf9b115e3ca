// The story of a screen. .storybook/declaredStories.ts adds it to the index once for each declared screen.

import type { Meta, StoryObj } from '@storybook/react-vite';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.client.ts';
import { screenStoryName } from 'stories/declared/screenTitles.ts';
import { ScreenStates } from 'stories/product/screenStates.tsx';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta = {
  parameters: {
    usage:
      'Use a screen for one list or page of the navigation. Its declaration chooses the type, the filters and the first display. Not for a view of a single record. Accessibility: The title of the screen is the first heading of its column.',
  },
};
export default meta;

const pathOf = (title: string): string => {
  const [name = '', area] = title.split('/').toReversed();
  const screens = registry.screens.filter((screen) => screen.area === area);
  const named = screens.find(({ path }) => screenStoryName(path, screens, messages) === name);
  if (!named) throw new Error(`no such screen: ${title}`);
  return named.path;
};

export const Screen: StoryObj = {
  parameters: { layout: 'fullscreen' },
  render: (_args, { title, globals }) => <AppWorld path={`/${pathOf(title)}`} dark={isDark(globals)} />,
};

export const States: StoryObj = { render: (_args, { title }) => <ScreenStates view={pathOf(title)} /> };
