// Every action that runs as a task, by name: the engine's own, and those that areas declare `async`. An action that is declared so without
// code, or has such code without being declared so, fails the start.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerEndpointType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Context } from 'src/server/context.ts';
import { endpoint, type Endpoint } from 'src/server/endpoint.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { findTask } from 'src/server/store/taskRows.ts';
import { beginBulk, changeMany, deleteMany, undoMany as undoManyTask } from 'src/server/tasks/bulkTasks.ts';
import { importFeatures } from 'src/server/tasks/importFeatures.ts';
import { mergeListValues } from 'src/server/tasks/mergeValues.ts';
import type { TaskAction } from 'src/server/TaskHandler.ts';
import { UNDO } from 'src/server/tasks/undoAgain.ts';

export interface RegisteredTask extends Omit<TaskAction, 'admit'> {
  readonly name: string;
  /** Throws when the person has lost the right to the task. */
  admit(context: Context, asked: { readonly target: ItemId; readonly input: Values }): Promise<void>;
}

/** Each item that one of these touches is asked for by itself. */
const CHANGING: Readonly<Record<string, TaskAction>> = { changeMany, deleteMany, importFeatures, mergeListValues };

/** Undoing a task needs the rights that the task needed. */
const admitUndo: TaskAction['admit'] = async (context, input) => {
  const source = await findTask(context.db, context.subject.userId ?? '', String(input[UNDO.of]));
  if (!source) throw hiddenProblem(context);
  await CHANGING[source.action]?.admit?.(context, (source.input ?? {}) as Values);
};

export const undoMany = endpoint('undoMany', { ...undoManyTask, admit: admitUndo });

const admitTo =
  (right: string, { admit }: TaskAction): RegisteredTask['admit'] =>
  async (context, { target, input }) => {
    const { services, db, readFilter } = context;
    const stored = await services.access.visible(db, readFilter, target);
    if (!(await services.access.can(db, readFilter, stored, right))) throw problem('notAllowed');
    await admit?.(context, input);
  };

const admitBySelf =
  ({ admit }: TaskAction): RegisteredTask['admit'] =>
  async (context, { input }) =>
    await admit?.(context, input);

const registered = ({ name, on, right, area, many }: ServerEndpointType, code: TaskAction): RegisteredTask => {
  if (on === 'item' && right !== undefined) return { ...code, name, admit: admitTo(right, code) };
  // The code checks the person's rights on each item.
  const begin = area !== 'engine' && many === true ? beginBulk : undefined;
  return { ...(begin && { begin }), ...code, name, admit: admitBySelf(code) };
};

/** Returns all tasks by name. */
export const registeredTasks = (
  { actions }: Pick<ServerRegistry, 'actions'>,
  endpoints: readonly Endpoint[],
): ReadonlyMap<string, RegisteredTask> =>
  new Map(
    endpoints.flatMap(({ name, handler }) => {
      const declared = actions[name];
      if (declared?.mode !== 'task') return [];
      if (!('run' in handler)) throw new Error(`The endpoint ${name} is declared a task but has no such code`);
      return [[name, registered(declared, handler)] as const];
    }),
  );
