// The actions of states and workflows: `transition` on any item with declared states, the operations on an item that has a workflow, the
// people of its steps to come, and the dry run of a template. An operation answers with the state of the item after it, and checks the
// rights of its caller where it is carried out.

import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { isStepType } from 'src/model/schema/isStepType.ts';
import type { WritingContext } from 'src/server/context.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { OnTarget } from 'src/server/endpoint.ts';
import { endpoint, type WorkflowNeeds } from 'src/server/workflow/WorkflowNeeds.ts';
import { stateOf, transitionItem } from 'src/server/rules/transitionItem.ts';
import { refuse } from 'src/server/rules/validateItem.ts';
import { updateItem } from 'src/server/rules/updateItem.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';
import { dryRunWorkflow } from 'src/server/workflow/dryRunWorkflow.ts';
import { peopleAhead } from 'src/server/workflow/peopleAhead.ts';
import { followRecord } from 'src/server/workflow/followRecord.ts';
import { restartClock, stopClock } from 'src/server/workflow/lawClock.ts';
import {
  addStep,
  applySteps,
  clearWorkflow,
  forceWorkflowState,
  initManual,
  setWorkflow,
} from 'src/server/workflow/planOperations.ts';
import { forceStepState, setStepState, stepOf } from 'src/server/workflow/setStepState.ts';
import type { WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

type WorkflowAnswer = Endpoints['setStepState']['answer'];

const workflowAnswer = ({ subject, steps, summary }: WorkflowRun): WorkflowAnswer => ({
  _u: subject.u,
  ...(typeof summary['state'] === 'string' && { state: summary['state'] }),
  steps: steps.map(({ key, state, stored }) => ({ $id: stored.id, _u: stored.u, key, state })),
});

type OnWorkflow<Input> = (context: WritingContext<WorkflowNeeds>, id: ItemId, input: Input) => Promise<WorkflowRun>;

/** Makes a handler that answers with the state of the item after the operation. */
const onTargetWorkflow =
  <Input>(run: OnWorkflow<Input>) =>
  async (context: WritingContext<WorkflowNeeds> & OnTarget, input: Input): Promise<WorkflowAnswer> =>
    workflowAnswer(await run(context, context.target, input));

type Transition = Endpoints['transition']['input'];

/** A step is moved by its workflow, which does what follows from the move. */
const moveStep = async (
  context: WritingContext<WorkflowNeeds>,
  id: ItemId,
  { name, ...rest }: Transition,
): Promise<Moved> => {
  const { services, db, readFilter } = context;
  const step = await services.access.visible(db, readFilter, id);
  const run = await setStepState(context, String(step.properties['of'] ?? ''), { ...rest, step: id, transition: name });
  await followRecord(context, run.subject);
  const moved = run.step(id);
  return { state: moved?.state ?? '', _u: moved?.stored.u ?? step.u };
};

type Moved = Endpoints['transition']['answer'];

interface Asked {
  readonly asks: readonly string[] | undefined;
  readonly props: Json | undefined;
  readonly u?: number | undefined;
}

/** Saves what a transition or a step asks, with the rights and the rules of every save. Anything else is refused. */
const saveAsked = async (
  context: WritingContext<WorkflowNeeds>,
  id: ItemId,
  { asks = [], props, u }: Asked,
): Promise<void> => {
  if (!isRecord(props)) return;
  const other = Object.keys(props).filter((each) => !asks.includes(each));
  refuse(other.map((each) => ({ path: pointerOf([each]), message: 'errors.unknownProperty' })));
  await updateItem(context, { id, u, changes: props as Values });
};

export const transition = endpoint('transition', async (context, input) => {
  const { target } = context;
  const { registry } = context.services;
  if (isStepType(registry, parseItemId(target).type)) return await moveStep(context, target, input);
  const { name, reason, u, props } = input;
  const declared = registry.types[parseItemId(target).type]?.states?.transitions.find((each) => each.name === name);
  await saveAsked(context, target, { asks: declared?.asks, props, u });
  const { stored } = await transitionItem(context, { id: target, name, reason, u });
  await followRecord(context, stored);
  const states = registry.types[stored.type]?.states;
  return { state: states ? stateOf(states, stored) : '', _u: stored.u };
});

export const applyStepProps = endpoint(
  'applyStepProps',
  onTargetWorkflow(async (context, id, { step: key, u, props }) => {
    const { run, step } = await stepOf(context, id, key);
    if (step.state !== 'ACTIVE' && step.state !== 'PENDING') throw problem('notAllowed');
    await updateItem(context, { id: step.stored.id, u, changes: props });
    await run.reload();
    return run;
  }),
);

export const setWorkflowEndpoint = endpoint(
  'setWorkflow',
  onTargetWorkflow((context, id, { workflow }) => setWorkflow(context, id, workflow)),
);

export const setStepStateEndpoint = endpoint(
  'setStepState',
  onTargetWorkflow(async (context, id, input) => {
    const { step } = await stepOf(context, id, input.step);
    const asks = input.state === 'COMPLETE' ? context.services.registry.steps[step.kind]?.asks : [];
    await saveAsked(context, id, { asks, props: input.props });
    const run = await setStepState(context, id, input);
    await followRecord(context, run.subject);
    return run;
  }),
);

export const initManualEndpoint = endpoint(
  'initManual',
  onTargetWorkflow((context, id, { steps }) => initManual(context, id, steps)),
);

export const forceWorkflowStateEndpoint = endpoint('forceWorkflowState', onTargetWorkflow(forceWorkflowState));

export const clearWorkflowEndpoint = endpoint(
  'clearWorkflow',
  onTargetWorkflow((context, id, { reason }) => clearWorkflow(context, id, reason)),
);

export const forceStepStateEndpoint = endpoint('forceStepState', onTargetWorkflow(forceStepState));

export const addStepEndpoint = endpoint('addStep', onTargetWorkflow(addStep));

export const stopClockEndpoint = endpoint(
  'stopClock',
  onTargetWorkflow((context, id, { reason }) => stopClock(context, id, reason)),
);

export const restartClockEndpoint = endpoint(
  'restartClock',
  onTargetWorkflow((context, id) => restartClock(context, id)),
);

export const applyStepsEndpoint = endpoint('applySteps', async (context, { preview = false }) => {
  const { run, answer } = await applySteps(context, context.target, preview);
  return { ...answer, ...(preview ? {} : workflowAnswer(run)) };
});

export const dryRunWorkflowEndpoint = endpoint('dryRunWorkflow', (context, { item }) =>
  dryRunWorkflow(context, context.target, item),
);

export const peopleAheadEndpoint = endpoint('peopleAhead', (context) => peopleAhead(context, context.target));
