// Services that sockets and dispatch need.

import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';
import type { Watches } from 'src/server/watch/watches.ts';

export interface TransportNeeds extends TaskNeeds {
  readonly watches: Watches;
  readonly feed: Pick<Feed, 'position'>;
}
