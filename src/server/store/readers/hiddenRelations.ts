// Removes relation values that name hidden items from everything that is shown, and keeps them when a person saves without seeing them.
// Pure; `isShown` says which ids are visible. Called by readItems, itemHistory, pushes and updateItem.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';

type Values = Readonly<Record<string, Json>>;
type IsShown = (id: ItemId) => boolean;

const isValues = (value: Json | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stepsUnder = (paths: readonly string[], name: string): string[][] =>
  paths.map((path) => path.split('.')).flatMap(([first, ...rest]) => (first === name ? [rest] : []));

type StepsByName = readonly (readonly [name: string, steps: readonly (readonly string[])[]])[];

/** All items of a type share the same list of paths. */
const knownSteps = new WeakMap<readonly string[], StepsByName>();

const stepsByName = (paths: readonly string[]): StepsByName => {
  const known = knownSteps.get(paths);
  if (known) return known;
  const names = [...new Set(paths.map((path) => path.split('.')[0] ?? ''))];
  const steps = names.map((name) => [name, stepsUnder(paths, name)] as const);
  knownSteps.set(paths, steps);
  return steps;
};

/** Returns the value without hidden ids at the steps; undefined when nothing is left. Returns the same object when nothing is hidden. */
const stripped = (value: Json, steps: readonly string[], isShown: IsShown): Json | undefined => {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const visibleParts = list.flatMap((each) => stripped(each, steps, isShown) ?? []);
    if (visibleParts.length === list.length && visibleParts.every((each, index) => each === list[index])) return value;
    return visibleParts.length === 0 ? undefined : visibleParts;
  }
  const [step, ...rest] = steps;
  if (step === undefined) return typeof value !== 'string' || isShown(value) ? value : undefined;
  if (!isValues(value) || !Object.hasOwn(value, step)) return value;
  const { [step]: inner = null, ...others } = value;
  const left = stripped(inner, rest, isShown);
  if (left === inner) return value;
  if (left !== undefined) return { ...others, [step]: left };
  return Object.keys(others).length === 0 ? undefined : others;
};

const shownPart = (value: Json, paths: readonly (readonly string[])[], isShown: IsShown): Json | undefined => {
  let left: Json | undefined = value;
  for (const steps of paths) left = left === undefined ? undefined : stripped(left, steps, isShown);
  return left;
};

/** Returns the remaining value of each property with hidden ids, undefined when nothing is left. */
export const hiddenChanges = (
  values: Readonly<Record<string, unknown>>,
  paths: readonly string[],
  isShown: IsShown,
): ReadonlyMap<string, Json | undefined> | undefined => {
  let changed: Map<string, Json | undefined> | undefined;
  for (const [name, steps] of stepsByName(paths)) {
    const value = values[name] as Json | undefined;
    if (value === undefined || value === null) continue;
    const left = shownPart(value, steps, isShown);
    if (left !== value) (changed ??= new Map()).set(name, left);
  }
  return changed;
};

/** Returns the values without hidden ids at the paths. A property without a remaining value is omitted. */
export const withoutHidden = <T extends Readonly<Record<string, unknown>>>(
  values: T,
  paths: readonly string[],
  isShown: IsShown,
): T => {
  const found = hiddenChanges(values, paths, isShown);
  if (!found) return values;
  const changed = Object.fromEntries(found);
  const entries = Object.entries({ ...values, ...changed }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
};

export const idsAtPaths = (values: Readonly<Record<string, unknown>>, paths: readonly string[]): ItemId[] =>
  paths
    .flatMap((path) => valuesAt(values as Values, path))
    .filter((value): value is ItemId => typeof value === 'string');

/** Inserts the hidden values of the stored object into the given one. */
const filled = (stored: Json, given: Json, { paths, isShown }: Hidden): Json => {
  if (!isValues(stored) || !isValues(given)) return given;
  const back: Record<string, Json> = {};
  for (const [name, value] of Object.entries(stored)) {
    const inner = stepsUnder(
      paths.map((steps) => steps.join('.')),
      name,
    );
    if (inner.length === 0) continue;
    const keptValue = keptHidden(value, given[name] ?? null, { paths: inner, isShown });
    if (keptValue !== null) back[name] = keptValue;
  }
  return { ...given, ...back };
};

interface Hidden {
  /** Steps from the value to its ids. */
  readonly paths: readonly (readonly string[])[];
  readonly isShown: IsShown;
}

/** Matches each given entry with a stored one by its visible part, or by its position; -1 for a new entry. */
const matches = (shown: readonly (Json | undefined)[], given: readonly Json[]): number[] => {
  const free = new Set(shown.flatMap((each, index) => (each === undefined ? [] : [index])));
  const take = (found: number | undefined): number => (found !== undefined && free.delete(found) ? found : -1);
  const visible = [...free];
  const same = given.map((each) => take([...free].find((index) => deepEqual(shown[index] ?? null, each))));
  return same.map((found, place) => (found < 0 && isValues(given[place]) ? take(visible[place]) : found));
};

/** Hidden entries stay after the entry that they followed, or after the nearest earlier one that still exists. */
const keptInList = (stored: readonly Json[], given: readonly Json[], hidden: Hidden): Json[] => {
  const visibleStored = stored.map((each) => shownPart(each, hidden.paths, hidden.isShown));
  const matched = matches(visibleStored, given);
  const behind = new Map<number, Json[]>();
  let anchor = -1;
  stored.forEach((each, index) => {
    if (visibleStored[index] === undefined) behind.set(anchor, [...(behind.get(anchor) ?? []), each]);
    else if (matched.includes(index)) anchor = index;
  });
  const entries = given.flatMap((each, place) => {
    const from = matched[place] ?? -1;
    const origin = stored[from];
    return [origin === undefined ? each : filled(origin, each, hidden), ...(from < 0 ? [] : (behind.get(from) ?? []))];
  });
  return [...(behind.get(-1) ?? []), ...entries];
};

/**
 * Returns the value to store when the author of `given` does not see all of `stored`. Hidden entries of a list are kept. A single new value
 * replaces a hidden one. Null removes visible values only.
 */
const keptHidden = (stored: Json, given: Json, hidden: Hidden): Json => {
  if (Array.isArray(stored)) {
    const list = keptInList(stored as readonly Json[], Array.isArray(given) ? (given as readonly Json[]) : [], hidden);
    return list.length === 0 ? given : list;
  }
  if (given === null) return shownPart(stored, hidden.paths, hidden.isShown) === undefined ? stored : null;
  return filled(stored, given, hidden);
};

/** Returns the changes with the values that their author does not see. */
export const withHidden = (
  stored: Values,
  changes: Values,
  { paths, isShown }: { readonly paths: readonly string[]; readonly isShown: IsShown },
): Values =>
  Object.fromEntries(
    Object.entries(changes).map(([name, given]) => {
      const steps = stepsUnder(paths, name);
      const before = stored[name];
      if (steps.length === 0 || before === undefined) return [name, given];
      return [name, keptHidden(before, given, { paths: steps, isShown })];
    }),
  );
