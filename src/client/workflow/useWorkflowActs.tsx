// Actions on the workflow of an item: offered to people with the right that the workflow declares, and to
// administrators of its owner, who can also force a step.

import type { ReactNode } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useAskDialog, type Question } from 'src/client/forms/useAskDialog.tsx';
import { kindsFor, listOwner, workflowSummary, type ShownStep } from 'src/client/fields/display/stepValues.ts';
import {
  askForAssignment,
  askForStep,
  askForWorkflow,
  askToApplyNewest,
  askToClear,
  askToForceStep,
  askToForceWorkflow,
  type Act,
} from 'src/client/workflow/workflowQuestions.tsx';
import type { Item, Values } from 'src/model/item/Item.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';
import { isDone, isOpen } from 'src/model/workflow/WorkflowTemplate.ts';

const MOST_TEMPLATES = 100;
/** The right of the owner's administrators to a step. */
const FORCE_RIGHT = 'force';

export interface WorkflowActs {
  readonly parts: readonly MenuPart[];
  /** Undefined for those who may not. */
  readonly begin: (() => void) | undefined;
  /** Steps without a template. */
  readonly plan: ((input: Values) => Promise<void>) | undefined;
  readonly add: (() => void) | undefined;
  readonly assign: ((step: ShownStep) => void) | undefined;
  readonly force: ((step: ShownStep) => void) | undefined;
  readonly clock: ((name: string, input: Values) => Promise<void>) | undefined;
  readonly ask: (question: Question) => void;
  readonly dialog: ReactNode;
}

interface Acting {
  readonly item: Item;
  readonly subject: WorkflowSubject;
  readonly steps: readonly ShownStep[];
  /** Opens the place where steps are planned by hand. */
  readonly openPlan: () => void;
}

/** Active templates for items of this type. */
const useTemplateChoices = (item: Item): (() => Promise<readonly (readonly [string, string])[]>) => {
  const { search, registry, items } = useClient();
  const messages = useMessages();
  return async () => {
    const must = { _t: [registry.workflows?.template ?? ''], of: [item._t], state: ['ACTIVE'] };
    const { ids } = await search.search({ must, max: MOST_TEMPLATES, labels: true });
    return ids.map((id) => [id, itemName(items, messages.format, id)] as const);
  };
};

export const useWorkflowActs = ({ item, subject, steps, openPlan }: Acting): WorkflowActs => {
  const { connection, items, registry, lists, alerts, session } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const templates = useTemplateChoices(item);
  const act: Act = async (name, input) => {
    const answer = await connection.send(`act/${name}`, { _t: item._t, _i: item._i, ...input });
    await items.refresh(item.$id);
    const step = input['step'];
    if (typeof step === 'string') await items.refresh(step);
    alerts.success('app.applied');
    return answer;
  };
  const previewNewest = () => connection.send('act/applySteps', { _t: item._t, _i: item._i, preview: true });
  const asking = { messages, act };
  const may = session.signedIn && items.may(item.$id, subject.may);
  const [first] = steps;
  const administers = session.signedIn && first !== undefined && items.may(first.item.$id, FORCE_RIGHT);
  const open = (question: Promise<Question>): void =>
    void question.then(ask, (thrown: unknown) => alerts.error(thrown));
  const chooseFrom = (found: Awaited<ReturnType<typeof templates>>): void => {
    if (found.length > 0) return ask(askForWorkflow(asking, found));
    alerts.info('workflow.noTemplates');
    openPlan();
  };
  const begin = (): void => void templates().then(chooseFrom, (thrown: unknown) => alerts.error(thrown));
  const kinds = kindsFor(registry, item._t).filter(({ adHoc }) => adHoc);
  const add = (): void => ask(askForStep(asking, { of: item.$id, kinds, steps }));
  const { workflow, state: present } = workflowSummary(item);
  const started = steps.some(isDone);
  const states = (lists.values(subject.list, listOwner(subject, item)) ?? [])
    .filter(({ key, state }) => state === 'ACTIVE' && key !== present)
    .map(({ key, label }) => [key, label] as const);
  const part = (key: string, icon: string, onClick: () => void): MenuPart => ({
    key,
    icon,
    text: messages.format(`workflow.${key}`),
    onClick,
  });
  return {
    begin: may ? begin : undefined,
    plan: may ? async (input) => void (await act('initManual', input)) : undefined,
    add: may && kinds.length > 0 ? add : undefined,
    assign: may ? (step) => isOpen(step) && ask(askForAssignment(asking, step)) : undefined,
    force: administers
      ? (step) => {
          const type = registry.types[step.item._t];
          if (type) ask(askToForceStep(asking, step, type));
        }
      : undefined,
    clock: may ? async (name, input) => void (await act(name, input)) : undefined,
    parts: [
      ...(may && kinds.length > 0 ? [part('addStep', 'plus', add)] : []),
      ...(may && workflow !== undefined
        ? [part('newest', 'refresh', () => open(askToApplyNewest(asking, previewNewest)))]
        : []),
      ...(may && !started ? [part('set', 'diagram-tree', begin), part('byHand', 'edit', openPlan)] : []),
      ...(administers
        ? [
            part('forceWorkflow', 'warning-sign', () => ask(askToForceWorkflow(asking, states))),
            { ...part('clear', 'trash', () => ask(askToClear(asking, item.$label))), danger: true },
          ]
        : []),
    ],
    ask,
    dialog,
  };
};
