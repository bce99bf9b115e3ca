// The table of all endpoints: declaration and code by address. Dispatch finds every request here. An endpoint without code, or code without
// a declaration, fails the start.

import { isRecord } from 'src/base/isRecord.ts';
import { OPERATIONS } from 'src/model/generated/operations.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { invalid, invalidAt, problem } from 'src/model/problems.ts';
import type { ServerEndpointType } from 'src/model/schema/Registry.ts';
import type { OperationName } from 'src/model/wire/endpointAt.ts';
import { isAddressText } from 'src/model/wire/addressOf.ts';
import { splitOperation } from 'src/model/wire/envelope.ts';
import type { Context, ReadingContext, WritingContext } from 'src/server/context.ts';
import type { AnyHandler, Cost, Endpoint, StreamPart } from 'src/server/endpoint.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import { costOfTask } from 'src/server/limits.ts';
import { prepareTask } from 'src/server/tasks/startTask.ts';
import { registeredTasks, type RegisteredTask } from 'src/server/tasks/registeredTasks.ts';
import type { TaskAction } from 'src/server/TaskHandler.ts';
import { createSemaphore, type Semaphore } from 'src/server/semaphore.ts';
import { inputErrors } from 'src/server/rules/inputErrors.ts';
import { bodyErrors, bodyOf, isArgument, takesArguments } from 'src/server/transport/operationArguments.ts';

type Reading = ReadingContext<unknown>;
type Writing = WritingContext<unknown>;

/** A request whose body has been checked. Its functions throw when the caller may not act on the item. */
export interface Checked {
  run?(context: Reading | Writing): Promise<Json>;
  /** Does what a write must not do in its transaction. Returns the part that writes. */
  prepare?(context: Reading): Promise<(context: Writing) => Promise<Json>>;
  open?(context: Reading): Promise<StreamPart<Json, Json>>;
}

export interface NamedStream {
  /** Part of the names of the pushes that carry the parts: `stream:{name}`. */
  readonly name: string;
  next(context: Reading, rest: Json): Promise<StreamPart<Json, Json>>;
  join(parts: readonly Json[]): Json;
}

export interface Entry {
  /** First segment of the address. */
  readonly operation: OperationName;
  /** Name in metrics and logs: `read`, `act/mapLayer`. */
  readonly label: string;
  readonly rule: Pick<ServerEndpointType, 'who' | 'effect' | 'cost' | 'ordered'>;
  readonly cost: Cost;
  /** Its checked requests have the part `prepare`. */
  readonly isPrepared: boolean;
  /** Limits how many of its requests run at a time. */
  readonly semaphore?: Semaphore | undefined;
  readonly stream?: NamedStream | undefined;
  /** Returns the body of a request without one. */
  bodyOf(body: Json | undefined): Json;
  /** Throws `invalid` for a wrong body. */
  check(body: Json, args: readonly string[], subject: Subject): Checked;
}

interface Found {
  readonly entry: Entry;
  readonly args: readonly string[];
}

/** Returns the endpoint at an address; undefined for an unknown one. */
export type FindEndpoint = (o: string) => Found | undefined;

const ACT = 'act';
const ASYNC = 'async';
const STOP = 'asyncCancel';
const LARGEST = 2147483647;

const bodyTarget = ({ _t, _i }: Values): ItemId => {
  const wrong = [
    ...(typeof _t === 'string' ? [] : [{ path: '/_t', message: 'errors.required' }]),
    ...(typeof _i === 'number' && Number.isInteger(_i) ? [] : [{ path: '/_i', message: 'errors.required' }]),
  ];
  if (wrong.length > 0) throw invalid(wrong);
  if (Number(_i) < 1 || Number(_i) > LARGEST) throw problem('invalidId');
  return itemId(String(_t), Number(_i));
};

const withoutTarget = ({ _t, _i, ...input }: Values): Values => input;

const refuseInput = (errors: readonly InvalidEntry[]): void => {
  if (errors.length > 0) throw invalid(errors);
};

type Targeted = Pick<ServerEndpointType, 'name' | 'on' | 'right'>;

const addTarget = async <C extends Context<TaskNeeds>>(
  context: C,
  { name, right }: Targeted,
  target: ItemId | undefined,
): Promise<C> => {
  const named = { ...context, action: name };
  if (target === undefined) return named;
  if (right === undefined) return { ...named, target };
  const { services, db, readFilter } = context;
  const stored = await services.access.visible(db, readFilter, target, context.tx !== undefined);
  if (!(await services.access.can(db, readFilter, stored, right))) throw problem('notAllowed');
  const view = () => services.items.view(db, readFilter, stored, `${ACT}/${name}`);
  return { ...named, target, stored, view };
};

/** Input of a request. `contextFor` adds to the context what the endpoint runs on. */
interface Given {
  readonly input: Json;
  contextFor<C extends Context<TaskNeeds>>(context: C): Promise<C>;
}

/** Throws `invalid` for a wrong body. */
type CheckBody = (body: Json, args: readonly string[], subject: Subject) => Given;

/** Checks the body of an action. The members `_t` and `_i` are no part of its input. */
const actionCheck = (declared: Targeted & Pick<ServerEndpointType, 'input'>): CheckBody => {
  const errorsOf = inputErrors(declared.input);
  return (body, args, subject) => {
    if (!isRecord(body)) throw invalidAt('', 'errors.wrongType');
    const values = body as Values;
    const target = declared.on === 'none' ? undefined : bodyTarget(values);
    if (declared.on === 'self' && target !== subject.userId && target !== subject.actingAdminId)
      throw problem('notAllowed');
    const input = withoutTarget(values);
    refuseInput(errorsOf(input));
    return { input, contextFor: async (context) => await addTarget({ ...context, args }, declared, target) };
  };
};

const operationCheck =
  (name: OperationName): CheckBody =>
  (body, args) => {
    refuseInput(bodyErrors(name, body));
    return { input: body, contextFor: (context) => Promise.resolve({ ...context, args }) };
  };

/** Returns the name of a task from its segment of `o`, where pages encode spaces and slashes. */
const taskName = (segment: string | undefined): string | undefined => {
  if (segment === undefined) return undefined;
  try {
    const name = decodeURIComponent(segment);
    return isAddressText(name) ? name : segment;
  } catch {
    return segment;
  }
};

/** Checks and prepares a task outside of a transaction. Its rights are checked again before each part of its work. */
const taskStart =
  <Needs extends TaskNeeds>(task: RegisteredTask<Needs>) =>
  async (context: ReadingContext<Needs>, input: Json) => {
    const { args = [], target = '' } = context as { readonly args?: readonly string[]; readonly target?: ItemId };
    const call = { target, input: input as Values };
    await task.admit(context, call);
    const start = await prepareTask(context, task, { ...call, name: task.name, asyncKey: taskName(args[2]) });
    return async (writing: WritingContext<Needs>): Promise<Json> => ({ key: await start(writing) });
  };

type Code = Pick<Entry, 'isPrepared' | 'semaphore' | 'stream' | 'check'>;

/** Returns how dispatch runs a handler: with a context of lower needs, which receives here the services of this process. */
const runnersOf = <Needs extends TaskNeeds>(
  services: Needs,
  { name, handler }: { readonly name: string; readonly handler: Exclude<AnyHandler<Needs>, TaskAction<Needs>> },
  checkBody: CheckBody,
): Code => {
  const raised = <C extends Context<unknown>>(context: C) => ({ ...context, services });
  const code = (checked: (given: Given) => Checked) => ({
    isPrepared: 'prepare' in handler,
    check: (...body: Parameters<CheckBody>) => checked(checkBody(...body)),
  });
  if (typeof handler === 'function')
    return code(({ input, contextFor }) => ({
      run: async (context) => await handler(await contextFor(raised(context)), input),
    }));
  if ('prepare' in handler)
    return {
      ...code(({ input, contextFor }) => ({
        async prepare(context) {
          const write = await handler.prepare(await contextFor(raised(context)), input);
          return async (writing) => await write(await contextFor(raised(writing)));
        },
      })),
      semaphore: handler.atOnce === undefined ? undefined : createSemaphore({ limit: handler.atOnce }),
    };
  return {
    ...code(({ input, contextFor }) => ({
      open: async (context) => await handler.open(await contextFor(raised(context)), input),
    })),
    stream: { name, next: (context, rest) => handler.next(raised(context), rest), join: handler.join },
  };
};

const byName = <Needs>(endpoints: readonly Endpoint<Needs>[]): ReadonlyMap<string, Endpoint<Needs>> => {
  const all = new Map<string, Endpoint<Needs>>();
  for (const each of endpoints) {
    if (all.has(each.name)) throw new Error(`The endpoint ${each.name} has code twice`);
    all.set(each.name, each);
  }
  return all;
};

export const createEndpointTable = <Needs extends TaskNeeds>(
  services: Needs,
  endpoints: readonly Endpoint<Needs>[],
): FindEndpoint => {
  const { registry } = services;
  const tasks = registeredTasks(registry, endpoints);
  const code = byName(endpoints);
  const declared = (name: string): Endpoint<Needs> => {
    const found = code.get(name);
    if (!found) throw new Error(`The endpoint ${name} is declared but has no code`);
    return found;
  };
  const operations = new Map(
    (Object.keys(OPERATIONS) as OperationName[]).map((name): [string, Entry] => {
      const { who, writes, limit, ordered } = OPERATIONS[name];
      const rule = { who, effect: writes ? ('write' as const) : ('read' as const), cost: limit, ordered };
      const { cost, handler } = declared(name);
      if ('run' in handler) throw new Error(`The endpoint ${name} is no task`);
      const found = runnersOf(services, { name, handler }, operationCheck(name));
      return [name, { operation: name, label: name, rule, cost, ...found, bodyOf: (body) => bodyOf(name, body) }];
    }),
  );
  const actions = new Map(
    Object.values(registry.actions).map((rule): [string, Entry] => {
      const task = tasks.get(rule.name);
      // A task checks the right on its item by itself, also before each part of its work.
      const check = actionCheck(task ? { ...rule, right: undefined } : rule);
      const { cost, handler: own } = declared(rule.name);
      const handler = task ? { prepare: taskStart(task) } : own;
      if ('run' in handler) throw new Error(`The endpoint ${rule.name} is no task`);
      const found = runnersOf(services, { name: rule.name, handler }, check);
      return [
        rule.name,
        {
          operation: ACT,
          label: `${ACT}/${rule.name}`,
          rule,
          cost: task ? costOfTask : cost,
          ...found,
          bodyOf: (body) => body ?? {},
        },
      ];
    }),
  );
  for (const name of code.keys())
    if (!operations.has(name) && !actions.has(name))
      throw new Error(`The endpoint ${name} has code but is not declared`);

  const actionAt = ([name = '', mode, ...rest]: readonly string[]): Entry | undefined => {
    if (rest.length > 1 || (mode !== undefined && mode !== ASYNC)) return undefined;
    return tasks.has(name) === (mode === ASYNC) ? actions.get(name) : undefined;
  };
  return (o) => {
    const { name, args } = splitOperation(o);
    if (name === ACT && args[1] !== STOP) {
      const entry = actionAt(args);
      return entry && args.every(isArgument) ? { entry, args } : undefined;
    }
    const entry = operations.get(name);
    if (!entry || !takesArguments(entry.operation, args)) return undefined;
    return name === ACT && registry.actions[args[0] ?? '']?.mode === undefined ? undefined : { entry, args };
  };
};
