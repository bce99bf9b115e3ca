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

export const siteStateOperations: NonNullable<ScriptedClientOptions['operations']> = {
  'act/siteState': siteState,
  'act/mailLog': () => ({ entries: [letter], more: false }),
  'act/previewMail': () => ({ templates: ['notice', 'test'] }),
};
