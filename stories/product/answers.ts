// Answers of a scripted server for stories of empty, loading, failed and forbidden content.

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

/** Operations that the views of the product call when they open. */
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
  'act/permittedUses',
  ...['act/peopleRights', 'act/siteState', 'act/siteTexts', 'act/fetchNotifications', '/api/reset-password'],
];

const all = (answer: Answer): NonNullable<ScriptedClientOptions['operations']> =>
  Object.fromEntries(ASKED.map((operation) => [operation, answer]));

export const loading: ScriptedClientOptions = { operations: all(never) };
export const failed: ScriptedClientOptions = { operations: all(refuse('timeout')) };
/** Answers for a person who may see none of the items, although the page opens. */
export const forbidden: ScriptedClientOptions = {
  operations: { ...all(refuse('notAllowed')), readMany: () => ({}) },
};

export const loadingFailedForbidden: readonly (readonly [name: string, options: ScriptedClientOptions])[] = [
  ['Loading', loading],
  ['Failed', failed],
  ['Forbidden', forbidden],
];
