// A site with one failed job and one failed email, for the story of `admin.state`.

import type { Json } from 'src/model/item/Item.ts';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';

const AT = NOW.toISOString();
const [first] = sampleItemsOfType('User');
const person = first?.$id ?? 'User-1';

const figure = (name: string, unit: string, value: Json, more: object = {}): Json => ({
  ...{ name, unit, value, of: null, state: 'good', ...more },
});

const siteState = (): Json => ({
  at: AT,
  figures: [
    figure('process.version', 'text', '0.1.0'),
    figure('process.uptime', 'seconds', 200_000),
    figure('database.ping', 'milliseconds', 620, { state: 'bad' }),
    figure('jobs.waiting', 'count', 3),
    figure('jobs.givenUp', 'count', 1, { state: 'watch' }),
    figure('mail.server', 'text', 'mail.sample.test:465'),
    figure('mail.failed', 'count', 1, { state: 'watch' }),
    figure('disk.free', 'bytes', 41_000_000_000, { of: 80_000_000_000 }),
    figure('disk.files', 'bytes', null),
    figure('backup.age', 'seconds', 200_000, { state: 'bad' }),
    figure('search.items', 'count', 3_376),
  ],
  jobs: [{ job: '7', name: 'sendDigests', attempts: 25, reason: 'The sample has no such person', since: AT }],
  people: [{ $id: person, name: first?.$label ?? '', sockets: 2 }],
  counted: { at: AT, processes: 2 },
});

const letter: Json = {
  ...{ entry: 1, template: 'notice', to: person, address: 'admin@sample.test', state: 'failed' },
  ...{ attempts: 14, reason: 'The mail server does not answer', added: AT, settled: AT },
};

const backupRun = (began: string, more: object = {}): Json => ({
  ...{ began, ended: began, cause: 'schedule', folder: '/srv/backups/site', name: began, result: 'good', reason: null },
  ...{ rows: 12_588, files: 159, bytes: 2_831_155_200, isKept: true },
  ...more,
});

const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();

const backupState = (): Json => ({
  allowed: ['/srv/backups'],
  schedule: { folder: '/srv/backups/site', time: '02:10', daily: 7, weekly: 4, monthly: 12, maxAge: 48 },
  next: new Date(NOW.getTime() + 3_600_000).toISOString(),
  runs: [
    backupRun(daysAgo(1), {
      name: null,
      result: 'failed',
      reason: 'ENOSPC: no space left on device',
      rows: 0,
      files: 0,
      bytes: 0,
    }),
    backupRun(daysAgo(2)),
    backupRun(daysAgo(60), {
      cause: 'person',
      result: 'incomplete',
      reason: '1 files are missing or damaged on the server',
      isKept: false,
    }),
  ],
});

export const siteStateOperations: NonNullable<ScriptedClientOptions['operations']> = {
  'act/siteState': siteState,
  'act/backupState': backupState,
  'act/mailLog': () => ({ entries: [letter], more: false }),
  'act/previewMail': () => ({ templates: ['notice', 'test'] }),
};
