// `act/{action}/asyncCancel[/{key}]`: stops the caller's tasks of an action, or the one of the key; or a stream of this socket.

import { problem } from 'src/model/problems.ts';
import { endpoint } from 'src/server/tasks/TaskNeeds.ts';
import { stopTasks } from 'src/server/tasks/startTask.ts';

export const act = endpoint('act', async (context) => {
  const [action = '', , key] = context.args;
  const { actions } = context.services.registry;
  const mode = Object.hasOwn(actions, action) ? actions[action]?.mode : undefined;
  if (mode === undefined) throw problem('unknownOperation');
  if (mode === 'stream') context.connection?.cancelStream(key ?? '');
  else await stopTasks(context, action, key);
  return {};
});
