// The module of live updates.

import { defineModule } from 'src/server/Module.ts';
import type { WatchNeeds } from 'src/server/watch/WatchNeeds.ts';

export const watchModule = defineModule<WatchNeeds>({
  feed: ({ watches }) => [watches.consumer],
});
