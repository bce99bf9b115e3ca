// The steps of an item's workflow next to its values: finished steps, the next ones, their people and their due days. Each step opens in the next
// column; the actions on steps are in the workflow tab.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import 'src/client/intl/laterMessages.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import type { TabProps } from 'src/client/ClientDomain.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { ownersToday } from 'src/client/fields/display/ownerCalendar.ts';
import { PeopleLinks, STEP_ICONS } from 'src/client/workflow/StepEntry.tsx';
import { isOverdue, workflowSubject, type ShownStep } from 'src/client/fields/display/stepValues.ts';
import { whySkipped } from 'src/client/workflow/whySkipped.tsx';
import { usePeopleOfSteps } from 'src/client/workflow/usePeopleOfSteps.ts';
import { useSteps } from 'src/client/workflow/useSteps.ts';
import 'src/client/workflow/workflow.css';
import type { Day } from 'src/model/calendar/dayIn.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isDone } from 'src/model/workflow/WorkflowTemplate.ts';

interface StepLineProps {
  readonly step: ShownStep;
  readonly today: Day;
  /** The reason for which the workflow left the step out by itself. */
  readonly why: string | undefined;
  /** The people who are asked to do the step now, or will be asked when its turn comes. Undefined until they are known. */
  readonly asked: readonly ItemId[] | undefined;
}

const StepLine = observer(({ step, today, why, asked }: StepLineProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const { item, state, by, due, finished } = step;
  const type = registry.types[item._t];
  const isLate = isOverdue(step, today);
  const people = isDone(step) ? (by === undefined ? [] : [by]) : asked;
  return (
    <li className={`kk-step-line kk-step-line-${state.toLowerCase()}`}>
      <Icon name={STEP_ICONS[state]} title={type ? stateWord(messages, type, { state: state }) : state} />
      <div className="kk-fill">
        <ItemLink id={item.$id}>{step.label}</ItemLink>
        <p className="kk-soft">
          {people && people.length > 0 && (
            <span className="kk-fact">
              <PeopleLinks ids={people} />
            </span>
          )}
          {!isDone(step) && people?.length === 0 && (
            <span className={state === 'BLANK' ? 'kk-fact' : 'kk-fact kk-late'}>
              {messages.format('workflow.nobody')}
            </span>
          )}
          {!isDone(step) && due !== undefined && (
            <span className={isLate ? 'kk-fact kk-late' : 'kk-fact'}>
              {formatDate(messages.intl, due)}
              {isLate && ` ${messages.format('workflow.overdue')}`}
            </span>
          )}
          {why !== undefined && <span className="kk-fact">{why}</span>}
          {isDone(step) && finished !== undefined && (
            <span className="kk-fact">
              <When at={finished} />
            </span>
          )}
        </p>
      </div>
    </li>
  );
});

export const StepsCard = observer(({ item, goTo }: Pick<TabProps, 'item' | 'goTo'>) => {
  const client = useClient();
  const messages = useMessages();
  const id = useId();
  const { steps, failure, again } = useSteps(item);
  const subject = workflowSubject(client.registry, item._t);
  const peopleOf = usePeopleOfSteps(item, steps ?? []);
  if (failure !== undefined) return <PartFailed message="workflow.failed" failure={failure} again={again} />;
  if (!subject || !steps || steps.length === 0) return null;
  const today = ownersToday(client, subject, item);
  return (
    <section className="kk-steps-card" aria-labelledby={id}>
      <header>
        <h4 id={id}>{messages.format('workflow.steps')}</h4>
        <button type="button" className="kk-text-button" onClick={() => goTo('workflow')}>
          {messages.format('tabs.workflow')}
        </button>
      </header>
      <ol className="kk-plain-list">
        {steps.map((step) => (
          <StepLine
            key={step.item.$id}
            step={step}
            today={today}
            asked={peopleOf(step)}
            why={whySkipped(client, messages, step, { item, steps })}
          />
        ))}
      </ol>
    </section>
  );
});
