// What stands for an item that is not there to show. A lost line is never called a missing right.

import type { Loaded } from 'src/client/stores/ItemStore.ts';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';

export const absentText = (loaded: Loaded): 'cells.unreadItem' | 'cells.hiddenItem' =>
  loaded.state === 'failed' && isUnreachable(loaded.problem) ? 'cells.unreadItem' : 'cells.hiddenItem';
