// A step as it runs: the stored item, read as the model's functions understand it.

import { isRecord } from 'src/base/isRecord.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { StepPlan } from 'src/model/workflow/planSteps.ts';
import type {
  Condition,
  NextSteps,
  RunningStep,
  StepState,
  TemplateStep,
} from 'src/model/workflow/WorkflowTemplate.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

export interface StepItem extends RunningStep {
  readonly stored: StoredItem;
  readonly assigned: readonly ItemId[];
  readonly due: Day | undefined;
  readonly plan: StepPlan;
}

const textIfAny = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};
const textsAt = (values: Values, name: string): string[] | undefined => {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly Json[]).map(String) : undefined;
};
const recordAt = (values: Values, name: string): Values | undefined => {
  const value = values[name];
  return isRecord(value) ? (value as Values) : undefined;
};

export const stepFrom = (stored: StoredItem): StepItem => {
  const { properties } = stored;
  const planned = recordAt(properties, 'plan') ?? {};
  const order = {
    kind: String(properties['kind'] ?? ''),
    group: Number(properties['group'] ?? 0),
    after: textsAt(properties, 'after'),
    when: recordAt(properties, 'when') as Condition | undefined,
    next: recordAt(properties, 'next') as NextSteps | undefined,
  };
  const state = String(properties['state'] ?? 'BLANK') as StepState;
  return {
    ...order,
    stored,
    state,
    key: String(properties['key'] ?? ''),
    outcome: textIfAny(properties, 'outcome'),
    adHoc: properties['adHoc'] === true,
    // The engine leaves a step out without an end of its own; a person ends it.
    leftOut: state === 'SKIP' && properties['finished'] !== undefined,
    assigned: valuesAt(properties, '$assigned').filter(isItemId),
    due: textIfAny(properties, '$assignedDue'),
    plan: { ...order, label: String(properties['label'] ?? ''), ...(planned as Partial<StepPlan>) },
  };
};

/** Returns the values without undefined ones. */
const definedValues = (values: Readonly<Record<string, unknown>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Record<string, Json>;

/**
 * Returns the properties of a step item for a planned step. `plan` contains `days`, `assign` and the rest until the step becomes active.
 */
export const plannedValues = (step: TemplateStep): Record<string, Json> => {
  const { key, kind, label, group, after, when, next, days, working, assign, state, answers, others } = step;
  const plan = definedValues({ days, working, assign: assign && definedValues({ ...assign }), state, answers, others });
  return definedValues({ key, kind, label, group, after, when, next, ...(Object.keys(plan).length > 0 && { plan }) });
};

/** Same as plannedValues for a step that has had another plan: values that the new plan does not contain are removed. */
export const replannedValues = (step: TemplateStep): Record<string, Json> => ({
  ...{ after: null, when: null, next: null, plan: null },
  ...plannedValues(step),
});
