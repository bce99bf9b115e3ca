// Determines the declared events of a change. Pure. Hidden properties are never named to a reader: the changed properties of each level are
// a separate event.

import { LEVELS, stricter, type Level } from 'src/model/access/levels.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { EventNotice, EventRule } from 'src/model/schema/TypeServer.ts';
import { compilePredicate } from 'src/server/access/actions/predicates.ts';
import type { DeclaredPredicates } from 'src/server/access/actions/predicateValues.ts';

/** Event of a change: its rule, level, and named properties. */
export interface MatchedEvent {
  readonly rule: EventNotice;
  readonly level: Level;
  readonly names: readonly string[];
}

type Holds = (properties: Values) => boolean;

interface CompiledRule {
  readonly rule: EventRule;
  /** Top-level properties; undefined for any. */
  readonly names: ReadonlySet<string> | undefined;
  readonly holds: Holds;
}

const NOTHING_ELSE = { id: undefined, type: '', creator: undefined, owners: [], related: () => [], may: () => false };

/** Evaluates the condition on the item, independently of a person and of other items. */
const holdsFor = ({ when }: EventRule, named: DeclaredPredicates): Holds => {
  if (!when) return () => true;
  const test = compilePredicate(when, named);
  return (properties) => test(VISITOR, { ...NOTHING_ELSE, properties }, new Date());
};

const firstStep = (path: string): string => path.split('.')[0] ?? path;

const compiled = ({ server }: ServerItemType, named: DeclaredPredicates): CompiledRule[] =>
  server.events.map((rule) => ({
    rule,
    names: rule.paths && new Set(rule.paths.map(firstStep)),
    holds: holdsFor(rule, named),
  }));

/** Returns the properties in a condition. */
const testedIn = (when: Predicate): string[] => {
  if ('all' in when) return when.all.flatMap(testedIn);
  if ('any' in when) return when.any.flatMap(testedIn);
  if ('not' in when) return testedIn(when.not);
  const [path] = ['eq', 'in', 'lt', 'gt', 'has'].flatMap((name) => (when as Record<string, unknown>)[name] ?? []);
  const tested = 'empty' in when ? when.empty : path;
  return typeof tested === 'string' ? [firstStep(tested)] : [];
};

const declaredLevel = ({ properties }: ServerItemType, name: string): Level => properties[name]?.level ?? 'PUBLIC';

/** Returns the level of an event, whose existence reveals that its condition is true. */
const conditionLevel = (type: ServerItemType, { when }: EventRule): Level =>
  (when ? testedIn(when) : []).map((name) => declaredLevel(type, name)).reduce(stricter, 'PUBLIC');

/** Returns one event for each level of the properties, least strict first. */
const byLevel = (type: ServerItemType, rule: EventRule, names: readonly string[]): MatchedEvent[] => {
  const least = conditionLevel(type, rule);
  return LEVELS.flatMap((level) => {
    const here = names.filter((name) => stricter(declaredLevel(type, name), least) === level);
    return here.length > 0 ? [{ rule, level, names: here }] : [];
  });
};

/** A relation to hidden items is not named, because the change would reveal it. */
const tellable = (type: ServerItemType, names: readonly string[]): string[] =>
  names.filter((name) => type.properties[name]?.rel === undefined);

export interface EventRules {
  /** Returns events of a whole item, with the item's level. */
  of(type: ServerItemType, on: 'create' | 'delete' | 'restore', properties: Values): MatchedEvent[];
  /**
   * Returns events of a save. `changes` are its changes; `properties` is the item after it. Rules without paths apply to changes that no
   * other rule names.
   */
  ofChange(type: ServerItemType, changes: Values, properties: Values): MatchedEvent[];
  /** Returns the event of a date property. */
  ofDay(type: ServerItemType, rule: EventRule): MatchedEvent[];
  /** Evaluates the condition of a declared rule. */
  holds(type: ServerItemType, kind: string, properties: Values): boolean;
}

/** Throws for an invalid predicate, so that a mistake in a declaration prevents the start. */
export const createEventRules = (types: readonly ServerItemType[], named: DeclaredPredicates): EventRules => {
  const rules = new Map(types.map((type) => [type.name, compiled(type, named)]));
  const fitting = (type: ServerItemType, on: EventRule['on'], properties: Values): CompiledRule[] =>
    (rules.get(type.name) ?? []).filter(({ rule, holds }) => rule.on === on && holds(properties));

  return {
    holds: (type, kind, properties) =>
      (rules.get(type.name) ?? []).some(({ rule, holds }) => rule.kind === kind && holds(properties)),
    of: (type, on, properties) =>
      fitting(type, on, properties).map(({ rule }) => ({ rule, level: conditionLevel(type, rule), names: [] })),
    ofDay: (type, rule) => byLevel(type, rule, (rule.paths ?? []).map(firstStep)),
    ofChange: (type, changes, properties) => {
      const changed = Object.keys(changes);
      const named = new Set<string>();
      const fits = fitting(type, 'update', properties);
      const specific = fits.flatMap(({ rule, names }) => {
        const here = names ? changed.filter((name) => names.has(name)) : [];
        for (const name of here) named.add(name);
        return byLevel(type, rule, here);
      });
      const others = changed.filter((name) => !named.has(name));
      const general = others.length > 0 ? fits.filter(({ names }) => names === undefined) : [];
      return [...specific, ...general.flatMap(({ rule }) => byLevel(type, rule, tellable(type, others)))];
    },
  };
};
