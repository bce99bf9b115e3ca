// Every action that runs as a task, by name: the engine's own, and those that areas declare `async`. An action that is declared so without
// code, or has such code without being declared so, fails the start.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerEndpointType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Endpoint } from 'src/server/endpoint.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import type { Context } from 'src/server/context.ts';
import { beginBulk } from 'src/server/tasks/bulkTasks.ts';
import type { TaskAction } from 'src/server/TaskHandler.ts';

export interface RegisteredTask<Needs> extends Omit<TaskAction<Needs>, 'admit'> {
  readonly name: string;
  /** Throws when the person has lost the right to the task. */
  admit(context: Context<Needs>, asked: { readonly target: ItemId; readonly input: Values }): Promise<void>;
}

const admitTo =
  <Needs extends TaskNeeds>(right: string, { admit }: TaskAction<Needs>): RegisteredTask<Needs>['admit'] =>
  async (context, { target, input }) => {
    const { services, db, readFilter } = context;
    const stored = await services.access.visible(db, readFilter, target);
    if (!(await services.access.can(db, readFilter, stored, right))) throw problem('notAllowed');
    await admit?.(context, input);
  };

const admitBySelf =
  <Needs>({ admit }: TaskAction<Needs>): RegisteredTask<Needs>['admit'] =>
  async (context, { input }) =>
    await admit?.(context, input);

const registeredTask = <Needs extends TaskNeeds>(
  { name, on, right, area, many }: ServerEndpointType,
  code: TaskAction<Needs>,
): RegisteredTask<Needs> => {
  if (on === 'item' && right !== undefined) return { ...code, name, admit: admitTo(right, code) };
  // The code checks the person's rights on each item.
  const begin = area !== 'engine' && many === true ? beginBulk : undefined;
  return { ...(begin && { begin }), ...code, name, admit: admitBySelf(code) };
};

/** Returns all tasks by name. */
export const registeredTasks = <Needs extends TaskNeeds>(
  { actions }: Pick<ServerRegistry, 'actions'>,
  endpoints: readonly Endpoint<Needs>[],
): ReadonlyMap<string, RegisteredTask<Needs>> =>
  new Map(
    endpoints.flatMap(({ name, handler }) => {
      const declared = actions[name];
      if (declared?.mode !== 'task') return [];
      if (!('run' in handler)) throw new Error(`The endpoint ${name} is declared a task but has no such code`);
      return [[name, registeredTask(declared, handler)] as const];
    }),
  );
