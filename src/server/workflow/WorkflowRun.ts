// The workflow of one item within one transaction: the item is locked first, so that two people never move the same workflow at once;
// then its steps are read, changed one by one, and at last the item's summary of them is written. Every operation begins with it.

import { deepEqual } from 'src/base/deepEqual.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { filesOf } from 'src/model/schema/paths.ts';
import type { StepKind, WorkflowSubject } from 'src/model/schema/Workflows.ts';
import type { ConditionSubject } from 'src/model/workflow/conditions.ts';
import { figuresOf } from 'src/model/workflow/workflowSummary.ts';
import type { WorkflowContext, WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { stepsNaming } from 'src/server/store/stepRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { calendarOf } from 'src/server/store/calendars.ts';
import { standsStill } from 'src/server/workflow/itemClock.ts';
import { stepFrom, type StepItem } from 'src/server/workflow/StepItem.ts';

export const SUMMARY = '_wf';
/** Bound of the declared property. */
const MAX_ASSIGNED = 50;

export interface WorkflowRun {
  readonly context: WorkflowWriting;
  readonly declared: WorkflowSubject;
  readonly calendar: WorkingCalendar;
  /** The item, as this transaction has it now. */
  readonly subject: StoredItem;
  readonly steps: readonly StepItem[];
  readonly summary: Values;
  kindOf(step: Pick<StepItem, 'kind'>): StepKind | undefined;
  /** Finds a step by its key or its id. */
  step(name: string): StepItem | undefined;
  write(step: StepItem, changes: Values, kind: string): Promise<StepItem>;
  add(type: string, values: Values): Promise<StepItem>;
  remove(step: StepItem): Promise<void>;
  writeSubject(changes: Values, kind: string): Promise<void>;
  /** Must be called after code that may have changed the item or its steps. */
  reload(): Promise<void>;
  /** Updates the summary from the steps. `more`: additional values; null removes one. */
  summarise(kind: string, more?: Values): Promise<void>;
}

const stepTypes = ({ services }: WorkflowContext): ReadonlyMap<number, string> => {
  const { registry } = services;
  return new Map(
    Object.values(registry.steps).flatMap(({ type }) => {
      const number = registry.types[type]?.number;
      return number === undefined ? [] : [[number, type] as const];
    }),
  );
};

/** Steps that name the item at the path, in the order of their groups and of their making. Unfiltered. */
export const stepsAt = async (
  context: WorkflowContext,
  named: { readonly path: string; readonly id: ItemId },
): Promise<StepItem[]> => {
  const { services, db } = context;
  const types = stepTypes(context);
  const keys = await stepsNaming(db, [...types.keys()], named);
  const found = await services.items.findMany(
    db,
    keys.map(({ t, i }) => itemId(types.get(t) ?? '', i)),
  );
  return found
    .map(stepFrom)
    .sort((a, b) => a.group - b.group || a.stored.created.localeCompare(b.stored.created) || a.stored.n - b.stored.n);
};

export const storedSummary = ({ properties }: Pick<StoredItem, 'properties'>): Values => {
  const value = properties[SUMMARY];
  return isRecord(value) ? (value as Values) : {};
};

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** While the clock of the item is stopped, no step has a known due day, and neither has the item (itemClock.ts). */
const nextSummary = ({ summary, subject, steps }: WorkflowRun, more: Values): Values => {
  const { $assigned, $assignedDue = null, done, steps: count } = figuresOf(steps);
  const due = standsStill(subject.properties) ? null : $assignedDue;
  return withoutNulls({
    ...{ ...summary, ...more, done, steps: count, $assignedDue: due },
    $assigned: $assigned.length > 0 ? $assigned.slice(0, MAX_ASSIGNED) : null,
  });
};

/** Returns the item as conditions compare it. */
export const conditionSubject = (
  { services }: WorkflowContext,
  { type, properties }: Pick<StoredItem, 'type' | 'properties'>,
): ConditionSubject => ({ properties: services.registry.types[type]?.properties ?? {}, values: properties });

/**
 * Locks and returns the item of an operation before its rights are checked. Throws `notFound`, or `notAllowed` for an item without
 * workflows.
 */
export const lockSubject = async (context: WorkflowWriting, id: ItemId): Promise<StoredItem> => {
  const { services, tx, readFilter } = context;
  const stored = await services.access.visible(tx, readFilter, id, true);
  if (!services.registry.workflows?.subjects[stored.type]) throw problem('notAllowed');
  return stored;
};

/** Returns the run of an item that this transaction has locked; undefined for a type without workflows. */
export const openRun = async (context: WorkflowWriting, locked: StoredItem): Promise<WorkflowRun | undefined> => {
  const { services, tx } = context;
  const { registry, items } = services;
  const declared = registry.workflows?.subjects[locked.type];
  if (!declared) return undefined;
  const metadata = writeMetadataOf(context);
  let subject = locked;
  let steps = await stepsAt(context, { path: 'of', id: subject.id });
  const replace = (next: StepItem): StepItem => {
    steps = steps.map((each) => (each.stored.id === next.stored.id ? next : each));
    return next;
  };
  const run: WorkflowRun = {
    context,
    declared,
    calendar: await calendarOf(services, tx, subject),
    get subject() {
      return subject;
    },
    get steps() {
      return steps;
    },
    get summary() {
      return storedSummary(subject);
    },
    kindOf: ({ kind }) => registry.steps[kind],
    step: (name) => steps.find(({ key, stored }) => stored.id === name || key === name),
    write: async (step, changes, kind) =>
      replace(stepFrom(await items.write(tx, step.stored, changes, metadata, { kind }))),
    add: async (type, values) => {
      const written = [subject];
      const createdStep = stepFrom(await items.insert(tx, type, { ...values, of: subject.id }, metadata, { written }));
      steps = [...steps, createdStep];
      return createdStep;
    },
    remove: async (step) => {
      const files = filesOf(registry.types[step.stored.type]?.properties ?? {});
      // A step owns only its files. It cannot be restored, because it would then belong to no workflow.
      if (files.length > 0) await items.remove(tx, step.stored, metadata);
      else await items.discard(tx, [step.stored], metadata);
      steps = steps.filter(({ stored }) => stored.id !== step.stored.id);
    },
    writeSubject: async (changes, kind) => {
      subject = await items.write(tx, subject, changes, metadata, { kind });
    },
    reload: async () => {
      subject = (await items.find(tx, subject.id, true)) ?? subject;
      steps = await stepsAt(run.context, { path: 'of', id: subject.id });
    },
    summarise: async (kind, more = {}) => {
      const next = steps.length === 0 && more['state'] === undefined ? null : nextSummary(run, more);
      if (!deepEqual(next, subject.properties[SUMMARY] ?? null)) await run.writeSubject({ [SUMMARY]: next }, kind);
    },
  };
  return run;
};

/** Returns the values that a step keeps about its end. */
export const endedBy = ({ context }: WorkflowRun): Values => ({
  finished: context.now.toISOString(),
  finishedBy: writeMetadataOf(context).by,
});
