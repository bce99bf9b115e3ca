// What leads an item with a workflow on, in the bar of its state: the next step that this person can do; whose turn it is, for everybody else; and
// the choice of a workflow while the time that the law gives runs without one.

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { paramOfTab } from 'src/client/cells/itemTabs.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { ownerCalendar } from 'src/client/workflow/ownerCalendar.ts';
import { nextSteps, summaryOf, type ShownStep } from 'src/client/workflow/stepValues.ts';
import { useSteps } from 'src/client/workflow/useSteps.ts';
import { useWorkflowActs } from 'src/client/workflow/useWorkflowActs.tsx';
import type { Item } from 'src/model/item/Item.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';

interface SubjectProps {
  readonly item: Item;
  readonly subject: WorkflowSubject;
}

const OpenNext = ({ step: { item, label } }: { readonly step: ShownStep }) => {
  const { navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  return (
    <Button
      size="small"
      variant="solid"
      intent="primary"
      endIcon="arrow-right"
      onClick={() => void navigation.open(column, `i-${item.$id}`, paramOfTab('edit'))}
    >
      {messages.format('workflow.nextStep', { label })}
    </Button>
  );
};

/** Says whose turn it is, as a link to the step. */
const Turn = observer(({ step: { item, label, assigned } }: { readonly step: ShownStep }) => {
  const { items } = useClient();
  const messages = useMessages();
  const names = assigned.map((id) => items.label(id) ?? messages.format('cells.hiddenItem'));
  const text =
    names.length === 0
      ? messages.format('workflow.turnOfNobody', { label })
      : messages.format('workflow.turn', { label, people: messages.intl.formatList(names) });
  return (
    <span className="kk-state-turn">
      <ItemLink id={item.$id}>{text}</ItemLink>
    </span>
  );
});

const Begin = observer(({ item, subject }: SubjectProps) => {
  const { navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const openPlan = (): void => navigation.setParam(column, paramOfTab('workflow'), true);
  const { begin, dialog } = useWorkflowActs({ item, subject, steps: [], openPlan });
  if (!begin) return null;
  return (
    <>
      <Button size="small" variant="solid" intent="primary" onClick={begin}>
        {messages.format('workflow.set')}
      </Button>
      {dialog}
    </>
  );
});

/** True for an item that is waited for. */
const useTimeRuns = ({ item, subject }: SubjectProps): boolean => {
  const client = useClient();
  if (!subject.clock) return false;
  const calendar = ownerCalendar(client, subject, item);
  const clock = readItemClock(item, subject, { calendar, now: client.day.now });
  return clock !== undefined && !clock.ended;
};

interface NextProps extends SubjectProps {
  /** The other ways on: they stand back while the workflow leads on. */
  readonly others: (leadsOn: boolean) => ReactNode;
}

export const NextStep = observer(({ item, subject, others }: NextProps) => {
  const { items, session } = useClient();
  const { steps, failure } = useSteps(item);
  const runs = useTimeRuns({ item, subject });
  const [next] = nextSteps(steps ?? [], session.user?.$id);
  const me = session.user?.$id;
  const isMine = (step: ShownStep): boolean =>
    me !== undefined &&
    items.may(step.item.$id, 'update') &&
    (step.assigned.length === 0 || step.assigned.includes(me));
  const mayBegin = runs && session.signedIn && summaryOf(item).steps === 0 && items.may(item.$id, subject.may);
  const mine = nextSteps(steps ?? [], me).find(isMine);
  const isKnown = steps !== undefined || failure !== undefined;
  return (
    <>
      {mine && <OpenNext step={mine} />}
      {!mine && next && <Turn step={next} />}
      {isKnown && mayBegin && <Begin item={item} subject={subject} />}
      {others(!isKnown || next !== undefined || mayBegin)}
    </>
  );
});
