// The matrix of type x display; the toolbar adds the theme.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { isDark } from 'stories/shell/AppWorld.tsx';
import { Matrix } from 'stories/displays/Matrix.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const meta: Meta<typeof Matrix> = {
  title: 'displays/Matrix',
  component: Matrix,
  argTypes: { type: { control: 'select', options: Object.keys(registry.types) } },
  render: (args, { globals }) => <Matrix {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof Matrix>;

export const EveryTypeAndDisplay: Story = {};
