// The record that a step is about, such as its meeting: whether it is done, and which new one a waiting step takes as its own. Knows no
// type by name.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { StepKind } from 'src/model/schema/Workflows.ts';
import { isOpen } from 'src/model/workflow/WorkflowTemplate.ts';
import type { Context } from 'src/server/context.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { calendarOf } from 'src/server/store/calendars.ts';
import { itemsNaming } from 'src/server/store/itemsNaming.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { stepAt } from 'src/server/store/readItems.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import { stepsAt, type WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

/** The value of a property now; that of a clock is worked out, since no save changes it. */
const valueNow = async (context: Context, record: StoredItem, path: string): Promise<unknown> => {
  const { services, db, now } = context;
  const { computed } = services.registry.types[record.type]?.properties[path] ?? {};
  const clock = computed?.clock === true ? services.domain.clocks[computed.by] : undefined;
  if (!clock) return valuesAt(record.properties, path)[0];
  const { timeZone } = await calendarOf(services, db, record);
  return stepAt(clock(record.properties, timeZone), now.getTime());
};

/** Returns true if a person outside the item's owners has written in the conversation since the step began. */
const isAnswered = async ({ services, tx }: Context, step: StepItem, thread: ItemId): Promise<boolean> => {
  const { registry, items } = services;
  const message = registry.types[registry.conversations?.message ?? ''];
  if (!message || !tx) return false;
  const began = String(step.stored.properties['started'] ?? '');
  const said = (await items.findMany(tx, await itemsNaming(tx, message, { thread }))).filter(
    ({ created, properties }) => created > began && properties['struckAt'] === undefined,
  );
  const people = await items.findMany(tx, [...new Set(said.map(({ creator }) => creator))]);
  return people.some(({ properties }) => {
    const owners = valuesAt(properties, 'memberships.owner');
    return owners.length > 0 && !owners.some((owner) => step.stored.owners.includes(String(owner)));
  });
};

export const isDoneNow = async (
  context: Context,
  { record: path, done }: Pick<StepKind, 'record' | 'done'>,
  step: StepItem,
): Promise<boolean> => {
  const id = path === undefined ? undefined : step.stored.properties[path];
  const record = isItemId(id) ? await context.services.items.find(context.db, id) : undefined;
  if (!record || !done) return false;
  if ('reply' in done) return isAnswered(context, step, record.id);
  return done.is.includes(String((await valueNow(context, record, done.path)) ?? ''));
};

/** Throws `invalid` at the record where a person completes a step before its record is done. */
export const refuseUndone = async (run: WorkflowRun, step: StepItem): Promise<void> => {
  const kind = run.kindOf(step);
  if (!kind?.done || kind.record === undefined || (await isDoneNow(run.context, kind, step))) return;
  throw invalid([
    { path: `/${kind.record}`, message: 'errors.workflow.recordOpen', params: { label: step.plan.label } },
  ]);
};

export const kindsNaming = ({ services: { registry } }: Context, type: string): readonly StepKind[] =>
  Object.values(registry.steps).filter(({ type: step, record }) => {
    const relation = record === undefined ? undefined : registry.types[step]?.properties[record]?.rel;
    return relation?.to.includes(type) === true;
  });

const itemNamedBy = (record: StoredItem, { fills = {} }: StepKind): ItemId | undefined => {
  const [name] = Object.entries(fills).find(([, path]) => path === '$id') ?? [];
  const id = name === undefined ? undefined : record.properties[name];
  return isItemId(id) ? id : undefined;
};

/** A new record becomes that of the step which waits for one. */
export const takeRecord = async (context: Context, record: StoredItem): Promise<void> => {
  for (const kind of kindsNaming(context, record.type)) {
    const of = kind.fills && itemNamedBy(record, kind);
    if (of === undefined || kind.record === undefined || !context.tx) continue;
    const waiting = (await stepsAt(context, { path: 'of', id: of })).find(
      (step) => step.kind === kind.kind && isOpen(step) && step.stored.properties[kind.record ?? ''] === undefined,
    );
    if (!waiting) continue;
    const changes = { [kind.record]: record.id };
    await context.services.items.write(context.tx, waiting.stored, changes, writeMetadataOf(context), 'updated');
  }
};
