// The actions of states and workflows: `transition` on any item with declared states, the operations on an item that has a workflow, the
// people of its steps to come, and the dry run of a template. An operation answers with the state of the item after it, and checks the
// rights of its caller where it is carried out.

import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { isStepType } from 'src/model/schema/isStepType.ts';
import type { WritingContext } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import { stateOf, transitionItem } from 'src/server/rules/transitionItem.ts';
import { refuse } from 'src/server/rules/completeItem.ts';
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
  type AddedStep,
} from 'src/server/workflow/planOperations.ts';
import { forceStepState, setStepState, stepOf, type StepStateRequest } from 'src/server/workflow/stepOperations.ts';
import type { WorkflowRun } from 'src/server/workflow/WorkflowRun.ts';

const answerOf = ({ subject, steps, summary }: WorkflowRun): Record<string, Json> => ({
  _u: subject.u,
  ...(typeof summary['state'] === 'string' && { state: summary['state'] }),
  steps: steps.map(({ key, state, stored }) => ({ $id: stored.id, _u: stored.u, key, state })),
});

const textIn = (input: Values, name: string): string => String(input[name] ?? '');

type Operation =
  | ('applyStepProps' | 'setWorkflow' | 'setStepState' | 'initManual' | 'forceWorkflowState' | 'clearWorkflow')
  | ('forceStepState' | 'addStep' | 'stopClock' | 'restartClock');

/** An operation on the item that the body names. */
const operation = (
  name: Operation,
  run: (context: WritingContext, id: ItemId, input: Values) => Promise<WorkflowRun>,
): EngineAction<Operation> => ({
  name,
  run: async (input, context, target) => answerOf(await run(context, target, input)),
});

/** A step is moved by its workflow, so that what follows from it follows. */
const moveStep = async (context: WritingContext, id: ItemId, input: Values): Promise<Json> => {
  const { services, db, readFilter } = context;
  const step = await services.access.visible(db, readFilter, id);
  const { name, ...rest } = input;
  const request = { ...rest, step: id, transition: textIn({ name: name ?? '' }, 'name') } as StepStateRequest;
  const run = await setStepState(context, textIn(step.properties, 'of'), request);
  await followRecord(context, run.subject);
  const moved = run.step(id);
  return { state: moved?.state ?? '', _u: moved?.stored.u ?? step.u };
};

interface Asked {
  readonly asks: readonly string[] | undefined;
  readonly props: Json | undefined;
  readonly u?: number | undefined;
}

/** Saves what a transition or a step asks, with the rights and the rules of every save. Anything else is refused. */
const saveAsked = async (context: WritingContext, id: ItemId, { asks = [], props, u }: Asked): Promise<void> => {
  if (!isRecord(props)) return;
  const other = Object.keys(props).filter((each) => !asks.includes(each));
  refuse(other.map((each) => ({ path: pointerOf([each]), message: 'errors.unknownProperty' })));
  await updateItem(context, { id, u, changes: props as Values });
};

export const transition: EngineAction<'transition'> = {
  name: 'transition',
  run: async (input, context, target) => {
    const { registry } = context.services;
    if (isStepType(registry, parseItemId(target).type)) return await moveStep(context, target, input);
    const { name, reason, u } = input as { readonly name: string; readonly reason?: string; readonly u?: number };
    const declared = registry.types[parseItemId(target).type]?.states?.transitions.find((each) => each.name === name);
    await saveAsked(context, target, { asks: declared?.asks, props: input['props'], u });
    const { stored } = await transitionItem(context, { id: target, name, reason, u });
    await followRecord(context, stored);
    const states = registry.types[stored.type]?.states;
    return { state: states ? stateOf(states, stored) : '', _u: stored.u };
  },
};

const applyStepProps = operation('applyStepProps', async (context, id, input) => {
  const { run, step } = await stepOf(context, id, textIn(input, 'step'));
  if (step.state !== 'ACTIVE' && step.state !== 'PENDING') throw problem('notAllowed');
  const { u } = input;
  await updateItem(context, {
    ...{ id: step.stored.id, u: typeof u === 'number' ? u : undefined },
    changes: (input['props'] ?? {}) as Values,
  });
  await run.reload();
  return run;
});

export const workflowActions: readonly EngineAction[] = [
  transition,
  applyStepProps,
  operation('setWorkflow', (context, id, input) => setWorkflow(context, id, textIn(input, 'workflow'))),
  operation('setStepState', async (context, id, input) => {
    const { step } = await stepOf(context, id, textIn(input, 'step'));
    const asks = input['state'] === 'COMPLETE' ? context.services.registry.steps[step.kind]?.asks : [];
    await saveAsked(context, id, { asks, props: input['props'] });
    const run = await setStepState(context, id, input as unknown as StepStateRequest);
    await followRecord(context, run.subject);
    return run;
  }),
  operation('initManual', (context, id, { steps }) =>
    initManual(context, id, steps as unknown as readonly TemplateStep[]),
  ),
  operation('forceWorkflowState', (context, id, input) =>
    forceWorkflowState(context, id, { state: textIn(input, 'state'), reason: textIn(input, 'reason') }),
  ),
  operation('clearWorkflow', (context, id, input) => clearWorkflow(context, id, textIn(input, 'reason'))),
  operation('forceStepState', (context, id, input) =>
    forceStepState(context, id, {
      ...{ step: textIn(input, 'step'), state: textIn(input, 'state'), reason: textIn(input, 'reason') },
    }),
  ),
  operation('addStep', (context, id, input) => addStep(context, id, input as unknown as AddedStep)),
  operation('stopClock', (context, id, input) => stopClock(context, id, textIn(input, 'reason'))),
  operation('restartClock', (context, id) => restartClock(context, id)),
  {
    name: 'applySteps',
    run: async ({ preview }, context, target) => {
      const { run, answer } = await applySteps(context, target, preview === true);
      return { ...answer, ...(preview === true ? {} : answerOf(run)) };
    },
  },
  {
    name: 'dryRunWorkflow',
    run: ({ item }, context, target) => dryRunWorkflow(context, target, typeof item === 'string' ? item : undefined),
  },
  { name: 'peopleAhead', run: (_, context, target) => peopleAhead(context, target) },
];
