// The steps of a plan, drawn in lanes by their groups and checked while one works on them: of a template, or of one item whose steps are
// chosen by hand. A step is moved with its buttons or dragged into another lane.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { encodeProblem, problemText } from 'src/client/fields/rules/FormProblem.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { focusMoved } from 'src/client/ui/MoveButtons.tsx';
import { Band, Empty } from 'src/client/ui/Notice.tsx';
import { DragHandle, useOrderDrag } from 'src/client/ui/orderDrag.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useAskDialog } from 'src/client/forms/useAskDialog.tsx';
import type { Choices } from 'src/client/fields/Choices.ts';
import { conditionFields } from 'src/client/workflow/conditionFields.ts';
import { PlannedStep } from 'src/client/workflow/PlannedStep.tsx';
import { workflowSubject } from 'src/client/fields/display/stepValues.ts';
import { stepQuestion, type Planning } from 'src/client/workflow/stepQuestion.tsx';
import { stepsInOrder, movedStep, putInGroup, withoutStep } from 'src/client/workflow/templateSteps.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { checkTemplate, type TemplateFault } from 'src/model/workflow/checkTemplate.ts';
import type { TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

interface PlanEditorProps {
  /** The type of the items. */
  readonly of: string;
  /** Owner of the value lists. */
  readonly owner: ItemId | 'system';
  readonly steps: readonly TemplateStep[];
  /** Undefined for those who may only look. */
  readonly set: ((steps: readonly TemplateStep[]) => void) | undefined;
}

const isAmong = (choices: Choices | undefined) => (key: string) =>
  choices === undefined || choices.some(([each]) => each === key);

const planFaults = (
  registry: Registry,
  of: string,
  asked: { readonly steps: readonly TemplateStep[]; readonly states?: Choices; readonly outcomes?: Choices },
): readonly TemplateFault[] => {
  const properties = registry.types[of]?.properties ?? {};
  return checkTemplate(
    { steps: asked.steps },
    {
      isKind: (kind) => registry.steps[kind]?.for.includes(of) === true,
      isPath: (path) => propertyAt(properties, path) !== undefined,
      isState: isAmong(asked.states),
      isOutcome: isAmong(asked.outcomes),
    },
  );
};

const faultText = (
  messages: Messages,
  steps: readonly TemplateStep[],
  { fault, path, name }: TemplateFault,
): string => {
  const named = steps.find(({ key }) => key === name)?.label ?? name;
  const problem = { path, message: `errors.workflow.${fault}`, params: { name: named } };
  return problemText(messages.intl, encodeProblem(problem));
};

const isAt = ({ path }: TemplateFault, at: number): boolean =>
  path === `/steps/${at}` || path.startsWith(`/steps/${at}/`);

const Verdict = ({ count }: { readonly count: number }) => {
  const messages = useMessages();
  return (
    <div role="status">
      <Band tone={count === 0 ? 'success' : 'danger'}>
        {messages.format(count === 0 ? 'workflow.check.good' : 'workflow.check.marked', { count })}
      </Band>
    </div>
  );
};

/** The values of the lists that a workflow of the type names; undefined while they are read. */
const useListChoices = (of: string, owner: ItemId | 'system') => {
  const { registry, lists } = useClient();
  const subject = workflowSubject(registry, of);
  const choices = (list: string | undefined): Choices | undefined =>
    list === undefined
      ? undefined
      : lists
          .values(list, owner)
          ?.filter(({ state }) => state === 'ACTIVE')
          .map(({ key, label }) => [key, label] as const);
  return { states: choices(subject?.list), outcomes: choices(subject?.outcomes) };
};

/** A move changes the position of the step and of its buttons, so the focus has to follow. */
const useFollowedMove = () => {
  const lanes = useRef<HTMLDivElement>(null);
  const moved = useRef<{ readonly key: string; readonly by: 1 | -1 }>(undefined);
  useEffect(() => {
    if (!moved.current) return;
    const { key, by } = moved.current;
    moved.current = undefined;
    focusMoved(lanes.current?.querySelector(`[data-step="${CSS.escape(key)}"]`), by);
  });
  return { lanes, moved };
};

/** Handles and places of a drag are known by different numbers. */
const HANDLES = 1_000;

export const PlanEditor = observer(({ of, owner, steps, set }: PlanEditorProps) => {
  const client = useClient();
  const { registry } = client;
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const { lanes, moved } = useFollowedMove();
  const adding = useRef<HTMLParagraphElement>(null);
  const { states, outcomes } = useListChoices(of, owner);
  const drag = useOrderDrag((from, at) => {
    const step = steps[from - HANDLES];
    if (step) set?.(putInGroup(steps, step.key, at));
  });
  const faults = planFaults(registry, of, { steps, ...(states && { states }), ...(outcomes && { outcomes }) });
  const planning: Planning = {
    ...{ client, messages, of, steps, states: states ?? [], outcomes: outcomes ?? [] },
    fields: conditionFields(client, messages, { of, owner }),
    set: (next) => set?.(next),
  };
  const groups = [...new Set(stepsInOrder(steps).map(({ group }) => group))];
  const add = set && registry.types[of] && (
    <Button icon="plus" onClick={() => ask(stepQuestion(planning, undefined))}>
      {messages.format('workflow.addStep')}
    </Button>
  );
  const move = (step: TemplateStep, by: 1 | -1): void => {
    moved.current = { key: step.key, by };
    set?.(movedStep(steps, step.key, by));
  };
  const remove = (step: TemplateStep): void => {
    set?.(withoutStep(steps, step.key));
    adding.current?.querySelector('button')?.focus();
  };
  if (steps.length === 0)
    return (
      <>
        <Empty icon="diagram-tree" title={messages.format('workflow.check.empty')} action={add}>
          {messages.format(registry.types[of] ? 'workflow.check.emptyHint' : 'workflow.edit.chooseType')}
        </Empty>
        {dialog}
      </>
    );
  return (
    <>
      <Verdict count={faults.length} />
      <div ref={lanes}>
        <ol className="kk-plain-list kk-lanes">
          {groups.map((group, at) => (
            <li key={group} className="kk-lane" {...(set && drag.placeAt(at))}>
              <h4>{messages.format('workflow.group', { number: at + 1 })}</h4>
              <ul className="kk-plain-list">
                {steps.map((step, index) =>
                  step.group === group ? (
                    <PlannedStep
                      key={step.key}
                      step={step}
                      words={planning}
                      faults={faults
                        .filter((each) => isAt(each, index))
                        .map((each) => faultText(messages, steps, each))}
                      change={set && (() => ask(stepQuestion(planning, step)))}
                      remove={() => remove(step)}
                      move={(by) => move(step, by)}
                      handle={<DragHandle {...drag.handleAt(HANDLES + index)} />}
                    />
                  ) : null,
                )}
              </ul>
            </li>
          ))}
        </ol>
      </div>
      {add && <p ref={adding}>{add}</p>}
      {dialog}
    </>
  );
});
