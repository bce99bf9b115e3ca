// Endpoints that start and stop pushes.

import { addWatch } from 'src/server/watch/addWatch.ts';
import { removeWatch } from 'src/server/watch/removeWatch.ts';
import type { WatchNeeds } from 'src/server/watch/WatchNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const watchModule = defineModule<WatchNeeds>({ endpoints: [addWatch, removeWatch] });
