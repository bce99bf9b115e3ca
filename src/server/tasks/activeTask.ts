// `activeTask/{key}[/{arg}]`: asks for a task of one's own, ends it, or forgets one that is over. Source: spec platform 7.

import { problem } from 'src/model/problems.ts';
import type { WritingContext } from 'src/server/context.ts';
import { endpoint } from 'src/server/endpoint.ts';
import { dismissTask, killTask, pushTask } from 'src/server/tasks/startTask.ts';

const ACTS: ReadonlyMap<string, (context: WritingContext, key: string) => Promise<void>> = new Map([
  ['', pushTask],
  ['killTask', killTask],
  ['dismiss', dismissTask],
]);

export const activeTask = endpoint('activeTask', async (context) => {
  const [key = '', arg = ''] = context.args;
  const act = ACTS.get(arg);
  if (!act) throw problem('unknownOperation');
  await act(context, key);
  return {};
});
