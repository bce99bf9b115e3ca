// Works out what a template would ask of whom and by when, for an item or for none, as far as the reader may know it. Conditions are tried
// on what the reader may read of the item, and people whom the reader may not see are left out. Writes nothing.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { dryRun, type DryStep } from 'src/model/workflow/dryRun.ts';
import type { WorkflowContext } from 'src/server/workflow/WorkflowNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { assigneesOf } from 'src/server/workflow/assignees.ts';
import { conditionSubject } from 'src/server/workflow/WorkflowRun.ts';
import { calendarOf } from 'src/server/store/calendars.ts';
import { templateFaultEntry, templateFaults, templateFrom } from 'src/server/workflow/templates.ts';

type Tried = Pick<StoredItem, 'type' | 'properties' | 'owners'> & Partial<Pick<StoredItem, 'acl'>>;

const itemFor = async (
  { services, db, readFilter }: WorkflowContext,
  template: StoredItem,
  id: ItemId | undefined,
): Promise<Tried> => {
  const of = String(template.properties['of'] ?? '');
  if (id === undefined) return { type: of, properties: {}, owners: template.owners };
  const stored = await services.access.visible(db, readFilter, id);
  if (stored.type !== of) throw invalidAt('/item', 'errors.workflow.notForThis');
  const seen = await services.items.view(db, readFilter, stored, 'act/dryRunWorkflow');
  return { type: of, properties: seen as Values, owners: stored.owners, acl: stored.acl };
};

type Answer = Endpoints['dryRunWorkflow']['answer'];

const dryStepAnswer = async (
  context: WorkflowContext,
  item: Tried,
  step: DryStep,
): Promise<Answer['steps'][number]> => {
  const { services, db, readFilter } = context;
  const { assign, due, ...rest } = step;
  const users = assign ? await assigneesOf(context, item, assign) : [];
  const labels = users.length > 0 ? await services.items.labels(db, readFilter, users) : new Map<ItemId, string>();
  const assignees = users.flatMap((user) => (labels.has(user) ? [{ $id: user, label: labels.get(user) ?? '' }] : []));
  return { ...rest, assignees, ...(due !== undefined && { due }) };
};

export const dryRunWorkflow = async (
  context: WorkflowContext,
  id: ItemId,
  item: ItemId | undefined,
): Promise<Answer> => {
  const { services, db, readFilter, now } = context;
  const stored = await services.access.visible(db, readFilter, id);
  if (stored.type !== services.registry.workflows?.template) throw problem('notAllowed');
  const seen = (await services.items.view(db, readFilter, stored, 'act/dryRunWorkflow')) as Values;
  const tried = await itemFor(context, stored, item);
  const template = templateFrom(seen);
  const calendar = await calendarOf(services, db, tried);
  const faults = await templateFaults(context, { template, of: tried.type, owners: tried.owners });
  const steps: Answer['steps'][number][] = [];
  const isReadable = !faults.some(({ fault }) => fault === 'badCondition');
  const subject = conditionSubject(context, tried);
  for (const step of isReadable ? dryRun(template, subject, { calendar, from: now }) : [])
    steps.push(await dryStepAnswer(context, tried, step));
  return { steps, faults: faults.map(templateFaultEntry) };
};
