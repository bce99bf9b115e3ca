// What a workflow template says: which steps, in which order, under which conditions, and who is asked. A step that runs is an item
// that holds what its template said when it was planned, so that a later version changes nothing for it.

import type { ItemId, Json } from 'src/model/item/Item.ts';

/** Over the properties of the item that the workflow belongs to, or over how an earlier step ended. */
export type Condition =
  | { readonly path: string; readonly is: Comparison; readonly value?: Json | undefined }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  /** The step, and the outcomes of which one must be its own. */
  | { readonly outcome: readonly [string, readonly string[]] };

export type Comparison = 'eq' | 'ne' | 'in' | 'filled' | 'empty' | 'gt' | 'lt';

/** Who is asked: these people, those whom the item names at the path, or who has the capability in its owner. */
export interface Assign {
  readonly users?: readonly ItemId[] | undefined;
  readonly path?: string | undefined;
  readonly capability?: string | undefined;
}

/** By outcome: the steps that it leads to. A step that some step leads to is done only when it is led to. */
export type NextSteps = Readonly<Record<string, readonly string[]>>;

export interface TemplateStep {
  readonly key: string;
  readonly kind: string;
  readonly label: string;
  /** Steps of one group run side by side, and begin when the groups before it are done. */
  readonly group: number;
  /** These in place of the groups before it. */
  readonly after?: readonly string[] | undefined;
  readonly when?: Condition | undefined;
  readonly next?: NextSteps | undefined;
  readonly days?: number | undefined;
  readonly working?: boolean | undefined;
  readonly assign?: Assign | undefined;
  /** What the item's workflow is called from then on: a key of its list. */
  readonly state?: string | undefined;
  /** The item is answered when this step is done, and by no other step. */
  readonly answers?: boolean | undefined;
  /** Keys of steps. A person who did one of them, or wrote a version of its record, cannot complete this step. */
  readonly others?: readonly string[] | undefined;
}

export interface WorkflowTemplate {
  readonly steps: readonly TemplateStep[];
}

/** BLANK: not its turn yet. PENDING: its turn, nobody has begun. SKIP: it is not needed. */
export type StepState = 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';

/** A step that runs, as far as its order with others needs it. */
export interface RunningStep extends Pick<TemplateStep, 'key' | 'kind' | 'group' | 'after' | 'when' | 'next'> {
  readonly state: StepState;
  readonly outcome?: string | undefined;
  /** Added by a person: no step of a later group waits for it. */
  readonly adHoc?: boolean | undefined;
  /** Left out by a person, and not by a condition. */
  readonly leftOut?: boolean | undefined;
}

export const isDone = ({ state }: Pick<RunningStep, 'state'>): boolean => state === 'COMPLETE' || state === 'SKIP';
export const isOpen = ({ state }: Pick<RunningStep, 'state'>): boolean => state === 'PENDING' || state === 'ACTIVE';
