// Values that the pages of a workflow read from an item and its steps, which are items of many types with the same
// engine properties.

import { stringsIn } from 'src/base/stringsIn.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import type { ClientStepKind, WorkflowSubject } from 'src/model/schema/Workflows.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { isDone, isOpen, type StepState } from 'src/model/workflow/WorkflowTemplate.ts';

type Steps = Pick<Registry, 'steps'>;

/** The kind whose steps are of this type; undefined for any other type. */
export const kindOfType = ({ steps }: Steps, type: string): ClientStepKind | undefined =>
  Object.values(steps).find((kind) => kind.type === type);

/** Returns the step kinds that workflows of this type may contain. */
export const kindsFor = ({ steps }: Steps, type: string): readonly ClientStepKind[] =>
  Object.values(steps).filter((kind) => kind.for.includes(type));

/** Names of the fields that a step needs before it can be started or completed. */
export const neededForStep = (registry: Steps, type: string, state: Json | undefined): readonly string[] => {
  const { required = [], demands = [] } = kindOfType(registry, type) ?? {};
  if (isDone({ state: String(state) as StepState })) return [];
  return [...required, ...demands];
};

/** True for an open step that is done by means of a record that it does not have yet: making that record comes before completing it. */
export const lacksRecord = (registry: Steps, step: Item): boolean => {
  const { record } = kindOfType(registry, step._t) ?? {};
  const needed = neededForStep(registry, step._t, step['state']);
  return record !== undefined && needed.includes(record) && step[record] === undefined;
};

export const workflowSubject = (
  { workflows }: Pick<Registry, 'workflows'>,
  type: string,
): WorkflowSubject | undefined => workflows?.subjects[type];

type Read = Readonly<Record<string, Json | undefined>>;

const textValue = (values: Read, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Returns the owner of the workflow's value lists: the owner at the path in the workflow, otherwise the site. */
export const listOwner = ({ calendar }: WorkflowSubject, item: Item | undefined): ItemId | 'system' => {
  const [owner] = item && calendar !== undefined ? valuesAt(item, calendar) : [];
  return typeof owner === 'string' && owner !== '' ? owner : 'system';
};

export interface ShownStep {
  readonly item: Item;
  readonly key: string;
  readonly label: string;
  readonly state: StepState;
  readonly group: number;
  readonly assigned: readonly ItemId[];
  /** While the clock of the item is stopped, the day to which the stop has moved it so far. */
  readonly due: Day | undefined;
  /** The clock of the item is stopped: no step is late. */
  readonly stands?: true;
  readonly outcome: string | undefined;
  readonly by: ItemId | undefined;
  readonly finished: string | undefined;
  readonly reason: string | undefined;
  readonly adHoc: boolean;
}

export const shownStep = (item: Item): ShownStep => {
  const { group, stamped } = item;
  return {
    item,
    key: String(item['key'] ?? ''),
    label: item.$label,
    state: String(item['state'] ?? 'BLANK') as StepState,
    group: typeof group === 'number' ? group : 0,
    assigned: stringsIn(item['$assigned']),
    due: textValue(item, '$assignedDue'),
    outcome: textValue(item, 'outcome'),
    by: textValue(item, 'finishedBy') ?? (isRecord(stamped) ? textValue(stamped as Values, 'by') : undefined),
    finished: textValue(item, 'finished'),
    reason: textValue(item, 'reason'),
    adHoc: item['adHoc'] === true,
  };
};

export interface Summary {
  readonly state: string | undefined;
  readonly workflow: ItemId | undefined;
  readonly version: number | undefined;
  readonly done: number;
  readonly steps: number;
  readonly forced: boolean;
  /** The first due day of the open steps. Undefined while the clock of the item is stopped. */
  readonly due: Day | undefined;
}

const numberValue = (values: Values, name: string): number | undefined => {
  const value = values[name];
  return typeof value === 'number' ? value : undefined;
};

export const workflowSummary = (item: Item | undefined): Summary => {
  const values = (isRecord(item?.['_wf']) ? item['_wf'] : {}) as Values;
  return {
    state: textValue(values, 'state'),
    workflow: textValue(values, 'workflow'),
    version: numberValue(values, 'version'),
    done: numberValue(values, 'done') ?? 0,
    steps: numberValue(values, 'steps') ?? 0,
    forced: values['forced'] === true,
    due: textValue(values, '$assignedDue'),
  };
};

export const isOverdue = ({ state, due, stands }: Pick<ShownStep, 'state' | 'due' | 'stands'>, today: Day): boolean =>
  due !== undefined && due < today && stands !== true && !isDone({ state });

/** Steps of one group run side by side. */
export const stepGroups = (steps: readonly ShownStep[]): readonly (readonly ShownStep[])[] => {
  const groups = new Map<number, ShownStep[]>();
  for (const step of steps) groups.set(step.group, [...(groups.get(step.group) ?? []), step]);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, each]) => each);
};

const LAST_DAY = '9999';

/** Returns the steps that can be done now: first those assigned to this person, then by due date. */
export const nextSteps = (steps: readonly ShownStep[], me: ItemId | undefined): readonly ShownStep[] => {
  const isMine = ({ assigned }: ShownStep): number => (me !== undefined && assigned.includes(me) ? 0 : 1);
  return steps
    .filter(isOpen)
    .toSorted((a, b) => isMine(a) - isMine(b) || (a.due ?? LAST_DAY).localeCompare(b.due ?? LAST_DAY));
};

interface Filling {
  readonly fills: Readonly<Record<string, string>>;
  readonly type: Pick<ItemType, 'properties'>;
  /** An item behind a relation; undefined while it is read, and for one that the reader may not see. */
  readonly related: (id: string) => Item | undefined;
}

/** Returns the values that a new record of a step begins with. */
export const filledFrom = (of: Item, { fills, type: { properties }, related }: Filling): Values =>
  Object.fromEntries(
    Object.entries(fills).flatMap(([name, path]) => {
      const [first = '', second] = path.split('.');
      const own = path === '$id' ? of.$id : of[first];
      const value = second === undefined ? own : related(String(own))?.[second];
      if (value === undefined || value === null) return [];
      return [[name, properties[name]?.many === true && !Array.isArray(value) ? [value] : value]];
    }),
  );
