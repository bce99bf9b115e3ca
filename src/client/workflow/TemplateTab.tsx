// The steps of a template: arranged in groups, each with its kind, days and people, and checked while one works. What is changed is part
// of the item's draft, as in its form; below stands what the saved steps would ask of whom.

import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import { DraftBands } from 'src/client/cells/DraftBands.tsx';
import { useSave } from 'src/client/cells/useItemDraft.ts';
import { encodeProblem, problemText } from 'src/client/forms/rules/FormProblem.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { MoveButtons } from 'src/client/ui/MoveButtons.tsx';
import { Band, Empty } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Client } from 'src/client/Client.ts';
import { useQuestion, type AskedField, type Question } from 'src/client/workflow/AskDialog.tsx';
import { DryRun } from 'src/client/workflow/DryRun.tsx';
import { kindsFor, listOwner, subjectOf } from 'src/client/workflow/stepValues.ts';
import { inOrder, movedStep, stepsIn, stored, withoutStep, withStep } from 'src/client/workflow/templateSteps.ts';
import type { Item } from 'src/model/item/Item.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { checkTemplate, type TemplateFault } from 'src/model/workflow/checkTemplate.ts';
import type { TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

type Choices = NonNullable<AskedField['choices']>;

const faultsOf = (registry: Registry, of: string, steps: readonly TemplateStep[]): readonly TemplateFault[] => {
  const properties = registry.types[of]?.properties ?? {};
  return checkTemplate(
    { steps },
    {
      isKind: (kind) => registry.steps[kind]?.for.includes(of) === true,
      isPath: (path) => propertyAt(properties, path) !== undefined,
    },
  );
};

const Faults = ({
  steps,
  faults,
}: {
  readonly steps: readonly TemplateStep[];
  readonly faults: readonly TemplateFault[];
}) => {
  const messages = useMessages();
  if (faults.length === 0) return <Band tone="success">{messages.format('workflow.check.good')}</Band>;
  const labelAt = (path: string): string => steps[Number(path.split('/')[2])]?.label ?? '';
  const nameOf = (name: string): string => steps.find(({ key }) => key === name)?.label ?? name;
  return (
    <Band tone="danger">
      {messages.format('workflow.check.faults', { count: faults.length })}
      <ul>
        {faults.map(({ fault, path, name }) => (
          <li key={`${path} ${fault}`}>
            {labelAt(path)}:{' '}
            {problemText(
              messages.intl,
              encodeProblem({ path, message: `errors.workflow.${fault}`, params: { name: nameOf(name) } }),
            )}
          </li>
        ))}
      </ul>
    </Band>
  );
};

/** Properties of the item that name people. */
const peoplePaths = ({ registry }: Client, messages: Messages, of: string): Choices =>
  Object.values(registry.types[of]?.properties ?? {}).flatMap(({ name, rel }) =>
    rel?.to.includes(SYSTEM_TYPES.user) === true ? [[name, messages.property(of, name)] as const] : [],
  );

const groupChoices = (messages: Messages, steps: readonly TemplateStep[]): Choices => {
  const groups = new Set(steps.map(({ group }) => group));
  const last = Math.max(0, ...groups);
  return [...groups, last + 1].map((group) => [
    String(group),
    messages.format(group > last ? 'workflow.edit.newGroup' : 'workflow.group', { number: group }),
  ]);
};

interface Editing {
  readonly client: Client;
  readonly messages: Messages;
  readonly item: Item;
  readonly of: string;
  readonly steps: readonly TemplateStep[];
  readonly set: (steps: readonly TemplateStep[]) => void;
}

const statesFor = ({ client, item, of }: Editing): Choices => {
  const subject = subjectOf(client.registry, of);
  if (!subject) return [];
  const owner = client.registry.types[item._t]?.read.owner;
  const values = client.lists.values(subject.list, listOwner({ ...subject, calendar: owner ?? '' }, item)) ?? [];
  return values.map(({ key, label }) => [key, label]);
};

const questionOf = (editing: Editing, step: TemplateStep | undefined): Question => {
  const { client, messages, of, steps, set } = editing;
  const text = (id: string): string => messages.format(`workflow.edit.${id}`);
  const given = <T extends string>(value: T | undefined): { value?: T } => (value === undefined ? {} : { value });
  const kinds = kindsFor(client.registry, of);
  const last = Math.max(0, ...steps.map(({ group }) => group));
  return {
    title: messages.format(step ? 'workflow.edit.change' : 'workflow.addStep'),
    apply: messages.format(step ? 'workflow.edit.apply' : 'workflow.addStep'),
    fields: [
      {
        name: 'label',
        label: messages.format('workflow.stepName'),
        kind: 'text',
        required: true,
        ...given(step?.label),
      },
      {
        name: 'kind',
        label: messages.format('workflow.kind'),
        kind: 'choice',
        required: true,
        choices: kinds.map(({ kind, type }) => [kind, messages.type(type)]),
        ...given(step?.kind ?? (kinds.length === 1 ? kinds[0]?.kind : undefined)),
      },
      {
        name: 'group',
        label: text('group'),
        hint: text('groupHint'),
        kind: 'choice',
        required: true,
        choices: groupChoices(messages, steps),
        value: String(step?.group ?? last + 1),
      },
      { name: 'days', label: text('days'), kind: 'number', ...given(step?.days?.toString()) },
      {
        name: 'count',
        label: text('count'),
        kind: 'choice',
        required: true,
        choices: [
          ['working', text('working')],
          ['calendar', text('calendar')],
        ],
        value: step?.working === true || !step ? 'working' : 'calendar',
      },
      {
        name: 'users',
        label: messages.format('workflow.assigned'),
        kind: 'people',
        value: [...(step?.assign?.users ?? [])],
      },
      {
        name: 'path',
        label: text('path'),
        kind: 'choice',
        choices: peoplePaths(client, messages, of),
        ...given(step?.assign?.path),
      },
      { name: 'state', label: text('state'), kind: 'choice', choices: statesFor(editing), ...given(step?.state) },
    ],
    submit: (answers) => {
      set(withStep(steps, answers, step));
      return Promise.resolve();
    },
  };
};

interface StepCardProps {
  readonly step: TemplateStep;
  readonly faulty: boolean;
  /** Undefined for those who may only look. */
  readonly change: (() => void) | undefined;
  readonly remove: () => void;
  readonly move: (by: 1 | -1) => void;
}

const StepCard = ({ step, faulty, change, remove, move }: StepCardProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const kind = registry.steps[step.kind];
  const { label, days, working, when, next } = step;
  return (
    <li className={`kk-step${faulty ? ' kk-step-faulty' : ''}`}>
      <span className="kk-step-icon">
        <Icon name={faulty ? 'warning-sign' : (kind?.icon ?? 'dot')} />
      </span>
      <div className="kk-fill">
        <h5 className="kk-step-title">{label}</h5>
        <p className="kk-step-state">
          <span>{kind ? messages.type(kind.type) : step.kind}</span>
          {days !== undefined && (
            <span className="kk-soft">
              {messages.format(working === true ? 'workflow.edit.workingDays' : 'workflow.clock.days', { count: days })}
            </span>
          )}
          {when && <span className="kk-soft">{messages.format('workflow.edit.conditional')}</span>}
          {next && <span className="kk-soft">{messages.format('workflow.edit.leadsOn')}</span>}
        </p>
        {change && (
          <p className="kk-step-moves">
            <IconButton
              size="small"
              icon="edit"
              label={messages.format('workflow.edit.changeNamed', { label })}
              onClick={change}
            />
            <MoveButtons name={label} first={false} last={false} move={move} />
            <IconButton
              size="small"
              icon="trash"
              label={messages.format('workflow.edit.remove', { label })}
              onClick={remove}
            />
          </p>
        )}
      </div>
    </li>
  );
};

const SaveBar = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const messages = useMessages();
  const save = useSave(draft);
  if (!draft.dirty) return null;
  const { problems } = draft;
  return (
    <>
      {Object.keys(problems).length > 0 && (
        <div role="alert">
          <Band tone="danger">{messages.format('workflow.edit.refused')}</Band>
        </div>
      )}
      <p className="kk-page-foot">
        <Button variant="solid" intent="primary" loading={draft.dirtyState === 'SAVING'} onClick={() => void save()}>
          {messages.format('cells.save')}
        </Button>
      </p>
    </>
  );
});

export const TemplateTab = observer(({ item }: { readonly item: Item }) => {
  const client = useClient();
  const { items, drafts, session, registry } = client;
  const messages = useMessages();
  const [dialog, ask] = useQuestion();
  const type = registry.types[item._t];
  const draft = session.signedIn && items.may(item.$id, 'update') ? drafts.of(item.$id) : undefined;
  const values = draft?.values ?? item;
  const steps = stepsIn(values as { steps?: Item['steps'] });
  const of = String(values['of'] ?? '');
  const faults = faultsOf(registry, of, steps);
  const isFaulty = ({ key }: TemplateStep): boolean =>
    faults.some(
      ({ path }) =>
        path.startsWith(`/steps/${steps.findIndex((each) => each.key === key)}/`) ||
        path === `/steps/${steps.findIndex((each) => each.key === key)}`,
    );
  const set = (next: readonly TemplateStep[]): void =>
    draft?.set({ ...draft.values, steps: next.length > 0 ? stored(next) : null });
  const editing: Editing = { client, messages, item, of, steps, set };
  const groups = [...new Set(inOrder(steps).map(({ group }) => group))];
  const add = draft && registry.types[of] && (
    <Button icon="plus" onClick={() => ask(questionOf(editing, undefined))}>
      {messages.format('workflow.addStep')}
    </Button>
  );
  return (
    <article className="kk-page kk-workflow" aria-label={messages.format('tabs.template')}>
      {draft?.dirty && type && <DraftBands draft={draft} type={type} />}
      {steps.length === 0 ? (
        <Empty icon="diagram-tree" title={messages.format('workflow.check.empty')} action={add}>
          {messages.format(registry.types[of] ? 'workflow.check.emptyHint' : 'workflow.edit.chooseType')}
        </Empty>
      ) : (
        <>
          <Faults steps={steps} faults={faults} />
          <ol className="kk-plain-list kk-lanes">
            {groups.map((group, at) => (
              <li key={group} className="kk-lane">
                <h4>{messages.format('workflow.group', { number: at + 1 })}</h4>
                <ul className="kk-plain-list">
                  {steps
                    .filter((step) => step.group === group)
                    .map((step) => (
                      <Fragment key={step.key}>
                        <StepCard
                          step={step}
                          faulty={isFaulty(step)}
                          change={draft && (() => ask(questionOf(editing, step)))}
                          remove={() => set(withoutStep(steps, step.key))}
                          move={(by) => set(movedStep(steps, step.key, by))}
                        />
                      </Fragment>
                    ))}
                </ul>
              </li>
            ))}
          </ol>
          {add && <p>{add}</p>}
        </>
      )}
      {draft && <SaveBar draft={draft} />}
      {!draft?.dirty && <DryRun item={item} />}
      {dialog}
    </article>
  );
});
