// Compares two states of the session's user without what is private to the person.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';

/**
 * Returns true when the two differ at most in the person's preferences and stars, and in tasks, which have their own pushes. Then the server
 * gives both the same answers.
 */
export const isPrivateChange = (before: SessionUser, after: SessionUser): boolean => {
  const { keptVersion, preferences, dark, hideGuidance, multiColumns, activeTasks } = after;
  return deepEqual({ ...before, keptVersion, preferences, dark, hideGuidance, multiColumns, activeTasks }, after);
};
