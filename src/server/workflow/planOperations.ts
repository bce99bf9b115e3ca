// The operations that give an item its steps, by a template or by hand, add one step, bring in a newer version of the template, and remove
// the steps. Each locks the item and writes steps, summary and event in one transaction.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { dueAfter } from 'src/model/calendar/workingDays.ts';
import { invalid, invalidAt, problem } from 'src/model/problems.ts';
import { planChanges, planSteps, type PlanChanges } from 'src/model/workflow/planSteps.ts';
import { isOpen, type Assign, type TemplateStep, type WorkflowTemplate } from 'src/model/workflow/WorkflowTemplate.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import type { WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import { reasonErrors } from 'src/server/rules/transitionItem.ts';
import { refuse } from 'src/server/rules/validateItem.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { refuseUnseeing } from 'src/server/rules/refuseUnseeing.ts';
import { settleWorkflow } from 'src/server/workflow/startNextSteps.ts';
import { plannedValues, replannedValues } from 'src/server/workflow/StepItem.ts';
import { isListKey, refuseFaults, templateFrom, templateVersion } from 'src/server/workflow/templates.ts';
import { noteInRun, type WorkflowEventKind } from 'src/server/workflow/workflowEvents.ts';
import { conditionSubject, lockSubject, openRun, type WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

/** Opens the workflow for a person who has the declared right on the item. Throws `notFound` or `notAllowed`. */
export const permittedRun = async (context: WorkflowWriting, id: ItemId): Promise<WorkflowRun> => {
  const subject = await lockSubject(context, id);
  const run = await openRun(context, subject);
  const { services, readFilter, db } = context;
  if (!run || !(await services.access.can(db, readFilter, subject, run.declared.may))) throw problem('notAllowed');
  return run;
};

/** Opens the workflow for an administrator of the item's owners, who gives a reason. */
const runForAdministrator = async (context: WorkflowWriting, id: ItemId, reason: string): Promise<WorkflowRun> => {
  const subject = await lockSubject(context, id);
  const run = await openRun(context, subject);
  if (!run || !administers(context.subject, subject.owners)) throw problem('notAllowed');
  refuse(reasonErrors('required', reason));
  return run;
};

interface Plan {
  readonly template: WorkflowTemplate;
  readonly kind: WorkflowEventKind;
  /** Values that steps and summary take from the template. */
  readonly from: Values;
}

const typeOfKind = (run: WorkflowRun, kind: string): string => {
  const type = run.kindOf({ kind })?.type;
  if (type === undefined) throw invalidAt('/kind', 'errors.workflow.unknownKind');
  return type;
};

const addPlanned = async (run: WorkflowRun, step: TemplateStep, more: Values): Promise<void> => {
  await run.add(typeOfKind(run, step.kind), { ...plannedValues(step), state: 'BLANK', ...more });
};

/** The kinds of steps whose doers may not complete the step, as its plan names them by key. */
const kindsOfOthers = (
  { others = [] }: Pick<TemplateStep, 'others'>,
  steps: readonly { readonly key: string; readonly kind: string }[],
): readonly string[] => steps.filter(({ key }) => others.includes(key)).map(({ kind }) => kind);

/**
 * Throws `invalid` where a running step demands another person than did certain steps, and the new steps do not, unless the caller is an
 * administrator of the item's owners.
 */
const refuseLostDemand = ({ steps, subject, context }: WorkflowRun, template: WorkflowTemplate): void => {
  if (administers(context.subject, subject.owners)) return;
  const lost = steps.find((step) => {
    const demanded = kindsOfOthers(step.plan, steps);
    const next = template.steps.filter(({ kind }) => kind === step.kind);
    const holds = (each: TemplateStep): boolean => {
      const kinds = kindsOfOthers(each, template.steps);
      return demanded.every((kind) => kinds.includes(kind));
    };
    return (step.plan.others ?? []).length > 0 && (next.length === 0 || !next.every(holds));
  });
  if (lost)
    throw invalid([
      { path: '/workflow', message: 'errors.workflow.otherPersonLost', params: { label: lost.plan.label } },
    ]);
};

/** Replaces the steps. Throws where a step is done already: an administrator has to clear the workflow first. */
const beginWorkflow = async (run: WorkflowRun, { template, kind, from }: Plan): Promise<void> => {
  const { subject } = run;
  if (run.steps.some(({ state, leftOut }) => state === 'COMPLETE' || leftOut === true))
    throw invalidAt('/workflow', 'errors.workflow.running');
  refuseLostDemand(run, template);
  await refuseFaults(run.context, { template, of: subject.type, owners: subject.owners });
  for (const step of run.steps) await run.remove(step);
  for (const step of planSteps(template, conditionSubject(run.context, subject))) await addPlanned(run, step, from);
  await noteInRun(run, { kind });
  const set = await settleWorkflow(run);
  const cleared = { workflow: null, version: null, state: null, forced: null };
  await run.summarise(kind, { ...cleared, ...from, ...set });
};

const templateFor = async (context: WorkflowWriting, id: string, path: string): Promise<StoredItem> => {
  const { services, db, readFilter } = context;
  const stored = isItemId(id) ? await services.items.find(db, id) : undefined;
  const isOne = stored?.type === services.registry.workflows?.template && readFilter.canRead(stored?.acl ?? 0);
  if (!stored || !isOne) throw invalidAt(path, 'errors.relation');
  return stored;
};

export const setWorkflow = async (context: WorkflowWriting, id: ItemId, workflow: string): Promise<WorkflowRun> => {
  const run = await permittedRun(context, id);
  const template = await templateFor(context, workflow, '/workflow');
  const { state, of } = template.properties;
  if (state !== 'ACTIVE' || of !== run.subject.type) throw invalidAt('/workflow', 'errors.workflow.notForThis');
  const from = { workflow: template.id, version: templateVersion(template) };
  await beginWorkflow(run, { template: templateFrom(template.properties), kind: 'workflowStepsApplied', from });
  return run;
};

export const initManual = async (
  context: WorkflowWriting,
  id: ItemId,
  steps: readonly TemplateStep[],
): Promise<WorkflowRun> => {
  const run = await permittedRun(context, id);
  await beginWorkflow(run, { template: { steps }, kind: 'workflowManualInit', from: {} });
  return run;
};

interface AddedStep {
  readonly kind: string;
  readonly label: string;
  readonly after?: readonly string[] | undefined;
  readonly assign?: Assign | undefined;
  readonly due?: string | undefined;
}

const addedKey = (run: WorkflowRun): string => {
  let number = run.steps.length + 1;
  while (run.step(`added${number}`)) number += 1;
  return `added${number}`;
};

/** Adds a step that the template does not have, where its kind allows that. It waits only for the steps that it names. */
export const addStep = async (context: WorkflowWriting, id: ItemId, added: AddedStep): Promise<WorkflowRun> => {
  const run = await permittedRun(context, id);
  const { kind, label, after = [], assign, due } = added;
  const declared = run.kindOf({ kind });
  if (declared?.adHoc !== true || !declared.for.includes(run.subject.type))
    throw invalidAt('/kind', 'errors.workflow.unknownKind');
  const unknown = after.flatMap((key, at): InvalidEntry[] =>
    run.step(key) ? [] : [{ path: `/after/${at}`, message: 'errors.workflow.unknownStep', params: { name: key } }],
  );
  refuse(unknown);
  await refuseUnseeing(run.context, run.subject, { users: assign?.users ?? [], path: '/assign/users' });
  const group = Math.max(0, ...run.steps.filter(isOpen).map((step) => step.group));
  const step: TemplateStep = { key: addedKey(run), kind, label, group, after, assign };
  await addPlanned(run, step, { adHoc: true, ...(due !== undefined && { $assignedDue: due }) });
  await noteInRun(run, { kind: 'workflowStepsApplied', step: run.step(step.key) });
  await run.summarise('workflowStepsApplied', await settleWorkflow(run));
  return run;
};

const renamed = (key: string, number: number): string => `${key.slice(0, 40)}-${number}`;

/** Returns the due day of an open step whose number of days has changed, counted from the day on which it began. */
const dueAnew = (run: WorkflowRun, key: string, step: TemplateStep): Values => {
  const running = run.step(key);
  if (!running || !isOpen(running) || step.days === undefined) return {};
  const began = running.stored.properties['started'] ?? running.stored.updated;
  const day = dayIn(new Date(String(began)), run.calendar.timeZone);
  return { $assignedDue: dueAfter(run.calendar, day, { days: step.days, working: step.working }) };
};

const applyPlanChanges = async (run: WorkflowRun, changes: PlanChanges, from: Values): Promise<void> => {
  for (const key of changes.remove) {
    const step = run.step(key);
    if (step) await run.remove(step);
  }
  for (const key of changes.keep) {
    const step = run.step(key);
    if (step) await run.write(step, { adHoc: true, key: renamed(key, step.stored.number) }, 'workflowStepsApplied');
  }
  for (const { key, step, names } of changes.change) {
    const running = run.step(key);
    const isDue = names.includes('days') || names.includes('working');
    const values = { ...replannedValues(step), ...from, ...(isDue && dueAnew(run, key, step)) };
    if (running) await run.write(running, values, 'workflowStepsApplied');
  }
  for (const step of changes.add) await addPlanned(run, step, from);
};

type StepChanges = Omit<Endpoints['applySteps']['answer'], '_u' | 'state' | 'steps'>;

const shownChanges = (
  run: WorkflowRun,
  { add, change, remove, keep }: PlanChanges,
): Omit<StepChanges, 'from' | 'to'> => {
  const named = (key: string): StepChanges['remove'][number] => ({ key, label: run.step(key)?.plan.label ?? key });
  return {
    add: add.map(({ key, label, kind }) => ({ key, label, kind })),
    change: change.map(({ key, step, names }) => ({ key, label: step.label, names })),
    remove: remove.map(named),
    keep: keep.map(named),
  };
};

/** Brings in the newest version of the template. With `preview`, it only returns what that would change. */
export const applySteps = async (
  context: WorkflowWriting,
  id: ItemId,
  preview: boolean,
): Promise<{ readonly run: WorkflowRun; readonly answer: StepChanges }> => {
  const run = await permittedRun(context, id);
  const { workflow, version = 1 } = run.summary;
  if (typeof workflow !== 'string') throw invalidAt('/workflow', 'errors.workflow.none');
  const stored = await templateFor(context, workflow, '/workflow');
  const template = templateFrom(stored.properties);
  const changes = planChanges(run.steps, template);
  const answer = { from: Number(version), to: templateVersion(stored), ...shownChanges(run, changes) };
  if (preview) return { run, answer };
  await refuseFaults(run.context, { template, of: run.subject.type, owners: run.subject.owners });
  const from = { version: templateVersion(stored) };
  await applyPlanChanges(run, changes, { ...from, workflow: stored.id });
  await noteInRun(run, { kind: 'workflowStepsApplied' });
  await run.summarise('workflowStepsApplied', { ...from, ...(await settleWorkflow(run)) });
  return { run, answer };
};

/** Sets any other state of the workflow. */
export const forceWorkflowState = async (
  context: WorkflowWriting,
  id: ItemId,
  { state, reason }: { readonly state: string; readonly reason: string },
): Promise<WorkflowRun> => {
  const run = await runForAdministrator(context, id, reason);
  const valueRequest = { list: run.declared.list, owners: run.subject.owners, key: state };
  if (!(await isListKey(context, valueRequest))) throw invalidAt('/state', 'errors.invalidChoice');
  if (state === run.summary['state'])
    throw invalid([{ path: '/state', message: 'errors.state.moved', params: { state } }]);
  await noteInRun(run, { kind: 'workflowStateForced', reason });
  await run.summarise('workflowStateForced', { state, forced: true });
  return run;
};

export const clearWorkflow = async (context: WorkflowWriting, id: ItemId, reason: string): Promise<WorkflowRun> => {
  const run = await runForAdministrator(context, id, reason);
  for (const step of run.steps) await run.remove(step);
  await noteInRun(run, { kind: 'workflowCleared', reason });
  await run.summarise('workflowCleared');
  return run;
};
