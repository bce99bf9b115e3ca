// How a scripted server answers where a story shows what is not there yet, what failed, and what somebody may not see.

import type { Json } from 'src/model/item/Item.ts';
import type { ProblemKey } from 'src/model/generated/problems.ts';
import { problem } from 'src/model/problems.ts';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';
import type { Answer } from 'stories/scripted/ScriptedServer.ts';

const never: Answer = () => new Promise<Json>(() => {});
const refuse =
  (key: ProblemKey): Answer =>
  () => {
    throw problem(key);
  };

/** All that the views of the product ask for when they are opened. */
const ASKED = [
  ...[
    'search',
    'dashboard',
    'readMany',
    'history',
    'act/auditTrail',
    'act/deletedItems',
    'act/menuItems',
    'act/ownAccount',
  ],
  ...['act/peopleRights', 'act/siteState', 'act/siteTexts', 'act/fetchNotifications', '/api/reset-password'],
];

const all = (answer: Answer): NonNullable<ScriptedClientOptions['operations']> =>
  Object.fromEntries(ASKED.map((operation) => [operation, answer]));

export const loading: ScriptedClientOptions = { operations: all(never) };
export const failed: ScriptedClientOptions = { operations: all(refuse('timeout')) };
/** Who may not see a single item, although the page opens. */
export const forbidden: ScriptedClientOptions = {
  operations: { ...all(refuse('notAllowed')), readMany: () => ({}) },
};

export const loadingFailedForbidden: readonly (readonly [name: string, options: ScriptedClientOptions])[] = [
  ['Loading', loading],
  ['Failed', failed],
  ['Forbidden', forbidden],
];
