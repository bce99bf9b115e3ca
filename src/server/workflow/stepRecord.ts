// The record that a step is about, such as its meeting: whether the record is done, and which new record becomes that of a waiting step.
// Knows no type by name.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { StepKind } from 'src/model/schema/Workflows.ts';
import { isOpen } from 'src/model/workflow/WorkflowTemplate.ts';
import type { WorkflowContext, WorkflowNeeds, WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { calendarOf, createZones } from 'src/server/store/calendars.ts';
import { itemsNaming } from 'src/server/store/itemsNaming.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { stepAt } from 'src/server/store/readItems.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import { stepsAt, type WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

type ValueSources = Pick<WorkflowNeeds, 'registry' | 'domain'>;

/** Returns the value of a property at an instant. A clock value is computed, since no save changes it. */
const valueOn = async (
  { registry, domain }: ValueSources,
  record: StoredItem,
  { path, now, zoneOf }: { readonly path: string; readonly now: Date; readonly zoneOf: () => Promise<string> },
): Promise<unknown> => {
  const { computed } = registry.types[record.type]?.properties[path] ?? {};
  const clock = computed?.clock === true ? domain.clocks[computed.by] : undefined;
  return clock ? stepAt(clock(record.properties, await zoneOf()), now.getTime()) : valuesAt(record.properties, path)[0];
};

/**
 * Returns the steps whose records are done by the value of a property. Reads each step, record and owner once, without a transaction.
 */
export const stepsDone = async (
  services: WorkflowNeeds,
  { record: name, done }: Pick<StepKind, 'record' | 'done'>,
  ids: readonly ItemId[],
): Promise<readonly ItemId[]> => {
  if (name === undefined || !done || !('path' in done)) return [];
  const { database, items, clock } = services;
  const steps = await items.findMany(database, ids, { refer: true });
  const recordOf = ({ properties }: StoredItem): ItemId[] => valuesAt(properties, name).filter(isItemId);
  const records = new Map(
    (await items.findMany(database, [...new Set(steps.flatMap(recordOf))])).map((each) => [each.id, each]),
  );
  const zoneOf = createZones(services, database);
  const due: ItemId[] = [];
  for (const step of steps) {
    const [record] = recordOf(step).flatMap((id) => records.get(id) ?? []);
    if (!record) continue;
    const asked = { path: done.path, now: clock.now(), zoneOf: () => zoneOf(record) };
    if (done.is.includes(String((await valueOn(services, record, asked)) ?? ''))) due.push(step.id);
  }
  return due;
};

/** Returns true if a person outside the item's owners has written in the conversation since the step began. */
const isAnswered = async ({ services, db }: WorkflowContext, step: StepItem, thread: ItemId): Promise<boolean> => {
  const { registry, items } = services;
  const message = registry.types[registry.conversations?.message ?? ''];
  if (!message) return false;
  const began = String(step.stored.properties['started'] ?? '');
  const messages = (await items.findMany(db, await itemsNaming(db, message, { thread }))).filter(
    ({ created, properties }) => created > began && properties['struckAt'] === undefined,
  );
  const people = await items.findMany(db, [...new Set(messages.map(({ creator }) => creator))]);
  return people.some(({ properties }) => {
    const owners = valuesAt(properties, 'memberships.owner');
    return owners.length > 0 && !owners.some((owner) => step.stored.owners.includes(String(owner)));
  });
};

export const isDoneNow = async (
  context: WorkflowContext,
  { record: path, done }: Pick<StepKind, 'record' | 'done'>,
  step: StepItem,
): Promise<boolean> => {
  const id = path === undefined ? undefined : step.stored.properties[path];
  const record = isItemId(id) ? await context.services.items.find(context.db, id) : undefined;
  if (!record || !done) return false;
  if ('reply' in done) return isAnswered(context, step, record.id);
  const { services, db, now } = context;
  const zoneOf = async (): Promise<string> => (await calendarOf(services, db, record)).timeZone;
  return done.is.includes(String((await valueOn(services, record, { path: done.path, now, zoneOf })) ?? ''));
};

/** Throws `invalid`, at the property of the record, where a person completes a step before its record is done. */
export const refuseUndone = async (run: WorkflowRun, step: StepItem): Promise<void> => {
  const kind = run.kindOf(step);
  if (!kind?.done || kind.record === undefined || (await isDoneNow(run.context, kind, step))) return;
  throw invalid([
    { path: `/${kind.record}`, message: 'errors.workflow.recordOpen', params: { label: step.plan.label } },
  ]);
};

export const kindsNaming = ({ services: { registry } }: WorkflowContext, type: string): readonly StepKind[] =>
  Object.values(registry.steps).filter(({ type: step, record }) => {
    const relation = record === undefined ? undefined : registry.types[step]?.properties[record]?.rel;
    return relation?.to.includes(type) === true;
  });

const itemNamedBy = (record: StoredItem, { fills = {} }: StepKind): ItemId | undefined => {
  const [name] = Object.entries(fills).find(([, path]) => path === '$id') ?? [];
  const id = name === undefined ? undefined : record.properties[name];
  return isItemId(id) ? id : undefined;
};

/** Gives a new record to the step that waits for one. */
export const takeRecord = async (context: WorkflowWriting, record: StoredItem): Promise<void> => {
  for (const kind of kindsNaming(context, record.type)) {
    const of = kind.fills && itemNamedBy(record, kind);
    if (of === undefined || kind.record === undefined) continue;
    const waiting = (await stepsAt(context, { path: 'of', id: of })).find(
      (step) => step.kind === kind.kind && isOpen(step) && step.stored.properties[kind.record ?? ''] === undefined,
    );
    if (!waiting) continue;
    const changes = { [kind.record]: record.id };
    await context.services.items.write(context.tx, waiting.stored, changes, writeMetadataOf(context), {
      kind: 'updated',
    });
  }
};
