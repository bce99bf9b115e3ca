// The engine's own screens for a signed-in user: tasks, unsaved work, starred, deleted, notices, account; each also empty, loading and
// failed. Also the conversations.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { TaskState } from 'src/model/generated/wire.ts';
import { failed, loading } from 'stories/product/answers.ts';
import { Frame, Sheet } from 'stories/product/Frame.tsx';
import { sampleItemsOfType, sampleItemsWith } from 'stories/product/sampleItems.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import { empty, View } from 'stories/product/screenStates.tsx';
import type { ScriptedClient, ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';
import { pressButton, until } from 'stories/shell/play.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'cells/Own',
  component: AppWorld,
  parameters: {
    usage:
      'Use for what belongs to one person: unsaved work, starred records, own tasks. Not for anything that other people look for: use a list. Accessibility: Entries are links with the full name of the record.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const at = (minutesAgo: number): string => new Date(NOW.getTime() - minutesAgo * 60_000).toISOString();
const none = { asyncKey: null, percentageComplete: null, resultURI: null, errorKey: null, keyItem: null };

const tasks: readonly TaskState[] = [
  {
    ...{ ...none, key: 'Task-1', keyAction: 'downloadAttachments', started: at(3), state: 'RUNNING' },
    ...{ percentageComplete: 40, done: 480, total: 1200, remaining: 25 },
  },
  { ...none, key: 'Task-2', keyAction: 'changeMany', started: at(1), state: 'WAITING' },
  {
    ...{ ...none, key: 'Task-3', keyAction: 'changeMany', started: at(90), state: 'DONE', percentageComplete: 100 },
    ...{ done: 31, total: 31, counts: { changed: 27, unchanged: 3, refused: 1 }, undoable: true },
  },
  { ...none, key: 'Task-4', keyAction: 'downloadAttachments', started: at(2000), state: 'FAILED', errorKey: 'timeout' },
  { ...none, key: 'Task-5', keyAction: 'deleteMany', started: at(3000), state: 'STOPPED', percentageComplete: 12 },
];

/** One changed entry, one new one, and one that waits for the connection. */
const leaveUnsaved = async ({ drafts, items, server }: ScriptedClient): Promise<void> => {
  await Promise.all(['ArchiveEntry-1', 'ArchiveEntry-2'].map((id) => items.refresh(id)));
  const changed = drafts.of('ArchiveEntry-1');
  changed.set({ ...changed.values, title: 'Typed and not saved', yearPublished: '1901' });
  const fresh = drafts.fresh('ArchiveEntry', '1', {});
  fresh.set({ ...fresh.values, title: 'A new entry, half written' });
  const waiting = drafts.of('ArchiveEntry-2');
  server.goOffline();
  waiting.set({ ...waiting.values, title: 'Saved without a connection' });
  await waiting.save();
};

const deleted = sampleItemsOfType('ArchiveEntry')
  .slice(0, 4)
  .map(({ $id, $label }, place) => ({
    ...{ $id, label: $label, by: 'User-1', at: at(600 * (place + 1)), until: at(-40_000 + 600 * place) },
  }));

export const Tasks: Story = { args: { path: '/tasks', user: { activeTasks: tasks } } };
export const Unsaved: Story = {
  args: { path: '/unsaved', whenReady: (client) => void leaveUnsaved(client) },
  play: async () => void (await until(() => document.body.textContent.includes('Waiting for the connection'))),
};
export const Starred: Story = {
  args: {
    path: '/starred',
    items: sampleItemsWith({ starred: true }, ({ _t, _i }) => _t === 'ArchiveEntry' && _i <= 5),
  },
};
export const Deleted: Story = {
  args: { path: '/deleted', operations: { 'act/deletedItems': () => ({ items: deleted }) } },
};
export const NoticeSettings: Story = { args: { path: '/notifications' }, play: pressButton('Settings') };

const VIEWS = ['tasks', 'unsaved', 'starred', 'deleted', 'notifications', 'my-account'];

const sheetOf = (options: ScriptedClientOptions, views: readonly string[]): Story => ({
  parameters: { layout: 'padded' },
  render: () => (
    <Sheet width={380}>
      {views.map((view) => (
        <Frame key={view} name={view} options={options} height={340}>
          <View view={view} />
        </Frame>
      ))}
    </Sheet>
  ),
});

export const Empty: Story = sheetOf(empty, VIEWS.slice(0, -1));
export const Loading: Story = sheetOf(loading, VIEWS.slice(2));
export const Failed: Story = sheetOf(failed, VIEWS.slice(2));

export const Conversation: Story = { args: { path: '/conversations/i-Thread-1' } };
export const NewConversation: Story = { args: { path: '/i-Thread-0-1' } };
export const ConversationsOfAnEntry: Story = { args: { path: '/i-ArchiveEntry-1?c0=conversations' } };
