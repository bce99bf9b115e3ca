// Every action that runs as a task, by name: the engine's own, and those that areas declare `async`. An action that is declared so without
// code, or has such code without being declared so, fails the start.

import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerEndpointType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Context } from 'src/server/context.ts';
import type { Domain } from 'src/server/extend.ts';
import { inputErrors, type InputErrors } from 'src/server/operations/actions/inputErrors.ts';
import { hiddenProblem } from 'src/server/operations/hiddenProblem.ts';
import { findTask } from 'src/server/store/taskRows.ts';
import { beginBulk, changeMany, deleteMany, undoMany } from 'src/server/tasks/bulkTasks.ts';
import { downloadAttachments } from 'src/server/tasks/downloadAttachments.ts';
import { importFeatures } from 'src/server/tasks/importFeatures.ts';
import { mergeListValues } from 'src/server/tasks/mergeValues.ts';
import type { TaskAction } from 'src/server/tasks/TaskHandler.ts';
import { UNDO } from 'src/server/tasks/undoAgain.ts';

export interface RegisteredTask extends Omit<TaskAction, 'admit'> {
  readonly name: string;
  /** `item`: `_t`,`_i` name the item whose declared right is asked for, again before each part of the work. */
  readonly on: ServerEndpointType['on'];
  readonly errorsOf: InputErrors;
  /** Throws where the person may not do it any more. */
  admit(context: Context, asked: { readonly target: ItemId; readonly input: Values }): Promise<void>;
}

/** Each item that one of these touches is asked for by itself. */
const CHANGING: Readonly<Record<string, TaskAction>> = { changeMany, deleteMany, importFeatures, mergeListValues };

/** What a task needed, whoever takes it back needs too. */
const admitUndo: TaskAction['admit'] = async (context, input) => {
  const source = await findTask(context.db, context.subject.userId ?? '', String(input[UNDO.of]));
  if (!source) throw hiddenProblem(context);
  await CHANGING[source.action]?.admit?.(context, (source.input ?? {}) as Values);
};

const ENGINE_TASKS: Readonly<Record<string, TaskAction>> = {
  ...CHANGING,
  ...{ undoMany: { ...undoMany, admit: admitUndo }, downloadAttachments },
};

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

const codeOf = (domain: Domain, name: string): TaskAction | undefined =>
  Object.hasOwn(domain.tasks, name) ? domain.tasks[name] : undefined;

const registered = (action: ServerEndpointType, domain: Domain): RegisteredTask => {
  const { name, on, right } = action;
  const errorsOf = inputErrors(action.input as Json);
  const engine = Object.hasOwn(ENGINE_TASKS, name) ? ENGINE_TASKS[name] : undefined;
  const code = engine ?? codeOf(domain, name);
  if (!code) throw new Error(`The action ${name} is declared async but has no code in Domain.tasks`);
  if (on === 'item' && right !== undefined) return { ...code, name, on, errorsOf, admit: admitTo(right, code) };
  if (on === 'none' && engine) return { ...code, name, on, errorsOf, admit: admitBySelf(code) };
  // Each item is asked for by itself, as those of the engine's tasks of many are.
  if (on === 'none' && action.many === true)
    return { begin: beginBulk, ...code, name, on, errorsOf, admit: () => Promise.resolve() };
  throw new Error(`The task ${name} needs an item and a right, or must be declared many`);
};

export const taskActions = (
  { actions }: Pick<ServerRegistry, 'actions'>,
  domain: Domain,
): ReadonlyMap<string, RegisteredTask> => {
  const all = new Map(
    Object.values(actions)
      .filter((action) => action.mode === 'task')
      .map((action) => [action.name, registered(action, domain)]),
  );
  for (const name of [...Object.keys(ENGINE_TASKS), ...Object.keys(domain.tasks)])
    if (!all.has(name)) throw new Error(`The action ${name} has code for a task but is not declared async`);
  return all;
};
