// Summary of a workflow in its item, so that lists need not read the steps.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { isDone, isOpen, type RunningStep } from 'src/model/workflow/WorkflowTemplate.ts';

export interface SummedStep extends Pick<RunningStep, 'state'> {
  readonly assigned: readonly ItemId[];
  readonly due?: Day | undefined;
}

export interface WorkflowFigures {
  /** Assignees of the ready steps. */
  readonly $assigned: readonly ItemId[];
  /** First due day of these steps. */
  readonly $assignedDue: Day | undefined;
  readonly done: number;
  readonly steps: number;
}

export const figuresOf = (steps: readonly SummedStep[]): WorkflowFigures => {
  const open = steps.filter(isOpen);
  return {
    $assigned: [...new Set(open.flatMap(({ assigned }) => assigned))],
    $assignedDue: open.flatMap(({ due }) => due ?? []).sort()[0],
    done: steps.filter(isDone).length,
    steps: steps.length,
  };
};
