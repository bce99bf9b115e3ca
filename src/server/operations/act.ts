// `act/{action}`: the actions that areas declare and the few of the engine. The item is read and the declared right checked
// before an action runs; a declared `async` one is started as a task (tasks/). An action without a right, an input schema or code fails the start.

import { isRecord } from 'src/base/isRecord.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { ServerActionType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { AnswerInParts, Context, Operation } from 'src/server/context.ts';
import type { Domain } from 'src/server/extend.ts';
import { type EngineAction, engineActions, streamActions } from 'src/server/operations/actions/engineActions.ts';
import { startTask, stopTasks } from 'src/server/tasks/startTask.ts';
import { taskActions, type RegisteredTask } from 'src/server/tasks/taskActions.ts';
import { inputErrors, type InputErrors } from 'src/server/operations/actions/inputErrors.ts';

type Values = Readonly<Record<string, Json>>;
type Runner = (body: Values, context: Context) => Promise<Json>;

const LARGEST = 2147483647;
/** Area of what schemas/engine declares. */
const ENGINE = 'engine';
const MODES: readonly string[] = ['async', 'asyncCancel'];

const targetOf = ({ _t, _i }: Values): string => {
  const wrong = [
    ...(typeof _t === 'string' ? [] : [{ path: '/_t', message: 'errors.required' }]),
    ...(typeof _i === 'number' && Number.isInteger(_i) ? [] : [{ path: '/_i', message: 'errors.required' }]),
  ];
  if (wrong.length > 0) throw invalid(wrong);
  if ((_i as number) < 1 || (_i as number) > LARGEST) throw problem('invalidId');
  return itemId(_t as string, _i as number);
};

const checkedInput = (body: Values, errorsOf: InputErrors): Values => {
  const input = Object.fromEntries(Object.entries(body).filter(([name]) => name !== '_t' && name !== '_i'));
  const errors = errorsOf(input);
  if (errors.length > 0) throw invalid(errors);
  return input;
};

const itemFor = async (
  body: Values,
  { name, right }: ServerActionType,
  { services, db, readFilter }: Context,
): Promise<Item> => {
  const stored = await services.access.visible(db, readFilter, targetOf(body), true);
  if (!(await services.access.can(db, readFilter, stored, right))) throw problem('notAllowed');
  return await services.items.view(db, readFilter, stored, `act/${name}`);
};

const domainRunners = ({ actions }: ServerRegistry, domain: Domain): [string, Runner][] =>
  Object.values(actions)
    .filter(({ area, async }) => area !== ENGINE && async !== true)
    .map((action) => {
      const { name, right, input } = action;
      const run = Object.hasOwn(domain.actions, name) ? domain.actions[name] : undefined;
      if (!run) throw new Error(`The action ${name} is declared but has no code in Domain.actions`);
      if (right === '') throw new Error(`The action ${name} declares no right`);
      const errorsOf = inputErrors(input);
      return [
        name,
        async (body, context) => run(await itemFor(body, action, context), checkedInput(body, errorsOf), context),
      ];
    });

const targetFor = (on: EngineAction['on'], body: Values, { subject }: Context): string => {
  if (on === 'nobody') return '';
  const target = targetOf(body);
  if (on === 'self' && target !== subject.userId && target !== subject.actingAdminId) throw problem('notAllowed');
  return target;
};

const engineRunners = ({ actions }: ServerRegistry): [string, Runner][] =>
  [...engineActions.values()].map(({ name, on, visitors, run }) => {
    const declared = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!declared) throw new Error(`The action ${name} has code but is not declared`);
    const errorsOf = inputErrors(declared.input);
    const runner: Runner = async (body, context) => {
      if (context.subject.userId === undefined && visitors !== true) throw problem('notSignedIn');
      const target = targetFor(on, body, context);
      return await run(checkedInput(body, errorsOf), context, target);
    };
    return [name, runner];
  });

type Starter = (body: Values, context: Context, asyncKey: string | undefined) => Promise<string>;

const starters = (tasks: ReadonlyMap<string, RegisteredTask>): ReadonlyMap<string, Starter> =>
  new Map(
    [...tasks.values()].map((task) => [
      task.name,
      async (body, context, asyncKey) => {
        if (context.subject.userId === undefined) throw problem('notSignedIn');
        const target = task.on === 'item' ? targetOf(body) : '';
        const input = checkedInput(body, task.errorsOf);
        await task.admit(context, { target, input });
        return await startTask(context, task, { name: task.name, asyncKey, target, input });
      },
    ]),
  );

/** Those that answer in parts, by name. */
const streamsOf = ({ actions }: ServerRegistry): ReadonlyMap<string, AnswerInParts> =>
  new Map(
    [...streamActions.values()].map(({ name, open, next, join }) => {
      const declared = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (declared?.stream !== true) throw new Error(`The action ${name} answers in parts but is not declared so`);
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
  const runners = new Map([...domainRunners(registry, domain), ...engineRunners(registry)]);
  const streams = streamsOf(registry);
  const starts = starters(taskActions(registry, domain));
  return {
    name: 'act',
    searches: ([action = '', mode], body) =>
      mode === undefined ? engineActions.get(action)?.searches?.(isRecord(body) ? (body as Values) : {}) : undefined,
    inParts: ([action = '', mode]) => (mode === undefined ? streams.get(action) : undefined),
    async run(context, [action = '', mode, arg], body) {
      if (streams.has(action) && mode === 'asyncCancel') {
        context.connection?.cancelStream(arg ?? '');
        return {};
      }
      if (mode === undefined) {
        const runner = runners.get(action);
        if (!runner) throw problem('unknownOperation');
        return await runner(body, Object.freeze({ ...context, action }));
      }
      const start = starts.get(action);
      if (!start || !MODES.includes(mode)) throw problem('unknownOperation');
      if (mode === 'async') return { key: await start(body, context, arg) };
      await stopTasks(context, action, arg);
      return {};
    },
  };
};
