// Relation values that name what the reader may not see: left out of whatever is shown, kept by whoever saves without seeing them.
// Pure; `isShown` says which ids the read filter lets through. Called by readItems, itemHistory, pushes and updateItem.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';

type Values = Readonly<Record<string, Json>>;
type IsShown = (id: ItemId) => boolean;

const isObject = (value: Json | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stepsUnder = (paths: readonly string[], name: string): string[][] =>
  paths.map((path) => path.split('.')).flatMap(([first, ...rest]) => (first === name ? [rest] : []));

type StepsByName = readonly (readonly [name: string, steps: readonly (readonly string[])[]])[];

/** The paths of a type are the same list for each of its items. */
const knownSteps = new WeakMap<readonly string[], StepsByName>();

const stepsByName = (paths: readonly string[]): StepsByName => {
  const known = knownSteps.get(paths);
  if (known) return known;
  const names = [...new Set(paths.map((path) => path.split('.')[0] ?? ''))];
  const steps = names.map((name) => [name, stepsUnder(paths, name)] as const);
  knownSteps.set(paths, steps);
  return steps;
};

/** The value without hidden ids at the steps; undefined when nothing is left of it. The same value when none is hidden. */
const stripped = (value: Json, steps: readonly string[], isShown: IsShown): Json | undefined => {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const kept = list.flatMap((each) => stripped(each, steps, isShown) ?? []);
    if (kept.length === list.length && kept.every((each, index) => each === list[index])) return value;
    return kept.length === 0 ? undefined : kept;
  }
  const [step, ...rest] = steps;
  if (step === undefined) return typeof value !== 'string' || isShown(value) ? value : undefined;
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
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

/** What is left of each property that names something hidden: undefined where nothing is. */
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

/** The values without the ids at the paths that are not shown; a property of which nothing is left is not there. */
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

export const idsAt = (values: Readonly<Record<string, unknown>>, paths: readonly string[]): ItemId[] =>
  paths
    .flatMap((path) => valuesAt(values as Values, path))
    .filter((value): value is ItemId => typeof value === 'string');

/** What of the stored object is hidden, put back into the one that was given for it. */
const filled = (stored: Json, given: Json, { paths, isShown }: Hidden): Json => {
  if (!isObject(stored) || !isObject(given)) return given;
  const back: Record<string, Json> = {};
  for (const [name, value] of Object.entries(stored)) {
    const inner = stepsUnder(
      paths.map((steps) => steps.join('.')),
      name,
    );
    if (inner.length === 0) continue;
    const kept = keptHidden(value, given[name] ?? null, { paths: inner, isShown });
    if (kept !== null) back[name] = kept;
  }
  return { ...given, ...back };
};

interface Hidden {
  /** Steps from the value to its ids. */
  readonly paths: readonly (readonly string[])[];
  readonly isShown: IsShown;
}

/** For each given entry the stored one that it is, by what is shown of it, else by its place; -1 for a new one. */
const matches = (shown: readonly (Json | undefined)[], given: readonly Json[]): number[] => {
  const free = new Set(shown.flatMap((each, index) => (each === undefined ? [] : [index])));
  const take = (found: number | undefined): number => (found !== undefined && free.delete(found) ? found : -1);
  const visible = [...free];
  const same = given.map((each) => take([...free].find((index) => deepEqual(shown[index] ?? null, each))));
  return same.map((found, place) => (found < 0 && isObject(given[place]) ? take(visible[place]) : found));
};

/** Hidden entries stay behind the entry that they stood behind, or behind the nearest one before that is still there. */
const keptInList = (stored: readonly Json[], given: readonly Json[], hidden: Hidden): Json[] => {
  const shown = stored.map((each) => shownPart(each, hidden.paths, hidden.isShown));
  const matched = matches(shown, given);
  const behind = new Map<number, Json[]>();
  let anchor = -1;
  stored.forEach((each, index) => {
    if (shown[index] === undefined) behind.set(anchor, [...(behind.get(anchor) ?? []), each]);
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
 * What is stored when somebody sets `given` who does not see all of `stored`. Hidden entries of a list stay in it; a single value that
 * is set replaces a hidden one; null, which says "no value that I see", takes away what is shown and leaves what is hidden.
 */
const keptHidden = (stored: Json, given: Json, hidden: Hidden): Json => {
  if (Array.isArray(stored)) {
    const list = keptInList(stored as readonly Json[], Array.isArray(given) ? (given as readonly Json[]) : [], hidden);
    return list.length === 0 ? given : list;
  }
  if (given === null) return shownPart(stored, hidden.paths, hidden.isShown) === undefined ? stored : null;
  return filled(stored, given, hidden);
};

/** The changes with what their maker does not see put back. */
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
