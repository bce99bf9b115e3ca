// Sets the state of one step: a person begins, completes, skips or reopens it by the declared table of its states, or an administrator forces
// it. Writes the state (completeStep.ts), notes the event that notifies people, and settles the steps that follow. The item is locked first, so that of two people who complete the same step the second learns that it is done.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import type { StateMachine, Transition } from 'src/model/schema/StateMachine.ts';
import { ANY_STATE } from 'src/model/schema/StateMachine.ts';
import { reopened } from 'src/model/workflow/advance.ts';
import { isOpen, type StepState } from 'src/model/workflow/WorkflowTemplate.ts';
import type { WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import { refuse } from 'src/server/rules/validateItem.ts';
import { missingErrors, movedProblem, reasonErrors } from 'src/server/rules/transitionItem.ts';
import { conclude, endsWithoutOutcome } from 'src/server/workflow/conclude.ts';
import { refuseUndone } from 'src/server/workflow/stepRecord.ts';
import { refuseSamePerson } from 'src/server/workflow/otherPerson.ts';
import { activate, completeStep } from 'src/server/workflow/completeStep.ts';
import { settleWorkflow, stateSetBy } from 'src/server/workflow/startNextSteps.ts';
import type { StepItem } from 'src/server/workflow/StepItem.ts';
import { isListKey } from 'src/server/workflow/templates.ts';
import { noteInRun } from 'src/server/workflow/workflowEvents.ts';
import { endedBy, lockSubject, openRun, type WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

/** The transition of the step table that people may force. */
const FORCE = 'force';

interface StepInRun {
  readonly run: WorkflowRun;
  readonly step: StepItem;
  readonly states: StateMachine;
}

/** Throws `notFound` where the item has no such step. */
export const stepOf = async (context: WorkflowWriting, id: ItemId, name: string): Promise<StepInRun> => {
  const run = await openRun(context, await lockSubject(context, id));
  const step = run?.step(name);
  const states = step && context.services.registry.types[step.stored.type]?.states;
  if (!run || !step || !states) throw problem('notFound');
  return { run, step, states };
};

interface StepStateRequest {
  readonly step: string;
  /** The state that the step goes to, or the name of a transition. */
  readonly state?: string | undefined;
  readonly transition?: string | undefined;
  readonly outcome?: string | undefined;
  readonly reason?: string | undefined;
  readonly u?: number | undefined;
  /** Versions of other items that the caller has looked at, such as of a letter that the step approves. */
  readonly seen?: Readonly<Record<ItemId, number>> | undefined;
}

const may = ({ run, step }: StepInRun, name: string): Promise<boolean> => {
  const { services, readFilter, tx } = run.context;
  return services.access.can(tx, readFilter, step.stored, name);
};

/** Returns the transition that leads to the requested state, from the present state where there is one. */
const transitionFor = async (found: StepInRun, { state, transition }: StepStateRequest): Promise<Transition> => {
  const { states, step } = found;
  const fitting = states.transitions.filter(
    (each) =>
      !each.auto && each.to !== ANY_STATE && (transition === undefined ? each.to === state : each.name === transition),
  );
  const chosen = fitting.find(({ from }) => from.includes(step.state)) ?? fitting[0];
  if (!chosen || !(await may(found, chosen.name))) throw problem('notAllowed');
  return chosen;
};

const hasChangedState = async ({ run, step, states }: StepInRun, u: number | undefined): Promise<boolean> => {
  if (u === undefined || u >= step.stored.u || u < 1) return false;
  const { before } = await run.context.services.items.changesSince(run.context.tx, step.stored, u);
  return Object.hasOwn(before, states.property);
};

/** Returns the outcome that the item has from an earlier step, where the kind of the step takes it over. */
const knownOutcome = ({ run, step }: StepInRun): string | undefined => {
  const { outcome: name } = run.declared.ends ?? {};
  const known = name === undefined ? undefined : run.subject.properties[name];
  return run.kindOf(step)?.outcome === 'required' && typeof known === 'string' ? known : undefined;
};

/** True where a person must give the outcome of the step: the next steps depend on it, its kind requires it, or the item ends with it. */
const needsOutcome = (found: StepInRun): boolean => {
  const { run, step } = found;
  if (Object.keys(step.next ?? {}).length > 0) return true;
  const isAsked = run.kindOf(step)?.outcome === 'required';
  return (isAsked && knownOutcome(found) === undefined) || endsWithoutOutcome(run, step);
};

/** Checks that a step whose outcome decides the next steps has one of the outcomes that lead on. */
const outcomeErrors = async (found: StepInRun, outcome: string | undefined): Promise<void> => {
  const { run, step } = found;
  const leads = Object.keys(step.next ?? {});
  if (outcome === undefined)
    return refuse(needsOutcome(found) ? [{ path: '/outcome', message: 'errors.required' }] : []);
  const { declared, subject, context } = run;
  const outcomeRequest = { list: declared.outcomes, owners: subject.owners, key: outcome };
  if (!leads.includes(outcome) && !(await isListKey(context, outcomeRequest)))
    throw invalidAt('/outcome', 'errors.invalidChoice');
};

/** Copies the outcome of a step to its item. A later step can change it. */
const giveOutcome = async ({ run }: StepInRun, outcome: string): Promise<void> => {
  const { outcome: name } = run.declared.ends ?? {};
  if (name !== undefined && run.subject.properties[name] !== outcome)
    await run.writeSubject({ [name]: outcome }, 'stepStateSet');
};

const complete = async (found: StepInRun, given: string | undefined): Promise<void> => {
  const { run, step } = found;
  refuse(missingErrors(run.kindOf(step)?.required ?? [], step.stored.properties));
  await refuseUndone(run, step);
  await refuseSamePerson(run, step);
  await outcomeErrors(found, given);
  const outcome = given ?? knownOutcome(found);
  if (outcome !== undefined) await giveOutcome(found, outcome);
  await completeStep(run, step, outcome === undefined ? {} : { outcome });
};

/** Opens the step again. The steps that follow from it are decided again. */
const openAgain = async ({ run, step }: StepInRun, changes: Values): Promise<void> => {
  const behind = reopened(run.steps, step.key);
  const again = { ...changes, outcome: null };
  // A person has to start such a step again, so that it can be changed before that.
  if (run.kindOf(step)?.starts === 'manual')
    await run.write(step, { ...again, state: 'PENDING', finished: null, finishedBy: null }, 'stepStateSet');
  else await activate(run, step, again);
  for (const { key, to } of behind) {
    const each = run.step(key);
    if (each) await run.write(each, { state: to }, 'stepStateSet');
  }
};

/** Refuses to skip a step that demands another person to the person whom it would check. */
const leaveOutStep = async ({ run, step }: StepInRun, to: StepState, said: Values): Promise<void> => {
  await refuseSamePerson(run, step);
  await run.write(step, { state: to, ...endedBy(run), ...said }, 'stepStateSet');
};

const carryOut = async (found: StepInRun, to: StepState, request: StepStateRequest): Promise<void> => {
  const { run, step } = found;
  const { reason, outcome } = request;
  const reasonValues: Values = reason === undefined ? {} : { reason };
  if (to === 'ACTIVE' && step.state === 'PENDING')
    refuse(missingErrors(run.kindOf(step)?.demands ?? [], step.stored.properties));
  if (to === 'COMPLETE') await complete(found, outcome);
  else if (to === 'ACTIVE' && isOpen(step)) await activate(run, step, reasonValues);
  else if (to === 'ACTIVE') await openAgain(found, reasonValues);
  else await leaveOutStep(found, to, reasonValues);
};

/** Throws `notAllowed`, `invalid`: `errors.state.moved` with the state that the step has now, or what is missing to complete it. */
export const setStepState = async (
  context: WorkflowWriting,
  id: ItemId,
  request: StepStateRequest,
): Promise<WorkflowRun> => {
  const found = await stepOf({ ...context, seen: request.seen }, id, request.step);
  const { run, step, states } = found;
  const transition = await transitionFor(found, request);
  if (!transition.from.includes(step.state) || (await hasChangedState(found, request.u)))
    throw movedProblem(states, step.stored);
  refuse([
    ...reasonErrors(transition.reason, request.reason),
    ...missingErrors(transition.requires, step.stored.properties),
  ]);
  const to = transition.to as StepState;
  await carryOut(found, to, request);
  await noteInRun(run, { kind: 'stepStateSet', step, reason: request.reason, moved: { from: step.state, to } });
  const set = stateSetBy(step, to);
  await run.summarise('stepStateSet', { ...set, ...(await settleWorkflow(run)) });
  if (to === 'COMPLETE' || to === 'SKIP') await conclude(run, step);
  return run;
};

/** Completes an active step that needs no further input from a person. Returns true if it is complete. */
export const completeByItself = async (context: WorkflowWriting, id: ItemId, name: string): Promise<boolean> => {
  const found = await stepOf(context, id, name);
  const { run, step } = found;
  const isFilled = missingErrors(run.kindOf(step)?.required ?? [], step.stored.properties).length === 0;
  if (step.state !== 'ACTIVE' || !isFilled || needsOutcome(found)) return false;
  await setStepState(context, id, { step: name, state: 'COMPLETE' });
  return true;
};

/**
 * Sets any other state, by an administrator and with a reason that the history keeps. Runs none of the effects of that state. If two people
 * force the same state, the second gets the answer that it is already set.
 */
export const forceStepState = async (
  context: WorkflowWriting,
  id: ItemId,
  { step: name, state, reason }: { readonly step: string; readonly state: string; readonly reason: string },
): Promise<WorkflowRun> => {
  const found = await stepOf(context, id, name);
  const { run, step, states } = found;
  if (!(await may(found, FORCE))) throw problem('notAllowed');
  refuse(reasonErrors('required', reason));
  const values = context.services.registry.types[step.stored.type]?.properties['state']?.values ?? [];
  if (!values.includes(state)) throw invalidAt('/state', 'errors.invalidChoice');
  if (state === step.state) throw movedProblem(states, step.stored);
  const isEnd = state === 'COMPLETE' || state === 'SKIP';
  const changes = { state, reason, ...(isEnd ? endedBy(run) : { finished: null, finishedBy: null }) };
  await run.write(step, changes, 'stepStateForced');
  const moved = { from: step.state, to: state };
  await noteInRun(run, { kind: 'stepStateForced', step, reason, moved, to: step.assigned });
  await run.summarise('stepStateForced', { ...stateSetBy(step, state as StepState), ...(await settleWorkflow(run)) });
  return run;
};
