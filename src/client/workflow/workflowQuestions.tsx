// Questions before a workflow is set, changed, forced or cleared: one dialog each, sent as one action on the item.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import type { Question } from 'src/client/forms/useAskDialog.tsx';
import type { Choices } from 'src/client/fields/Choices.ts';
import { peopleField, REASON } from 'src/client/workflow/askedFields.ts';
import type { ShownStep } from 'src/client/fields/display/stepValues.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { ClientStepKind } from 'src/model/schema/Workflows.ts';

/** Longest name of a step. */
const MAX_NAME = 200;

/** Runs an action on the item of the workflow. */
export type Act = (name: string, input: Values) => Promise<Json>;

interface Asking {
  readonly messages: Messages;
  readonly act: Act;
}

const FORCE_REASON: FormField = { ...REASON, help: 'workflow.reasonHint' };

/** Returns the key of the only choice. */
const onlyKey = (choices: Choices): string | null => (choices.length === 1 ? (choices[0]?.[0] ?? null) : null);

export const askForWorkflow = ({ messages, act }: Asking, templates: Choices): Question => ({
  title: messages.format('workflow.set'),
  text: <p>{messages.format('workflow.setHint')}</p>,
  apply: messages.format('workflow.set'),
  fields: [{ name: 'workflow', label: 'workflow.template', required: true, choices: templates }],
  values: { workflow: onlyKey(templates) },
  submit: (answers) => act('setWorkflow', answers),
});

/** Returns assignees and due date as the operation expects them. */
const addedStep = ({ assigned, after, ...rest }: Values): Values => ({
  ...rest,
  ...(assigned !== undefined && { assign: { users: assigned } }),
  ...(after !== undefined && { after: [after] }),
});

const kindField = (
  messages: Messages,
  kinds: readonly ClientStepKind[],
): FormField & { readonly choices: Choices } => ({
  ...{ name: 'kind', label: 'workflow.kind', required: true },
  choices: kinds.map(({ kind, type }) => [kind, messages.type(type)]),
});

export const askForStep = (
  { messages, act }: Asking,
  {
    of,
    kinds,
    steps,
  }: { readonly of: ItemId; readonly kinds: readonly ClientStepKind[]; readonly steps: readonly ShownStep[] },
): Question => {
  const kind = kindField(messages, kinds);
  return {
    title: messages.format('workflow.addStep'),
    apply: messages.format('workflow.addStep'),
    of,
    fields: [
      kind,
      { name: 'label', label: 'workflow.stepName', required: true, maxLength: MAX_NAME },
      peopleField({ name: 'assigned', label: 'workflow.assigned', readers: true }),
      { name: 'due', label: 'workflow.due', kind: 'date' },
      {
        ...{ name: 'after', label: 'workflow.after', help: 'workflow.afterHint' },
        choices: steps.map(({ key, label }) => [key, label]),
      },
    ],
    values: { kind: onlyKey(kind.choices) },
    submit: (answers) => act('addStep', addedStep(answers)),
  };
};

export const askForAssignment = ({ messages, act }: Asking, { item, label, assigned, due }: ShownStep): Question => ({
  title: messages.format('workflow.assignTitle', { label }),
  apply: messages.format('workflow.assign'),
  of: item.$id,
  fields: [
    peopleField({ name: '$assigned', label: messages.property(item._t, '$assigned'), readers: true }),
    { name: '$assignedDue', label: messages.property(item._t, '$assignedDue'), kind: 'date' },
  ],
  values: { $assigned: [...assigned], $assignedDue: due ?? null },
  submit: ({ $assigned = null, $assignedDue = null }) =>
    act('applyStepProps', { step: item.$id, props: { $assigned, $assignedDue }, u: item._u }),
});

export const askToForceStep = ({ messages, act }: Asking, step: ShownStep, type: ItemType): Question => ({
  title: messages.format('workflow.forceTitle', { label: step.label }),
  text: <p>{messages.format('workflow.forceHint')}</p>,
  apply: messages.format('workflow.force'),
  intent: 'danger',
  fields: [
    {
      ...{ name: 'state', label: `types.${type.name}.props.state`, required: true },
      choices: (type.properties['state']?.values ?? [])
        .filter((state) => state !== step.state)
        .map((state) => [state, stateWord(messages, type, { state })]),
    },
    FORCE_REASON,
  ],
  submit: (answers) => act('forceStepState', { ...answers, step: step.item.$id }),
});

export const askToForceWorkflow = ({ messages, act }: Asking, states: Choices): Question => ({
  title: messages.format('workflow.forceWorkflow'),
  text: <p>{messages.format('workflow.forceHint')}</p>,
  apply: messages.format('workflow.force'),
  intent: 'danger',
  fields: [{ name: 'state', label: 'workflow.state', required: true, choices: states }, FORCE_REASON],
  submit: (answers) => act('forceWorkflowState', answers),
});

export const askToClear = ({ messages, act }: Asking, label: string): Question => ({
  title: messages.format('workflow.clear'),
  text: <p>{messages.format('workflow.clearHint', { label })}</p>,
  apply: messages.format('workflow.clear'),
  intent: 'danger',
  fields: [FORCE_REASON],
  submit: (answers) => act('clearWorkflow', answers),
});

type Preview = Endpoints['applySteps']['answer'];

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

/** Asks the server first which changes the newest version would make, and shows them in the question. */
export const askToApplyNewest = async (
  { messages, act }: Asking,
  previewNewest: () => Promise<Preview>,
): Promise<Question> => {
  const preview = await previewNewest();
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
    submit: () => act('applySteps', {}),
  };
};
