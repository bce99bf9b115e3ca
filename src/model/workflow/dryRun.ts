// Computes what a template would ask of whom and by when if every step were completed on its last day. Writes nothing.

import { dueAfter, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { planSteps } from 'src/model/workflow/planSteps.ts';
import { stepsBefore, waitsFor } from 'src/model/workflow/stepOrder.ts';
import { stepsAskedBy, type ConditionSubject } from 'src/model/workflow/conditions.ts';
import type { Assign, TemplateStep, WorkflowTemplate } from 'src/model/workflow/WorkflowTemplate.ts';

export interface DryStep extends Pick<TemplateStep, 'key' | 'kind' | 'label' | 'group'> {
  readonly assign?: Assign | undefined;
  /** `no`: its condition is false; `depends`: it depends on the outcome of an earlier step. */
  readonly needed: 'yes' | 'no' | 'depends';
  readonly starts: Day;
  /** Latest day. A step without days causes no delay. */
  readonly due?: Day;
}

/** Runs a template. Steps in a cycle have no dates, because they begin at once. */
export const dryRun = (
  template: WorkflowTemplate,
  item: ConditionSubject,
  { calendar, from }: { readonly calendar: WorkingCalendar; readonly from: Date },
): DryStep[] => {
  const steps = planSteps(template, item);
  const first = dayIn(from, calendar.timeZone);
  const ends = new Map<string, Day>();
  const rows = new Map<string, DryStep>();
  const neededOf = (step: (typeof steps)[number]): DryStep['needed'] => {
    if (step.expected === false) return 'no';
    const sources = stepsBefore(steps, step).map(({ key }) => key);
    if (sources.length > 0 && sources.every((key) => rows.get(key)?.needed === 'no')) return 'no';
    const before = [...sources, ...stepsAskedBy(step.when)];
    return before.length > 0 ? 'depends' : 'yes';
  };
  const plan = (step: (typeof steps)[number], waits: readonly string[]): void => {
    const starts = waits.reduce(
      (latest, key) => ((ends.get(key) ?? first) > latest ? (ends.get(key) ?? first) : latest),
      first,
    );
    const needed = neededOf(step);
    const due =
      step.days === undefined || needed === 'no'
        ? undefined
        : dueAfter(calendar, starts, { days: step.days, working: step.working });
    const { key, kind, label, group, assign } = step;
    rows.set(key, { key, kind, label, group, assign, needed, starts, ...(due !== undefined && { due }) });
    ends.set(key, due ?? starts);
  };
  for (let size = -1; size < rows.size;) {
    size = rows.size;
    for (const step of steps) {
      const waits = waitsFor(steps, step).filter((key) => steps.some((each) => each.key === key));
      if (!rows.has(step.key) && waits.every((key) => ends.has(key))) plan(step, waits);
    }
  }
  for (const step of steps) if (!rows.has(step.key)) plan(step, []);
  return steps.flatMap(({ key }) => rows.get(key) ?? []);
};
