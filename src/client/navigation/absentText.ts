// Text shown instead of an item's name. Speaks of a missing right only if the server answers that the item is hidden or deleted.

import type { Loaded } from 'src/client/stores/ItemStore.ts';
import { isPassing, isUnreachable } from 'src/client/connection/ClientProblem.ts';

export const absentText = (
  loaded: Loaded,
): 'app.loading' | 'cells.unreadItem' | 'cells.unreadNow' | 'cells.hiddenItem' | 'cells.deletedItem' => {
  if (loaded.state === 'loading') return 'app.loading';
  if (loaded.state === 'gone' && loaded.deleted) return 'cells.deletedItem';
  if (loaded.state !== 'failed' || !isPassing(loaded.problem)) return 'cells.hiddenItem';
  return isUnreachable(loaded.problem) ? 'cells.unreadItem' : 'cells.unreadNow';
};
