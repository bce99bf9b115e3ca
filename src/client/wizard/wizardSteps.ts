// The steps of a declared wizard and the progress of each: missing values and problems. Pure.

import type { FormProblem } from 'src/client/fields/rules/FormProblem.ts';
import { whenHolds } from 'src/client/fields/session/layout.ts';
import type { StepPlace } from 'src/client/navigation/stepParam.ts';
import type { Values } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { WizardChoice, WizardStep } from 'src/model/schema/TypeView.ts';
import { pointerParts, pointerOf } from 'src/model/text/jsonPointer.ts';
import { formTabsOf } from 'src/model/schema/formTabs.ts';

const REQUIRED = 'errors.required';

/** `notYet`: not reached, or reached just now. */
export type StepState = 'complete' | 'missing' | 'wrong' | 'notYet';

export interface ShownStep {
  readonly key: string;
  /** The declared step; undefined for the last one, which shows everything. */
  readonly declared: WizardStep | undefined;
  readonly names: readonly string[];
  readonly missing: readonly FormProblem[];
  readonly wrong: readonly FormProblem[];
  readonly filled: boolean;
}

/** Paths of all groups of a step, in the order of the form. */
export const pathsOfStep = (type: ItemType, { groups }: WizardStep): readonly string[] =>
  formTabsOf(type).flatMap((tab) =>
    tab.groups.filter(({ key }) => groups.includes(key)).flatMap(({ rows }) => rows.flat().map(({ path }) => path)),
  );

const isBlankAt = (values: Values, path: string): boolean => valuesAt(values, path).every((value) => value === '');

/** Returns the values that are required before the item can be saved at all, or can leave its state. */
const missingPaths = ({ states, properties, view }: ItemType, values: Values): readonly string[] => {
  const required = Object.values(properties).flatMap(({ name, required: is, readOnly }) =>
    is && !readOnly ? [name] : [],
  );
  const state = states && String(values[states.property] ?? states.initial[0] ?? '');
  const next = (states?.transitions ?? []).filter(({ from }) => state !== undefined && from.includes(state));
  const demanded = next.flatMap(({ requires }) => requires);
  const unmet = (view.wizard?.steps ?? []).flatMap(({ needs = [] }) =>
    needs.filter((need) => !whenHolds(need, values)).map(({ path }) => path),
  );
  return [...new Set([...[...required, ...demanded].filter((path) => isBlankAt(values, path)), ...unmet])];
};

/** `problems`: what the form and the server find wrong, at any step. */
export const stepsOf = (type: ItemType, values: Values, problems: readonly FormProblem[]): readonly ShownStep[] => {
  const missing = missingPaths(type, values).map((path) => ({ path: pointerOf(path.split('.')), message: REQUIRED }));
  const lacks = (path: string): boolean => missing.some((each) => each.path === path);
  const wrong = problems.filter(({ path, message }) => message !== REQUIRED || !lacks(path));
  const declared = (type.view.wizard?.steps ?? []).map((step): ShownStep => {
    const names = pathsOfStep(type, step).map((path) => path.split('.')[0] ?? path);
    const isHere = ({ path }: FormProblem): boolean => names.includes(pointerParts(path)[0] ?? '');
    const filled = names.some((name) => !isBlankAt(values, name));
    return {
      key: step.key,
      declared: step,
      names,
      missing: missing.filter(isHere),
      wrong: wrong.filter(isHere),
      filled,
    };
  });
  return [...declared, { key: 'review', declared: undefined, names: [], missing, wrong, filled: false }];
};

/** The steps with all that is needed from the state of the item on, whether it is filled in already or not. */
export const neededIn = (type: ItemType, values: Values): readonly ShownStep[] => {
  const name = type.states?.property;
  const state = name === undefined ? undefined : values[name];
  return stepsOf(type, name !== undefined && state !== undefined ? { [name]: state } : {}, []);
};

/** Names of all properties that are needed from a state on. */
export const neededNames = (type: ItemType, state: string): readonly string[] => {
  const values = type.states && state !== '' ? { [type.states.property]: state } : {};
  return neededIn(type, values).flatMap(({ missing }) => missing.map(({ path }) => pointerParts(path)[0] ?? ''));
};

export const stateOfStep = (
  { missing, wrong }: ShownStep,
  { number, place: { current, furthest } }: { readonly number: number; readonly place: StepPlace },
): StepState => {
  if (wrong.length > 0) return 'wrong';
  const isPassed = number < furthest || (number === furthest && current !== furthest);
  if (!isPassed) return 'notYet';
  return missing.length > 0 ? 'missing' : 'complete';
};

/**
 * Returns the step at which a returning person continues: the first step with missing or wrong values, otherwise the
 * last one.
 */
export const placeToGoOn = (steps: readonly ShownStep[]): StepPlace => {
  const open = steps.findIndex(({ missing, wrong }) => wrong.length > 0 || missing.length > 0);
  const current = open < 0 ? steps.length : open + 1;
  const filled = steps.findLastIndex((step) => step.filled) + 1;
  return { current, furthest: Math.max(current, filled) };
};

/** The step of the first problem. */
export const stepOfProblem = (steps: readonly ShownStep[], { path }: FormProblem): number =>
  steps.findIndex(({ names }) => names.includes(pointerParts(path)[0] ?? '')) + 1;

type ChoiceStep = WizardStep & { readonly choice: WizardChoice };

export const hasChoice = (step: WizardStep): step is ChoiceStep => step.choice !== undefined;

/** The step with a choice whose suggestions follow from what is entered in this step; of the last step, any step with a choice. */
export const choiceAfter = (steps: readonly ShownStep[], { declared, names }: ShownStep): ChoiceStep | undefined =>
  steps
    .flatMap((each) => (each.declared && each.declared !== declared && hasChoice(each.declared) ? [each.declared] : []))
    .find(({ choice }) => !declared || names.includes(choice.by));

export interface Choosable {
  readonly id: string;
  readonly suggested: boolean;
  readonly selected: boolean;
}

const entriesAt = (values: Values, path: string): readonly Readonly<Record<string, unknown>>[] => {
  const value = values[path];
  return Array.isArray(value) ? (value as readonly Readonly<Record<string, unknown>>[]) : [];
};

/** Returns the entries of a choice in the order in which they were added. */
export const choosableIn = (values: Values, { path, item }: WizardChoice): readonly Choosable[] =>
  entriesAt(values, path).flatMap((entry) => {
    const id = entry[item];
    if (typeof id !== 'string') return [];
    return [{ id, suggested: entry['suggested'] === true, selected: entry['selected'] === true }];
  });

/** Merges new suggestions: new ones are selected, earlier decisions stay. */
export const withSuggested = (known: readonly Choosable[], suggested: readonly string[]): readonly Choosable[] => {
  const ids = new Set(suggested);
  const fresh = suggested.filter((id) => known.every((each) => each.id !== id));
  return [
    ...known.map((each) => ({ ...each, suggested: ids.has(each.id) })),
    ...fresh.map((id) => ({ id, suggested: true, selected: true })),
  ];
};
