// `activeTask/{key}[/{arg}]`: asks for a task of one's own, ends it, or forgets one that is over. Source: spec platform 7.

import { problem } from 'src/model/problems.ts';
import type { Context, Operation } from 'src/server/context.ts';
import { dismissTask, killTask, pushTask } from 'src/server/tasks/startTask.ts';

const ACTS: ReadonlyMap<string, (context: Context, key: string) => Promise<void>> = new Map([
  ['', pushTask],
  ['killTask', killTask],
  ['dismiss', dismissTask],
]);

export const activeTask: Operation<'activeTask'> = {
  name: 'activeTask',
  async run(context, [key = '', arg = '']) {
    const act = ACTS.get(arg);
    if (!act) throw problem('unknownOperation');
    await act(context, key);
    return {};
  },
};
