// The daily job for the people of steps. It sends reminders before the due day of a step, on it, and after it; when a step stays open, it
// notifies the administrators of the item's owners. Days are those of the owner's time zone. While the item's clock is stopped, no
// reminders are sent. Each reminder is recorded, so that a second run sends none twice. The job also completes steps whose record is done,
// and removes people whose membership has ended from steps.

import { addDays, dayIn, daysBetween } from 'src/model/calendar/localDay.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { isOpen } from 'src/model/workflow/WorkflowTemplate.ts';
import type { WorkflowNeeds, WorkflowWriting } from 'src/server/workflow/WorkflowNeeds.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { noteDates, waitingDates, type DueRow } from 'src/server/store/notices/dueRows.ts';
import { usersEnded } from 'src/server/store/notices/people.ts';
import { inServerName } from 'src/server/systemContext.ts';
import { calendarOf } from 'src/server/store/calendars.ts';
import { standsStill } from 'src/server/workflow/itemClock.ts';
import { stepFrom, type StepItem } from 'src/server/workflow/StepItem.ts';
import { completeDone } from 'src/server/workflow/followRecord.ts';
import { leaveUnread } from 'src/server/workflow/followSteps.ts';
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

/** Returns undefined if no reminder is due on the present day of the item's owner. */
const dueNow = async (
  context: WorkflowWriting,
  step: StepItem,
  reminder: Reminder,
): Promise<{ readonly step: StepItem; readonly write: () => Promise<void> } | undefined> => {
  const { services, tx, now } = context;
  const of = step.stored.properties['of'];
  const subject = isOpen(step) && isItemId(of) ? await services.items.find(tx, of) : undefined;
  if (!subject || step.due === undefined || standsStill(subject.properties)) return undefined;
  const { timeZone } = await calendarOf(services, tx, subject);
  const days = daysBetween(step.due, dayIn(now, timeZone));
  if (days < reminder.from || days > reminder.to) return undefined;
  const { escalates } = reminder;
  const write = async (): Promise<void> => {
    const tellsOwner = escalates === true || step.assigned.length === 0;
    const owners = tellsOwner ? await services.audience.administratorsOf(tx, subject.owners) : [];
    await writeWorkflowEvent(context, subject, { kind: 'stepDueReminded', step, to: [...step.assigned, ...owners] });
  };
  return { step, write };
};

const remind = (
  services: WorkflowNeeds,
  { type, reminder, rows }: { type: ServerItemType; reminder: Reminder; rows: readonly DueRow[] },
): Promise<void> =>
  inServerName(services, async (context) => {
    const { tx } = context;
    const ids = rows.map(({ i }) => itemId(type.name, i));
    const steps = (await services.items.findMany(tx, ids, { refer: true })).map(stepFrom);
    const due = [];
    for (const step of steps) due.push(...[(await dueNow(context, step, reminder)) ?? []].flat());
    const numbers = new Map(due.map((each) => [each.step.stored.number, each]));
    const wanted = rows.filter(({ i }) => numbers.has(i));
    const noted = await noteDates(tx, { t: type.number, kind: reminderKind(reminder) }, wanted);
    for (const { i } of noted) await numbers.get(i)?.write();
  });

/** Completes active steps whose record is done by the clock, such as a meeting that is over. Only these take a transaction each. */
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
    const { registry, database, clock } = services;
    const today = dayIn(clock.now(), 'UTC');
    await leaveByClock(services, signal);
    await completeByClock(services, signal);
    const names = new Set(Object.values(registry.steps).map(({ type }) => type));
    for (const type of Object.values(registry.types).filter(({ name }) => names.has(name))) {
      for (const reminder of REMINDERS) {
        // The day of the owner may be one earlier or later.
        const days = { from: addDays(today, -reminder.to - 1), to: addDays(today, -reminder.from + 1) };
        const asked = { t: type.number, path: '$assignedDue', kind: reminderKind(reminder), ...days };
        for (let after: number | undefined = 0; after !== undefined;) {
          signal.throwIfAborted();
          const rows: DueRow[] = await waitingDates(database, asked, { after, max: STEPS_BATCH });
          if (rows.length > 0) await remind(services, { type, reminder, rows });
          after = rows.length === STEPS_BATCH ? rows.at(-1)?.i : undefined;
        }
      }
    }
  };
