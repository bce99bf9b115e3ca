// The page around the columns: home, messages, dialogs, palette, menus, alerts, lost connection.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { MasqueradePicker } from 'src/client/shell/MasqueradePicker.tsx';
import { problem } from 'src/model/problems.ts';
import { sampleItemsOfType, sampleItemsWith } from 'stories/product/sampleItems.ts';
import { pressButton, pressKeys } from 'stories/shell/play.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'shell/Shell',
  component: AppWorld,
  parameters: {
    usage:
      'Use the head, the menu and the columns for every page. Messages at the bottom report what was done, dialogs ask before it is done. Not for advertising or news. Accessibility: The first link skips to the content, and a dialog returns the focus to its opener.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

export const Home: Story = {};
export const WithoutGuidance: Story = { args: { user: { hideGuidance: true } } };
export const HomeOfMember: Story = { args: { user: { admin: false, capabilities: {}, creatable: [] } } };
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
export const Drawer: Story = { play: pressButton('Menu') };
export const UserMenu: Story = {
  args: { user: { admin: true } },
  play: pressButton(new RegExp(String(sampleItemsOfType('User')[0]?.$label))),
};
export const Help: Story = { play: pressButton('Help') };
export const PaletteOfAll: Story = { play: pressKeys('{Control>}k{/Control}') };
export const PaletteTyped: Story = { play: pressKeys('{Control>}k{/Control}', 'weir') };
export const Keys: Story = { play: pressKeys('?') };
export const AlertsPanel: Story = { play: pressButton(/^System alerts/) };
export const AlertOverThePage: Story = {
  args: { items: sampleItemsWith({ modal: true }, ({ _t }) => _t === 'SystemAlert') },
};
export const ActAs: Story = {
  args: {
    whenReady: ({ dialogs }) => void dialogs.fullScreen({ title: 'masquerade.title', component: MasqueradePicker }),
  },
};
export const NotificationMenu: Story = { play: pressButton(/^Notices/) };
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
