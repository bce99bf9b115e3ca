// Actions that move an item with a workflow on, in its state bar: the next step for this person; the assignee of it for
// other people; and the choice of a workflow while the statutory time runs without one.

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { ownerCalendar } from 'src/client/fields/display/ownerCalendar.ts';
import { nextSteps, workflowSummary, type ShownStep } from 'src/client/fields/display/stepValues.ts';
import { useSteps } from 'src/client/workflow/useSteps.ts';
import { useWorkflowActs } from 'src/client/workflow/useWorkflowActs.tsx';
import type { Item } from 'src/model/item/Item.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';

interface SubjectProps {
  readonly item: Item;
  readonly subject: WorkflowSubject;
}

/** Opens the step in the next column; from the page of another step, in place of it. Not offered while the step is open in another column. */
const OpenNext = observer(
  ({ step: { item, label }, instead = false }: { readonly step: ShownStep; readonly instead?: boolean }) => {
    const { navigation } = useClient();
    const messages = useMessages();
    const own = useColumn();
    const column = instead && own > 0 ? own - 1 : own;
    if (navigation.multiColumns && navigation.cells.some(({ itemId }) => itemId === item.$id)) return null;
    return (
      <MainButton
        size="small"
        endIcon="arrow-right"
        onClick={() => void navigation.open(column, `i-${item.$id}`, paramOfTab('edit'))}
      >
        {messages.format('workflow.nextStep', { label })}
      </MainButton>
    );
  },
);

/** Says whose turn it is, as a link to the step. */
export const Turn = observer(({ step: { item, label, assigned } }: { readonly step: ShownStep }) => {
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
      <MainButton size="small" onClick={begin}>
        {messages.format('workflow.set')}
      </MainButton>
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

interface Mine {
  /** The step that this person can do next, one that waits for them first. */
  readonly mine: ShownStep | undefined;
  /** False until it is known whether this person may do a step that is for them or for all. */
  readonly isKnown: boolean;
}

const useMine = (steps: readonly ShownStep[]): Mine => {
  const { items, session } = useClient();
  const me = session.user?.$id;
  if (me === undefined) return { mine: undefined, isKnown: true };
  const own = nextSteps(steps, me).filter(({ assigned }) => assigned.length === 0 || assigned.includes(me));
  const mine = own.find(({ item }) => items.may(item.$id, 'update'));
  return { mine, isKnown: mine !== undefined || own.every(({ item }) => items.knowsRights(item.$id)) };
};

/** True where the bar of the state offers the choice of a workflow. */
export const useOffersBegin = ({ item, subject }: SubjectProps): boolean => {
  const { items, session } = useClient();
  const runs = useTimeRuns({ item, subject });
  return runs && session.signedIn && workflowSummary(item).steps === 0 && items.may(item.$id, subject.may);
};

interface NextProps extends SubjectProps {
  /** The other moves, shown less prominently while the workflow has a next step. */
  readonly others: (leadsOn: boolean) => ReactNode;
}

export const NextStep = observer(({ item, subject, others }: NextProps) => {
  const { session } = useClient();
  const { steps, failure } = useSteps(item);
  const mayBegin = useOffersBegin({ item, subject });
  const [next] = nextSteps(steps ?? [], session.user?.$id);
  const { mine, isKnown: knowsRights } = useMine(steps ?? []);
  const isKnown = (steps !== undefined || failure !== undefined) && knowsRights;
  return (
    <>
      {mine && <OpenNext step={mine} />}
      {!mine && next && isKnown && <Turn step={next} />}
      {isKnown && mayBegin && <Begin item={item} subject={subject} />}
      {others(!isKnown || next !== undefined || mayBegin)}
    </>
  );
});

const NextOf = observer(({ item }: { readonly item: Item }) => {
  const { steps } = useSteps(item);
  const { mine } = useMine(steps ?? []);
  return mine ? <OpenNext step={mine} instead /> : null;
});

/** Shows the next step of the item on the page of a finished step. */
export const NextAfter = observer(({ step }: { readonly step: Item }) => {
  const { items } = useClient();
  const of = itemIn(items.get(String(step['of'] ?? '')));
  return of ? <NextOf item={of} /> : null;
});
