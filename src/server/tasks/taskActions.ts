// Every action that runs as a task, by name: the engine's own, and those that areas declare `async`. An action that is declared so without
// code, or has such code without being declared so, fails the start.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerActionType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Context } from 'src/server/context.ts';
import type { Domain } from 'src/server/extend.ts';
import { inputErrors, type InputErrors } from 'src/server/operations/actions/inputErrors.ts';
import { changeMany, deleteMany, undoMany } from 'src/server/tasks/bulkTasks.ts';
import { downloadAttachments } from 'src/server/tasks/downloadAttachments.ts';
import { importFeatures } from 'src/server/tasks/importFeatures.ts';
import { mergeListValues } from 'src/server/tasks/mergeValues.ts';
import type { TaskAction } from 'src/server/tasks/TaskHandler.ts';

export interface RegisteredTask extends Omit<TaskAction, 'on'> {
  readonly name: string;
  /** `item`: `_t`,`_i` name the item whose declared right is asked for, again before each part of the work. */
  readonly on: 'nobody' | 'item';
  readonly errorsOf: InputErrors;
  /** Throws where the person may not do it any more. */
  admit(context: Context, target: ItemId): Promise<void>;
}

/** Each item that one of these touches is asked for by itself. */
const ENGINE_TASKS: Readonly<Record<string, TaskAction>> = {
  ...{ changeMany, deleteMany, undoMany },
  ...{ downloadAttachments, importFeatures, mergeListValues },
};

const admitTo =
  ({ right }: ServerActionType): RegisteredTask['admit'] =>
  async ({ services, db, readFilter }, target) => {
    const stored = await services.access.visible(db, readFilter, target);
    if (!(await services.access.can(db, readFilter, stored, right))) throw problem('notAllowed');
  };

const codeOf = (domain: Domain, name: string): TaskAction | undefined =>
  Object.hasOwn(domain.tasks, name) ? domain.tasks[name] : undefined;

const registered = (action: ServerActionType, domain: Domain): RegisteredTask => {
  const { name } = action;
  const errorsOf = inputErrors(action.input as Json);
  const engine = Object.hasOwn(ENGINE_TASKS, name) ? ENGINE_TASKS[name] : undefined;
  if (engine && engine.on !== 'item')
    return { ...engine, name, errorsOf, on: 'nobody', admit: () => Promise.resolve() };
  const code = engine ?? codeOf(domain, name);
  if (!code) throw new Error(`The action ${name} is declared async but has no code in Domain.tasks`);
  if (action.right === '') throw new Error(`The action ${name} declares no right`);
  return { ...code, name, errorsOf, on: 'item', admit: admitTo(action) };
};

export const taskActions = (
  { actions }: Pick<ServerRegistry, 'actions'>,
  domain: Domain,
): ReadonlyMap<string, RegisteredTask> => {
  const all = new Map(
    Object.values(actions)
      .filter((action) => action.async === true)
      .map((action) => [action.name, registered(action, domain)]),
  );
  for (const name of [...Object.keys(ENGINE_TASKS), ...Object.keys(domain.tasks)])
    if (!all.has(name)) throw new Error(`The action ${name} has code for a task but is not declared async`);
  return all;
};
