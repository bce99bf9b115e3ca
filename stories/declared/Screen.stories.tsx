// The story of a screen. .storybook/declaredStories.ts adds it to the index once for each declared screen.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { ScreenStates } from 'stories/product/screenStates.tsx';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta = {};
export default meta;

const pathOf = (title: string): string => title.split('/').at(-1) ?? '';

export const Screen: StoryObj = {
  parameters: { layout: 'fullscreen' },
  render: (_args, { title, globals }) => <AppWorld path={`/${pathOf(title)}`} dark={isDark(globals)} />,
};

export const States: StoryObj = { render: (_args, { title }) => <ScreenStates view={pathOf(title)} /> };
