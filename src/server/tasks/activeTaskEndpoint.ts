// `activeTask/{key}[/{arg}]`: returns a task of the caller, ends it, or removes one that is over.

import { problem } from 'src/model/problems.ts';
import { endpoint, type TaskWriting } from 'src/server/tasks/TaskNeeds.ts';
import { dismissTask, killTask, pushTask } from 'src/server/tasks/startTask.ts';

const ACTS: ReadonlyMap<string, (context: TaskWriting, key: string) => Promise<void>> = new Map([
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
