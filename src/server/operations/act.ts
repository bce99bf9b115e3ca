// `act/{action}`: the actions that areas declare and the few of the engine; `act/{action}/async` starts one as a task (tasks/).

import type { Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { isText } from 'src/model/wire/addressOf.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { AnswerInParts, Operation, PreparedWrite, ReadingContext } from 'src/server/context.ts';
import type { Domain } from 'src/server/extend.ts';
import { actionRunners, checkedInput, inTransaction, targetOf } from 'src/server/operations/actions/actionRunners.ts';
import { streamActions } from 'src/server/operations/actions/engineActions.ts';
import { inputErrors } from 'src/server/operations/actions/inputErrors.ts';
import { storeUploads } from 'src/server/rules/takeUploads.ts';
import { prepareTask, stopTasks } from 'src/server/tasks/startTask.ts';
import { taskActions, type RegisteredTask } from 'src/server/tasks/taskActions.ts';

const ASYNC = 'async';
const CANCEL = 'asyncCancel';

/** Returns the name of a task from its segment of `o`, where pages encode spaces and slashes. */
const taskName = (segment: string | undefined): string | undefined => {
  if (segment === undefined) return undefined;
  try {
    const name = decodeURIComponent(segment);
    return isText(name) ? name : segment;
  } catch {
    return segment;
  }
};

type Starter = (body: Values, context: ReadingContext, asyncKey: string | undefined) => Promise<PreparedWrite>;

/** Checks and prepares each task outside of a transaction. Its rights are checked again before each part of its work. */
const starters = (tasks: ReadonlyMap<string, RegisteredTask>): ReadonlyMap<string, Starter> =>
  new Map(
    [...tasks.values()].map((task) => [
      task.name,
      async (body, context, asyncKey) => {
        if (context.subject.userId === undefined) throw problem('notSignedIn');
        const target = task.on === 'item' ? targetOf(body) : '';
        const input = checkedInput(body, task.errorsOf);
        await task.admit(context, { target, input });
        const start = await prepareTask(context, task, { name: task.name, asyncKey, target, input });
        return async (writing) => ({ key: await start(writing) });
      },
    ]),
  );

/** Returns the actions that answer in parts, by name. */
const streamsOf = ({ actions }: ServerRegistry): ReadonlyMap<string, AnswerInParts> =>
  new Map(
    [...streamActions.values()].map(({ name, open, next, join }) => {
      const declared = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (declared?.mode !== 'stream') throw new Error(`The action ${name} answers in parts but is not declared so`);
      const errorsOf = inputErrors(declared.input);
      const answer: AnswerInParts = {
        name,
        join,
        open: (context, body) => open(checkedInput((body ?? {}) as Values, errorsOf), context),
        next: (context, rest) => next(rest, context),
      };
      return [name, answer];
    }),
  );

export const createAct = (registry: ServerRegistry, domain: Domain): Operation<'act'> => {
  const runners = actionRunners(registry, domain);
  const streams = streamsOf(registry);
  const starts = starters(taskActions(registry, domain));
  return {
    name: 'act',
    preparesOnce: true,
    reads: ([action = '', mode], body) => (mode === undefined ? runners.get(action)?.cost(body) : undefined),
    inParts: ([action = '', mode]) => (mode === undefined ? streams.get(action) : undefined),
    async prepare(context, [action = '', mode, arg], body) {
      await storeUploads(context, body);
      if (mode === ASYNC) return await starts.get(action)?.(body, context, taskName(arg));
      const write = mode === undefined ? await runners.get(action)?.prepare?.(body, context) : undefined;
      return write && ((writing) => write({ ...writing, action }));
    },
    async run(context, [action = '', mode, arg], body) {
      if (mode === undefined) {
        const runner = runners.get(action);
        if (!runner) throw problem('unknownOperation');
        return await runner.run(body, { ...context, action });
      }
      if (mode !== CANCEL) throw problem('unknownOperation');
      if (streams.has(action)) context.connection?.cancelStream(arg ?? '');
      else if (starts.has(action)) await stopTasks(inTransaction(context), action, arg);
      else throw problem('unknownOperation');
      return {};
    },
  };
};
