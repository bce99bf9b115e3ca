// Columns and their content: reading, editing, conflict, history, metadata, raw edit, absence.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Environment } from 'src/client/connection/environment.ts';
import type { DraftRecord } from 'src/client/stores/DraftRecord.ts';
import { TOKEN_KEY } from 'src/client/connection/environment.ts';
import { memoryStorage } from 'stories/scripted/scriptedEnvironment.ts';
import { scriptedToken } from 'stories/scripted/ScriptedServer.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';
import type { ScriptedClient } from 'stories/scripted/createScriptedClient.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'cells/Columns',
  component: AppWorld,
  parameters: {
    usage:
      'Use a column for one record or one screen. Offer in its menu what changes the whole record, and the rest at the value. Not for a question that must be answered first: use a dialog. Accessibility: Each column is a region with a name, and the keyboard moves between columns.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

/** Changes the item both in the draft and on the server. */
const disagree = async ({ drafts, items, server }: ScriptedClient): Promise<void> => {
  await items.refresh('ArchiveEntry-1');
  const draft = drafts.of('ArchiveEntry-1');
  draft.set({ ...draft.values, title: 'Mine', yearPublished: '1901' });
  server.change('ArchiveEntry-1', { title: 'Theirs' });
  await items.refresh('ArchiveEntry-1');
  await draft.save();
};

/** Waits until the column has read the item and its permitted actions. */
const shown = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (![...document.querySelectorAll('[role=tab]')].some(({ textContent }) => textContent === 'Edit')) return;
      clearInterval(timer);
      resolve();
    }, 50);
  });

/** Saves while the client is offline. */
const saveOffline = async ({ drafts, items, server }: ScriptedClient): Promise<void> => {
  await items.refresh('ArchiveEntry-1');
  await shown();
  const draft = drafts.of('ArchiveEntry-1');
  server.goOffline();
  draft.set({ ...draft.values, title: 'Written without a connection' });
  await draft.save();
};

/** Returns a storage with a draft that was left after a crash. */
const withDraft = (): Environment['storage'] => {
  const storage = memoryStorage();
  const draft: DraftRecord = {
    ...{ user: 'User-1', key: 'ArchiveEntry-1', tab: 'an earlier one', type: 'ArchiveEntry', id: 'ArchiveEntry-1' },
    ...{ base: { title: 'An earlier title' }, changes: { title: 'Typed before the crash' }, pending: undefined, at: 0 },
  };
  storage.setItem(TOKEN_KEY, scriptedToken('User-1'));
  storage.setItem('drafts', JSON.stringify([draft]));
  return storage;
};

const history = () => ({
  events: [
    {
      _u: 3,
      at: '2024-05-02T00:00:00Z',
      by: 'User-1',
      asUser: null,
      helper: null,
      kind: 'update',
      changes: { title: ['Old name', 'New name'], needsAttention: [true, false], description: [null, 'What is told.'] },
    },
    {
      _u: 2,
      at: '2023-05-01T00:00:00Z',
      by: 'User-1',
      asUser: 'User-1',
      helper: 'User-2',
      kind: 'update',
      changes: { yearPublished: ['1899', '1900'] },
    },
    { _u: 1, at: '2020-01-01T00:00:00Z', by: 'User-0', asUser: null, helper: null, kind: 'create', changes: {} },
  ],
  more: true,
});

const ownAccount = () => ({
  sessions: [
    {
      session: 'here',
      begun: '2026-01-01T00:00:00Z',
      seen: '2026-01-03T00:00:00Z',
      device: 'A browser',
      current: true,
    },
    { session: 'there', begun: '2025-12-01T00:00:00Z', seen: '2026-01-02T00:00:00Z', device: null, current: false },
  ],
  passkeys: [{ passkey: 'one', name: 'Passkey of the office', added: '2025-12-01T00:00:00Z', used: null }],
  ...{ totp: true, recoveryCodes: 3, demanded: false, languages: ['fr', 'cr'] },
  feeds: [{ feed: 1, name: 'Due dates', made: '2026-01-01T00:00:00Z', used: '2026-01-02T00:00:00Z' }],
});

const collectAddresses = () => ({
  offered: true,
  addresses: [{ address: 1, name: 'Phone of the office', made: '2026-01-01T00:00:00Z', used: null }],
});

export const ThreeColumns: Story = { args: { path: '/archive.catalogue/i-ArchiveEntry-1/i-Organization-1' } };
export const OneColumn: Story = {
  args: { path: '/archive.catalogue/i-ArchiveEntry-1', user: { multiColumns: false } },
};
export const ReadOnly: Story = { args: { path: '/i-ArchiveEntry-1', allowed: { read: true } } };
export const Editing: Story = { args: { path: '/i-ArchiveEntry-1?c0=edit' } };
export const NewItem: Story = { args: { path: '/archive.catalogue/i-ArchiveEntry-0-1' } };
export const ConflictOfTwo: Story = {
  args: { path: '/i-ArchiveEntry-1?c0=edit', whenReady: (client) => void disagree(client) },
};
export const Files: Story = { args: { path: '/i-ArchiveEntry-1?c0=files' } };
export const History: Story = {
  args: { path: '/i-ArchiveEntry-1?c0=history', operations: { history: history as never } },
};
export const About: Story = {
  args: {
    path: '/i-ArchiveEntry-1?c0=meta',
    operations: { getGrantedBy: () => ({ 'ArchiveEntry-1': { 'User-1': ['read:owner:Organization-2:COMMUNITY'] } }) },
  },
};
export const RawEdit: Story = { args: { path: '/i-ArchiveEntry-1?c0=raw', user: { admin: true } } };
export const Gone: Story = {
  args: {
    path: '/i-ArchiveEntry-1',
    whenReady: ({ server }) =>
      void shown().then(() => server.push('item/update', { $id: 'ArchiveEntry-1', gone: true })),
  },
};
export const DraftOffered: Story = {
  args: { path: '/i-ArchiveEntry-1', environment: { storage: withDraft() } },
};
export const SaveWaiting: Story = {
  args: { path: '/i-ArchiveEntry-1', whenReady: (client) => void saveOffline(client) },
};
export const NotThere: Story = { args: { path: '/i-ArchiveEntry-9999' } };
export const UnknownView: Story = { args: { path: '/nowhere' } };
export const Notifications: Story = { args: { path: '/notifications' } };
export const MyAccount: Story = {
  args: {
    path: '/my-account',
    operations: { 'act/ownAccount': ownAccount as never, 'act/collectAddresses': collectAddresses as never },
  },
};
export const PrivacyPolicy: Story = { args: { path: '/privacy-policy?c0=cookies' } };
