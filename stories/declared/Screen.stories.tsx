// The story of a screen, which stands in the index once for each declared screen: see .storybook/declaredStories.ts.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta = { parameters: { layout: 'fullscreen' } };
export default meta;

export const Screen: StoryObj = {
  render: (_args, { title, globals }) => <AppWorld path={`/${title.split('/').at(-1)}`} dark={isDark(globals)} />,
};
