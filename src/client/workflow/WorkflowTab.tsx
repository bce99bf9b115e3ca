// The workflow of an item, in a tab of its page: its state, the next step and its assignee, all steps in the order of
// their groups, the statutory clock, and the actions. A template shows its check and dry run. Parallel groups are drawn
// next to each other; a screen reader gets a list with headings.

import { observer } from 'mobx-react-lite';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import 'src/client/intl/laterMessages.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { ClockPart } from 'src/client/workflow/ClockPart.tsx';
import { ManualPlan } from 'src/client/workflow/ManualPlan.tsx';
import { useOffersBegin } from 'src/client/workflow/NextStep.tsx';
import { OpenStep, StepEntry } from 'src/client/workflow/StepEntry.tsx';
import {
  stepGroups,
  listOwner,
  nextSteps,
  workflowSubject,
  workflowSummary,
  type ShownStep,
} from 'src/client/fields/display/stepValues.ts';
import { ownersToday } from 'src/client/fields/display/ownerCalendar.ts';
import { TemplateTab } from 'src/client/workflow/TemplateTab.tsx';
import { usePeopleOfSteps } from 'src/client/workflow/usePeopleOfSteps.ts';
import { useSteps } from 'src/client/workflow/useSteps.ts';
import { whySkipped } from 'src/client/workflow/whySkipped.tsx';
import { useWorkflowActs, type WorkflowActs } from 'src/client/workflow/useWorkflowActs.tsx';
import 'src/client/workflow/workflow.css';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';

interface TabProps {
  readonly item: Item;
  readonly type: ItemType;
}

type PeopleOf = ReturnType<typeof usePeopleOfSteps>;

interface PartProps {
  readonly item: Item;
  readonly subject: WorkflowSubject;
  readonly steps: readonly ShownStep[];
  readonly peopleOf: PeopleOf;
  readonly acts: WorkflowActs;
}

const ActsMenu = ({ parts, primary }: { readonly parts: readonly MenuPart[]; readonly primary: ReactNode }) => {
  const messages = useMessages();
  if (parts.length === 0) return primary;
  return (
    <div className="kk-workflow-acts">
      {primary}
      <MenuButton
        label={messages.format('workflow.acts')}
        parts={parts}
        opener={(opener) => (
          <Button {...opener} size="small" endIcon="caret-down">
            {messages.format('workflow.acts')}
          </Button>
        )}
      />
    </div>
  );
};

const WorkflowHead = observer(({ item, subject, acts }: Omit<PartProps, 'steps' | 'peopleOf'>) => {
  const { lists } = useClient();
  const messages = useMessages();
  const { state, workflow, version, done, steps, forced } = workflowSummary(item);
  const label = state === undefined ? undefined : lists.label(subject.list, listOwner(subject, item), state);
  return (
    <header className="kk-workflow-head">
      <div className="kk-fill">
        <h3>{label ?? messages.format('workflow.running')}</h3>
        <p className="kk-workflow-facts">
          <progress max={Math.max(steps, 1)} value={done} aria-label={messages.format('workflow.progress')} />
          <span role="status">{messages.format('workflow.doneOf', { done, count: steps })}</span>
          {workflow !== undefined && <ItemLink id={workflow} />}
          {version !== undefined && <span className="kk-soft">{messages.format('workflow.version', { version })}</span>}
          {forced && <span className="kk-late">{messages.format('workflow.forced')}</span>}
        </p>
      </div>
      <ActsMenu parts={acts.parts} primary={null} />
    </header>
  );
});

/** The words of an outcome. */
const useOutcomes = (item: Item, subject: WorkflowSubject): ((key: string) => string) => {
  const { lists } = useClient();
  return (key) => lists.label(subject.outcomes, listOwner(subject, item), key) ?? key;
};

/** A step that is done leaves the list with the button that did it: the focus goes to the heading, where it can be read what is next. */
const useFocusKept = (shown: readonly string[]) => {
  const list = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const used = useRef<string>(undefined);
  const names = shown.join();
  useEffect(() => {
    const { current } = list;
    const note = ({ target }: FocusEvent): void => {
      const step = target instanceof Element ? target.closest('[data-step]') : null;
      used.current = step?.getAttribute('data-step') ?? undefined;
    };
    current?.addEventListener('focusin', note);
    return () => current?.removeEventListener('focusin', note);
  }, []);
  // Runs in the commit itself, before the column looks for the lost focus.
  useLayoutEffect(() => {
    if (used.current === undefined || names.split(',').includes(used.current)) return;
    used.current = undefined;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [names]);
  return { list, heading };
};

const Next = observer(({ item, subject, steps, peopleOf, acts }: PartProps) => {
  const id = useId();
  const outcome = useOutcomes(item, subject);
  const client = useClient();
  const { session, registry } = client;
  const messages = useMessages();
  const today = ownersToday(client, subject, item);
  const next = nextSteps(steps, session.user?.$id);
  const { list, heading } = useFocusKept(next.map(({ item: { $id } }) => $id));
  return (
    <section aria-labelledby={id} ref={list}>
      <h3 id={id} ref={heading} tabIndex={-1} className="kk-workflow-title">
        {messages.format('workflow.next')}
      </h3>
      {next.length === 0 ? (
        <p className="kk-soft">{messages.format('workflow.nothingNext')}</p>
      ) : (
        <ul className="kk-plain-list kk-steps-open">
          {next.map((step) => {
            const type = registry.types[step.item._t];
            return (
              type && (
                <OpenStep
                  key={step.item.$id}
                  step={step}
                  type={type}
                  today={today}
                  outcome={outcome}
                  people={peopleOf(step)}
                  assign={acts.assign && (() => acts.assign?.(step))}
                  force={acts.force && (() => acts.force?.(step))}
                />
              )
            );
          })}
        </ul>
      )}
    </section>
  );
});

const StepGroups = observer(({ item, subject, steps, peopleOf }: Omit<PartProps, 'acts'>) => {
  const id = useId();
  const outcome = useOutcomes(item, subject);
  const client = useClient();
  const today = ownersToday(client, subject, item);
  const messages = useMessages();
  const groups = stepGroups(steps);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="kk-workflow-title">
        {messages.format('workflow.all')}
      </h3>
      <ol className="kk-plain-list kk-lanes">
        {groups.map((group, at) => (
          <li key={group[0]?.group} className="kk-lane">
            <h4>{messages.format(group.length > 1 ? 'workflow.groupBeside' : 'workflow.group', { number: at + 1 })}</h4>
            <ul className="kk-plain-list">
              {group.map((step) => (
                <StepEntry
                  key={step.item.$id}
                  step={step}
                  today={today}
                  outcome={outcome}
                  people={peopleOf(step)}
                  why={whySkipped(client, messages, step, { item, steps })}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
});

interface NoneProps extends Omit<PartProps, 'steps' | 'peopleOf'> {
  readonly openPlan: () => void;
}

/** The bar of the state may offer the choice of a workflow already. */
const None = observer(({ item, subject, acts, openPlan }: NoneProps) => {
  const messages = useMessages();
  const isInBar = useOffersBegin({ item, subject });
  return (
    <Empty
      icon="diagram-tree"
      title={messages.format('workflow.none')}
      action={
        acts.begin && (
          <div className="kk-workflow-acts">
            {!isInBar && (
              <Button variant="solid" intent="primary" onClick={acts.begin}>
                {messages.format('workflow.set')}
              </Button>
            )}
            <Button onClick={openPlan}>{messages.format('workflow.byHand')}</Button>
            {acts.add && <Button onClick={acts.add}>{messages.format('workflow.addStep')}</Button>}
          </div>
        )
      }
    >
      {messages.format(acts.begin ? 'workflow.noneHint' : 'workflow.noneToSet')}
    </Empty>
  );
});

const ItemWorkflow = observer(({ item, subject }: { readonly item: Item; readonly subject: WorkflowSubject }) => {
  const messages = useMessages();
  const { steps, failure, again } = useSteps(item);
  const peopleOf = usePeopleOfSteps(item, steps ?? []);
  const [planning, setPlanning] = useState(false);
  const openPlan = (): void => setPlanning(true);
  const acts = useWorkflowActs({ item, subject, steps: steps ?? [], openPlan });
  if (failure !== undefined) return <PartFailed message="workflow.failed" failure={failure} again={again} />;
  if (steps === undefined) return <Loading />;
  if (planning && acts.plan)
    return (
      <article className="kk-page kk-workflow" aria-label={messages.format('tabs.workflow')}>
        <ManualPlan item={item} subject={subject} begin={acts.plan} close={() => setPlanning(false)} />
      </article>
    );
  return (
    <article className="kk-page kk-workflow" aria-label={messages.format('tabs.workflow')}>
      {steps.length > 0 && <WorkflowHead item={item} subject={subject} acts={acts} />}
      <ClockPart item={item} subject={subject} act={acts.clock} ask={acts.ask} />
      {steps.length === 0 ? (
        <None item={item} subject={subject} acts={acts} openPlan={openPlan} />
      ) : (
        <>
          <Next {...{ item, subject, steps, peopleOf, acts }} />
          <StepGroups {...{ item, subject, steps, peopleOf }} />
        </>
      )}
      {acts.dialog}
    </article>
  );
});

export const WorkflowTab = observer(({ item, type }: TabProps) => {
  const { registry } = useClient();
  const subject = workflowSubject(registry, type.name);
  return subject ? <ItemWorkflow item={item} subject={subject} /> : <TemplateTab item={item} />;
});
