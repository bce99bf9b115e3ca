// Splits an item into its stored parts: unrestricted and restricted properties, and the index entries of each. Pure; called by the write
// statements only.

import { type Level, levelRank } from 'src/model/access/levels.ts';
import { levelOfValue } from 'src/model/geo/generalForm.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { labelOf } from 'src/model/item/labelOf.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { shownState } from 'src/model/schema/StateMachine.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { ClockStep, ComputeClock } from 'src/server/store/valueFunctions.ts';
import type { ItemPlan, PlannedPath } from 'src/server/store/itemPlan.ts';
import { searchVector } from 'src/server/store/searchVector.ts';
import { sortValue, spanValues, type SortValue } from 'src/server/store/sortValues.ts';
import { CREATED_BY, termValue, UPDATED_BY, VISIBILITY } from 'src/server/store/terms.ts';

type Values = Readonly<Record<string, Json>>;

interface Clocks {
  readonly clocks: Readonly<Record<string, ComputeClock>>;
  /** IANA time zone for clock values. */
  readonly zone: string;
}

export interface Term {
  readonly prop: string;
  readonly val: string;
}

export interface RestrictedValues {
  readonly body: Values;
  readonly terms: readonly Term[];
  readonly sortKeys: Readonly<Record<string, Json>>;
  readonly tsv: string;
}

export interface Shape {
  readonly prop: string;
  readonly level: Level | undefined;
  readonly geometry: Json;
}

export interface SplitItem {
  readonly label: string;
  readonly base: RestrictedValues;
  /** Parts for the readers of stricter levels. */
  readonly levels: ReadonlyMap<Level, RestrictedValues>;
  readonly shapes: readonly Shape[];
}

export interface ItemToSplit {
  readonly id: ItemId;
  readonly creator: ItemId;
  readonly updater: ItemId | undefined;
  readonly level: Level;
  readonly properties: Values;
  /** See StoredItem. */
  readonly undeclared?: Readonly<Record<string, Level>>;
}

/** Returns an object without a prototype. In other objects, V8 makes a hidden class for each new set of members, which most items have. */
const emptyRecord = (): Record<string, Json> => Object.create(null) as Record<string, Json>;

/** Returns the level of a restricted property; undefined when all readers of the item read it. */
export const restrictedLevel = (level: Level | undefined, itemLevel: Level): Level | undefined =>
  level !== undefined && levelRank(level) > levelRank(itemLevel) ? level : undefined;

/** Returns the values at a path that are indexed. */
const indexedValues = ({ type: { states } }: ItemPlan, values: Values, path: string): readonly Json[] =>
  states?.property === path ? [shownState(states, values)] : valuesAt(values, path);

/** Returns false for a property without a value, which has no index entries. Most properties of a wide type have none. */
const mayHaveEntries = (values: Values, path: string): boolean => path.includes('.') || Object.hasOwn(values, path);

// Written for each property of each item: plain loops make no lists between the steps.
const itemTerms = (plan: ItemPlan, values: Values, extra: readonly Term[]): Term[] => {
  const terms: Term[] = [];
  for (const { path, property } of plan.terms) {
    if (!mayHaveEntries(values, path) && plan.type.states?.property !== path) continue;
    const indexed = indexedValues(plan, values, path);
    const seen = indexed.length > 1 ? new Set<string>() : undefined;
    for (const value of indexed) {
      const val = termValue(property.kind, value);
      if (val === undefined || seen?.has(val) === true) continue;
      seen?.add(val);
      terms.push({ prop: path, val });
    }
  }
  terms.push(...extra);
  return terms;
};

// Infinity is not JSON, so the first step of a clock value begins with null.
const storedSteps = (steps: readonly ClockStep[]): Json =>
  steps.map(({ from, value }) => [Number.isFinite(from) ? from : null, value]);

const sortValueOf = ({ path, property }: PlannedPath, values: Values, { clocks, zone }: Clocks): Json | undefined => {
  const { computed } = property;
  const clock = computed?.clock === true ? clocks[computed.by] : undefined;
  if (clock) return storedSteps(clock(values, zone));
  const reached = KINDS[property.kind].text === 'byLocale' ? [values[path] ?? null] : valuesAt(values, path);
  const spans = spanValues(property, reached);
  if (spans) return spans.length > 0 ? spans : undefined;
  const found: SortValue[] = [];
  for (const value of reached) {
    const one = sortValue(property, value);
    if (one !== undefined) found.push(one);
  }
  return property.many && found.length > 0 ? found : found[0];
};

interface Part {
  readonly values: Values;
  /** Properties from which clock values of this part are computed, including those of the item. */
  readonly known: Values;
  readonly extra: readonly Term[];
}

const restrictedPart = (plan: ItemPlan, { values, known, extra }: Part, clocks: Clocks): RestrictedValues => {
  const sortKeys = emptyRecord();
  for (const each of plan.sorts) {
    const isClock = each.property.computed?.clock === true;
    const value =
      isClock || mayHaveEntries(values, each.path) ? sortValueOf(each, isClock ? known : values, clocks) : undefined;
    if (value !== undefined) sortKeys[each.path] = value;
  }
  return { body: values, terms: itemTerms(plan, values, extra), sortKeys, tsv: searchVector(plan, values) };
};

/** A clock value is stored with the properties of its own level. */
const withoutForeignClocks = (plan: ItemPlan, level: Level, part: Level | undefined): ItemPlan =>
  plan.clocks.length === 0
    ? plan
    : {
        ...plan,
        sorts: plan.sorts.filter(
          ({ property }) => property.computed?.clock !== true || restrictedLevel(property.level, level) === part,
        ),
      };

/**
 * Returns the level that a property is stored for. A property that the type does not declare keeps its stored level. Throws for one that is
 * not stored yet, because nothing says who may read it.
 */
const levelToStore = (
  { type }: ItemPlan,
  name: string,
  { id, level, properties, undeclared }: Pick<ItemToSplit, 'id' | 'level' | 'properties' | 'undeclared'>,
): Level | undefined => {
  const property = type.properties[name];
  const known = property ? levelOfValue(property, properties) : undeclared?.[name];
  if (!property && known === undefined) throw new Error(`${id} holds ${name}, which its type does not declare`);
  return restrictedLevel(known, level);
};

export const splitItem = (plan: ItemPlan, item: ItemToSplit, clocks: Clocks): SplitItem => {
  const { id, creator, updater, level, properties } = item;
  const base = emptyRecord();
  const restricted = new Map<Level, Record<string, Json>>();
  const shapes: Shape[] = [];
  for (const [name, value] of Object.entries(properties)) {
    const property = plan.type.properties[name];
    const stricter = levelToStore(plan, name, item);
    if (stricter !== undefined && !restricted.has(stricter)) restricted.set(stricter, emptyRecord());
    if (property && isGeometry(property.kind)) shapes.push({ prop: name, level: stricter, geometry: value });
    else if (stricter !== undefined) (restricted.get(stricter) ?? {})[name] = value;
    else base[name] = value;
  }
  const extra = [
    { prop: CREATED_BY, val: creator },
    ...(updater === undefined ? [] : [{ prop: UPDATED_BY, val: updater }]),
    { prop: VISIBILITY, val: level },
  ];
  return {
    label: labelOf(plan.type, id, base),
    base: restrictedPart(withoutForeignClocks(plan, level, undefined), { values: base, known: base, extra }, clocks),
    levels: new Map(
      [...restricted].map(([each, values]) => [
        each,
        restrictedPart(
          withoutForeignClocks(plan, level, each),
          // Only clock values are computed from the properties of the item.
          { values, known: plan.clocks.length === 0 ? values : { ...base, ...values }, extra: [] },
          clocks,
        ),
      ]),
    ),
    shapes,
  };
};
