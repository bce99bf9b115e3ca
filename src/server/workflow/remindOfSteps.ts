// The daily job for the people of steps. It sends reminders before the due day of a step, on it, and after it; when a step stays open, it
// notifies the administrators of the item's owners. Days are those of the owner's time zone. While the item's clock is stopped, no
// reminders are sent. Each reminder is recorded, so that a second run sends none twice. The job also completes steps whose record is done,
// and removes people whose membership has ended from steps.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { isOpen } from 'src/model/workflow/WorkflowTemplate.ts';
import { writeDueDates, type DueRule } from 'src/server/events/dueDates.ts';
import type { WorkflowNeeds } from 'src/server/workflow/WorkflowNeeds.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { usersEnded } from 'src/server/store/notices/people.ts';
import { inServerName, serverContext } from 'src/server/systemContext.ts';
import { standsStill } from 'src/server/workflow/itemClock.ts';
import { stepFrom } from 'src/server/workflow/StepItem.ts';
import { completeDone } from 'src/server/workflow/followRecord.ts';
import { leaveUnread } from 'src/server/workflow/followItemSave.ts';
import { itemsNaming } from 'src/server/store/itemsNaming.ts';
import { stepsDone } from 'src/server/workflow/stepRecord.ts';
import { writeWorkflowEvent } from 'src/server/workflow/workflowEvents.ts';

export const REMIND_OF_STEPS = 'remindOfSteps';

/** Number of steps in one transaction. */
const STEPS_BATCH = 100;

interface Reminder {
  /** Days after the due day, from which and until which it is given; before it, where negative. */
  readonly from: number;
  readonly to: number;
  /** Administrators of the owners are notified too. */
  readonly escalates?: true;
}

const REMINDERS: readonly Reminder[] = [
  { from: -2, to: -1 },
  { from: 0, to: 0 },
  { from: 1, to: 2 },
  { from: 3, to: 9, escalates: true },
  { from: 10, to: 16, escalates: true },
];

const reminderKind = ({ from }: Reminder): string => `stepDueReminded.${from}`;

/** Returns the reminder of a step; undefined for a step that is not open or whose item's clock is stopped. */
const reminderOf =
  (services: WorkflowNeeds, { escalates }: Reminder): DueRule['eventOf'] =>
  async (tx, stored) => {
    const step = stepFrom(stored);
    const of = stored.properties['of'];
    const subject = isOpen(step) && isItemId(of) ? await services.items.find(tx, of) : undefined;
    if (!subject || step.due === undefined || standsStill(subject.properties)) return undefined;
    const write = async (): Promise<void> => {
      const tellsOwner = escalates === true || step.assigned.length === 0;
      const owners = tellsOwner ? await services.audience.administratorsOf(tx, subject.owners) : [];
      const context = await serverContext(services, tx);
      await writeWorkflowEvent(context, subject, { kind: 'stepDueReminded', step, to: [...step.assigned, ...owners] });
    };
    return { owned: subject, write };
  };

/** Completes active steps whose record is done by the clock, such as a meeting that is over. Only these need a transaction each. */
const completeByClock = async (services: WorkflowNeeds, signal: AbortSignal): Promise<void> => {
  const { registry, database } = services;
  for (const { type: name, ...kind } of Object.values(registry.steps)) {
    const type = kind.done && 'path' in kind.done ? registry.types[name] : undefined;
    const ids = type ? await itemsNaming(database, type, { state: 'ACTIVE' }) : [];
    const due: ItemId[] = [];
    for (let at = 0; at < ids.length; at += STEPS_BATCH) {
      signal.throwIfAborted();
      due.push(...(await stepsDone(services, kind, ids.slice(at, at + STEPS_BATCH))));
    }
    for (const id of due) {
      signal.throwIfAborted();
      await inServerName(services, async (context) => {
        const stored = await services.items.find(context.tx, id);
        if (stored) await completeDone(context, stepFrom(stored));
      });
    }
  }
};

/** A server that was stopped for longer leaves the rest to the next change of the person. */
const ENDED_DAYS = 30;

/** Removes people from steps when their memberships have ended by date and they may no longer read the item. */
const leaveByClock = async (services: WorkflowNeeds, signal: AbortSignal): Promise<void> => {
  const { registry, database, clock } = services;
  const type = registry.types[SYSTEM_TYPES.user];
  if (!type) return;
  const until = clock.now();
  const after = new Date(until.getTime() - ENDED_DAYS * 24 * 60 * 60 * 1_000);
  for (const i of await usersEnded(database, type.number, { after, until })) {
    signal.throwIfAborted();
    await inServerName(services, (context) => leaveUnread(context, itemId(type.name, i)));
  }
};

export const createRemindOfSteps =
  (services: WorkflowNeeds): JobHandler =>
  async (_, signal) => {
    const { registry } = services;
    await leaveByClock(services, signal);
    await completeByClock(services, signal);
    const names = new Set(Object.values(registry.steps).map(({ type }) => type));
    for (const type of Object.values(registry.types).filter(({ name }) => names.has(name)))
      for (const reminder of REMINDERS) {
        const eventOf = reminderOf(services, reminder);
        const rule = { type, path: '$assignedDue', kind: reminderKind(reminder), ...reminder, eventOf };
        await writeDueDates(services, rule, signal);
      }
  };
