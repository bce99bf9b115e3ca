// Questions before a workflow is set, changed, forced or cleared: one dialog each, sent as one action on the item.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import type { Question, AskedField, Answers } from 'src/client/workflow/AskDialog.tsx';
import type { ShownStep } from 'src/client/forms/display/stepValues.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { ClientStepKind } from 'src/model/schema/Workflows.ts';

/** Runs an action on the item of the workflow. */
export type Act = (name: string, input: Values) => Promise<Json>;

type Choices = NonNullable<AskedField['choices']>;

interface Asking {
  readonly messages: Messages;
  readonly act: Act;
}

const reasonIn = (messages: Messages): AskedField => ({
  name: 'reason',
  label: messages.format('workflow.reason'),
  kind: 'lines',
  required: true,
  hint: messages.format('workflow.reasonHint'),
});

const done = async (work: Promise<Json>): Promise<void> => void (await work);

export const askForWorkflow = ({ messages, act }: Asking, templates: Choices): Question => ({
  title: messages.format('workflow.set'),
  text: <p>{messages.format('workflow.setHint')}</p>,
  apply: messages.format('workflow.set'),
  fields: [
    {
      name: 'workflow',
      label: messages.format('workflow.template'),
      kind: 'choice',
      required: true,
      choices: templates,
      ...(templates.length === 1 && { value: templates[0]?.[0] ?? '' }),
    },
  ],
  submit: (answers) => done(act('setWorkflow', answers)),
});

/** Returns assignees and due date as the operation expects them. */
const addedStep = ({ assigned, ...rest }: Answers): Values => ({
  ...rest,
  ...(Array.isArray(assigned) && assigned.length > 0 && { assign: { users: assigned } }),
});

export const askForStep = (
  { messages, act }: Asking,
  {
    of,
    kinds,
    steps,
  }: { readonly of: ItemId; readonly kinds: readonly ClientStepKind[]; readonly steps: readonly ShownStep[] },
): Question => ({
  title: messages.format('workflow.addStep'),
  apply: messages.format('workflow.addStep'),
  fields: [
    {
      name: 'kind',
      label: messages.format('workflow.kind'),
      kind: 'choice',
      required: true,
      choices: kinds.map(({ kind, type }) => [kind, messages.type(type)]),
      ...(kinds.length === 1 && { value: kinds[0]?.kind ?? '' }),
    },
    { name: 'label', label: messages.format('workflow.stepName'), kind: 'text', required: true },
    { name: 'assigned', label: messages.format('workflow.assigned'), kind: 'people', readersOf: of },
    { name: 'due', label: messages.format('workflow.due'), kind: 'day' },
    {
      name: 'after',
      label: messages.format('workflow.after'),
      hint: messages.format('workflow.afterHint'),
      kind: 'choice',
      choices: steps.map(({ key, label }) => [key, label]),
    },
  ],
  submit: ({ after, ...answers }) =>
    done(act('addStep', { ...addedStep(answers), ...(after !== undefined && { after: [after] }) })),
});

export const askForAssignment = ({ messages, act }: Asking, { item, label, assigned, due }: ShownStep): Question => ({
  title: messages.format('workflow.assignTitle', { label }),
  apply: messages.format('workflow.assign'),
  fields: [
    {
      ...{ name: '$assigned', label: messages.property(item._t, '$assigned'), kind: 'people' as const },
      ...{ value: [...assigned], readersOf: item.$id },
    },
    {
      name: '$assignedDue',
      label: messages.property(item._t, '$assignedDue'),
      kind: 'day',
      ...(due !== undefined && { value: due }),
    },
  ],
  submit: (answers) => {
    const people = answers['$assigned'];
    const props = {
      $assigned: Array.isArray(people) && people.length > 0 ? people : null,
      $assignedDue: answers['$assignedDue'] ?? null,
    };
    return done(act('applyStepProps', { step: item.$id, props, u: item._u }));
  },
});

export const askToForceStep = ({ messages, act }: Asking, step: ShownStep, type: ItemType): Question => ({
  title: messages.format('workflow.forceTitle', { label: step.label }),
  text: <p>{messages.format('workflow.forceHint')}</p>,
  apply: messages.format('workflow.force'),
  intent: 'danger',
  fields: [
    {
      name: 'state',
      label: messages.property(type.name, 'state'),
      kind: 'choice',
      required: true,
      choices: (type.properties['state']?.values ?? [])
        .filter((state) => state !== step.state)
        .map((state) => [state, stateWord(messages, type, { state: state })]),
    },
    reasonIn(messages),
  ],
  submit: (answers) => done(act('forceStepState', { ...answers, step: step.item.$id })),
});

export const askToForceWorkflow = ({ messages, act }: Asking, states: Choices): Question => ({
  title: messages.format('workflow.forceWorkflow'),
  text: <p>{messages.format('workflow.forceHint')}</p>,
  apply: messages.format('workflow.force'),
  intent: 'danger',
  fields: [
    { name: 'state', label: messages.format('workflow.state'), kind: 'choice', required: true, choices: states },
    reasonIn(messages),
  ],
  submit: (answers) => done(act('forceWorkflowState', answers)),
});

export const askToClear = ({ messages, act }: Asking, label: string): Question => ({
  title: messages.format('workflow.clear'),
  text: <p>{messages.format('workflow.clearHint', { label })}</p>,
  apply: messages.format('workflow.clear'),
  intent: 'danger',
  fields: [reasonIn(messages)],
  submit: (answers) => done(act('clearWorkflow', answers)),
});

interface Preview {
  readonly from: number;
  readonly to: number;
  readonly add: readonly { readonly key: string; readonly label: string }[];
  readonly change: readonly { readonly key: string; readonly label: string; readonly names: readonly string[] }[];
  readonly remove: readonly { readonly key: string; readonly label: string }[];
  readonly keep: readonly { readonly key: string; readonly label: string }[];
}

const CHANGES = ['add', 'change', 'remove', 'keep'] as const;

/** Returns the line of a step; a changed step includes the names of its changes. */
const previewText = (
  messages: Messages,
  { label, names = [] }: { readonly label: string; readonly names?: readonly string[] },
): string => {
  if (names.length === 0) return label;
  const words = names.map((name) => messages.format(CHANGED[name] ?? 'workflow.edit.change'));
  return messages.format('workflow.newest.changes', { label, names: messages.intl.formatList(words) });
};

/** Message of each part of a planned step, as in its editor. */
const CHANGED: Readonly<Record<string, string>> = {
  label: 'workflow.stepName',
  group: 'workflow.edit.group',
  after: 'workflow.after',
  when: 'workflow.when',
  next: 'workflow.next.title',
  days: 'workflow.edit.days',
  working: 'workflow.edit.count',
  assign: 'workflow.assigned',
  state: 'workflow.edit.state',
  answers: 'workflow.answers',
  others: 'workflow.others',
};

export const PreviewList = ({ preview, messages }: { readonly preview: Preview; readonly messages: Messages }) => {
  const shown = CHANGES.filter((name) => preview[name].length > 0);
  if (shown.length === 0) return <p>{messages.format('workflow.newest.same')}</p>;
  return shown.map((name) => (
    <section key={name}>
      <h3 className="kk-preview-title">{messages.format(`workflow.newest.${name}`)}</h3>
      <ul>
        {preview[name].map((each) => (
          <li key={each.key}>{previewText(messages, each)}</li>
        ))}
      </ul>
    </section>
  ));
};

/** With what it would change, which is asked of the server first. */
export const askToApplyNewest = async ({ messages, act }: Asking): Promise<Question> => {
  const preview = (await act('applySteps', { preview: true })) as unknown as Preview;
  if (preview.from === preview.to)
    return {
      title: messages.format('workflow.newest'),
      text: <p>{messages.format('workflow.newest.has', { version: preview.to })}</p>,
      apply: messages.format('workflow.newest.close'),
      fields: [],
      submit: () => Promise.resolve(),
    };
  return {
    title: messages.format('workflow.newest'),
    text: (
      <>
        <p>{messages.format('workflow.newest.versions', { from: preview.from, to: preview.to })}</p>
        <PreviewList preview={preview} messages={messages} />
      </>
    ),
    apply: messages.format('workflow.newest'),
    fields: [],
    submit: () => done(act('applySteps', {})),
  };
};
