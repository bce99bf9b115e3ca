// The page around the columns: home, visitor, messages, dialogs, lost connection.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { problem } from 'src/model/problems.ts';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'shell/Shell',
  component: AppWorld,
  parameters: { layout: 'fullscreen' },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

export const Home: Story = {};
export const WithoutGuidance: Story = { args: { user: { hideGuidance: true } } };
export const HomeOfMember: Story = { args: { user: { admin: false, capabilities: {}, creatable: [] } } };
export const Visitor: Story = { args: { user: null, path: '/sign-in' } };
export const Register: Story = { args: { user: null, path: '/register' } };
export const Messages: Story = {
  args: {
    whenReady: ({ alerts }) => {
      alerts.error(problem('notAllowed'));
      alerts.success('app.applied');
      alerts.warn('errors.cellKeyNotValid', { key: 'nowhere' });
    },
  },
};
export const Question: Story = {
  args: {
    whenReady: ({ dialogs }) =>
      void dialogs.confirm({
        title: 'cells.unsaved.title',
        message: 'cells.unsaved.message',
        apply: 'cells.unsaved.leave',
      }),
  },
};
export const ServerDetails: Story = {
  args: { whenReady: ({ dialogs }) => void dialogs.systemMessage('relation "x" failed') },
};
export const SessionEnds: Story = {
  args: { whenReady: ({ server }) => server.push('tokenWarning', { expires: '2030-01-01T00:00:00Z' }) },
};
export const LostConnection: Story = {
  args: { path: '/archive.catalogue', whenReady: ({ server }) => server.goOffline() },
};
/** Opens what stands behind a button of the header. */
const press =
  (name: string | RegExp): NonNullable<Story['play']> =>
  async ({ canvas }) =>
    (await canvas.findByRole('button', { name })).click();

export const Drawer: Story = { play: press('Menu') };
export const UserMenu: Story = {
  args: { user: { admin: true } },
  play: press(new RegExp(String(sampleItemsOfType('User')[0]?.$label))),
};
export const Help: Story = { play: press('Help') };
export const NotificationMenu: Story = { play: press(/^Notifications/) };
export const Masquerading: Story = { args: { user: { masquerading: true } } };
export const Task: Story = {
  args: {
    whenReady: ({ server }) =>
      server.push('taskUpdate', {
        key: 't1',
        asyncKey: null,
        started: '2024-05-06T07:08:09.000Z',
        percentageComplete: 40,
        resultURI: null,
        errorKey: null,
        keyAction: 'stamp',
        keyItem: null,
      }),
  },
};
