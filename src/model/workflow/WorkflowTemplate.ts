// Workflow template: its steps with their order, conditions and assignees. A running step is an item with a copy of the template's step, so
// a later version does not change it.

import type { ItemId, Json } from 'src/model/item/Item.ts';

/** Condition on the properties of the item of the workflow, or on the outcome of an earlier step. */
export type Condition =
  | { readonly path: string; readonly is: Comparison; readonly value?: Json }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  /** The step, and the outcomes of which it must have one. */
  | { readonly outcome: readonly [string, readonly string[]] };

export type Comparison = 'eq' | 'ne' | 'in' | 'filled' | 'empty' | 'gt' | 'lt' | 'within';

/** Assignees: these people, those that the item names at the path, or holders of the capability in its owner. */
export type Assign = {
  readonly users?: readonly ItemId[];
  readonly path?: string;
  readonly capability?: string;
};

/** Following steps by outcome. A step that follows another one runs only when an outcome leads to it. */
export type NextSteps = Readonly<Record<string, readonly string[]>>;

export type TemplateStep = {
  readonly key: string;
  readonly kind: string;
  readonly label: string;
  /** Steps of one group run in parallel and begin when the earlier groups are done. */
  readonly group: number;
  /** Steps to wait for instead of the earlier groups. */
  readonly after?: readonly string[];
  readonly when?: Condition;
  readonly next?: NextSteps;
  readonly days?: number;
  readonly working?: boolean;
  readonly assign?: Assign;
  /** State of the item's workflow after the step: a key of its list. */
  readonly state?: string;
  /** True when this step, and no other, answers the item. */
  readonly answers?: boolean;
  /** Keys of steps. A person who did one of them, or wrote a version of its record, cannot complete this step. */
  readonly others?: readonly string[];
};

export interface WorkflowTemplate {
  readonly steps: readonly TemplateStep[];
}

/** BLANK: waiting for other steps. PENDING: ready, not begun. SKIP: not needed. */
export type StepState = 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';

/** A running step with the members that determine its order. */
export interface RunningStep extends Pick<TemplateStep, 'key' | 'kind' | 'group' | 'after' | 'when' | 'next'> {
  readonly state: StepState;
  readonly outcome?: string | undefined;
  /** Added by a person: later groups do not wait for it. */
  readonly adHoc?: boolean | undefined;
  /** Skipped by a person, not by a condition. */
  readonly leftOut?: boolean | undefined;
}

export const isDone = ({ state }: Pick<RunningStep, 'state'>): boolean => state === 'COMPLETE' || state === 'SKIP';
export const isOpen = ({ state }: Pick<RunningStep, 'state'>): boolean => state === 'PENDING' || state === 'ACTIVE';
