// What an item says of its workflow, so that a list of items needs no look at their steps.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Day } from 'src/model/calendar/localDay.ts';
import { isDone, isOpen, type RunningStep } from 'src/model/workflow/WorkflowTemplate.ts';

export interface SummedStep extends Pick<RunningStep, 'state'> {
  readonly assigned: readonly ItemId[];
  readonly due?: Day | undefined;
}

export interface WorkflowFigures {
  /** Of the steps whose turn it is. */
  readonly $assigned: readonly ItemId[];
  /** The first of theirs. */
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
