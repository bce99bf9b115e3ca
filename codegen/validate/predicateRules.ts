// Validates one predicate: exactly one word, paths that exist, capabilities that exist, at most one hop. Used for access actions, writable
// properties and the administration of lists.

import { isObject, pointer, type JsonValue } from 'codegen/json.ts';
import { noCapability, relationsIn, rightsOf, targetsOf, type Reporter } from 'codegen/validate/Validation.ts';
import type { Linked } from 'codegen/Linked.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { allPaths, propertyAt } from 'codegen/propertyPaths.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { Property } from 'src/model/schema/Property.ts';

export interface PredicatePlace {
  readonly linked: Linked;
  readonly reporter: Reporter;
  /** Undefined when the item may be of any type. */
  readonly properties: Readonly<Record<string, Property>> | undefined;
  /** True inside `via`. */
  readonly hopped: boolean;
}

const COMPARED = ['eq', 'in', 'lt', 'gt', 'has'];

const validatePath = (path: JsonValue | undefined, at: string, { properties, reporter }: PredicatePlace): void => {
  if (properties === undefined) return;
  const known = typeof path === 'string' && propertyAt(properties, path) !== undefined;
  reporter.expect(
    known,
    at,
    `${JSON.stringify(path)} is no property here${didYouMean(
      String(path),
      allPaths(properties).map(([each]) => each),
    )}`,
  );
};

const VALUES = new Set(['$user.id', '$user.owners', '$now']);

const validateValue = (value: JsonValue | undefined, at: string, { reporter }: PredicatePlace): void => {
  if (typeof value !== 'string' || !value.startsWith('$')) return;
  reporter.expect(VALUES.has(value), at, `${value} is no value word${didYouMean(value, VALUES)}`);
};

const noRelation = ({ name }: Property, { properties = {} }: PredicatePlace): string =>
  `${name} is no relation${relationsIn(properties, name)}`;

const validateVia = (via: JsonValue | undefined, at: string, place: PredicatePlace): void => {
  const { linked, reporter } = place;
  if (!isObject(via)) return;
  reporter.expect(!place.hopped, at, 'a predicate follows one relation at most');
  validatePath(via['rel'], `${at}/rel`, place);
  const relation = place.properties && propertyAt(place.properties, String(via['rel']));
  if (relation !== undefined) reporter.expect(relation.rel !== undefined, `${at}/rel`, noRelation(relation, place));
  const targets = targetsOf(relation?.rel?.to ?? ['*'], linked) ?? [undefined];
  for (const target of targets) {
    const properties = target === undefined ? undefined : linked.types[target]?.properties;
    predicates(via['where'], `${at}/where`, { ...place, properties, hopped: true });
  }
};

/** Returns true for a rule that follows a relation. */
const looksFurther = (rule: JsonValue | undefined): boolean => {
  if (Array.isArray(rule)) return rule.some(looksFurther);
  if (!isObject(rule)) return false;
  return 'via' in rule || 'may' in rule || [rule['all'], rule['any'], rule['not']].some(looksFurther);
};

/** Allows one hop, so that no rule can lead back to itself: a type behind the relation must decide the action by the item only. */
const validateMay = (may: JsonValue | undefined, at: string, place: PredicatePlace): void => {
  const { linked, reporter } = place;
  if (!isObject(may)) return;
  const { rel, action } = may;
  reporter.expect(!place.hopped, at, 'a predicate follows one relation at most');
  validatePath(rel, `${at}/rel`, place);
  const relation = place.properties && propertyAt(place.properties, String(rel));
  if (relation !== undefined) reporter.expect(relation.rel !== undefined, `${at}/rel`, noRelation(relation, place));
  const ruleOf = (name: string): JsonValue | undefined =>
    linked.types[name]?.server.access.actions[String(action)] as JsonValue | undefined;
  const targets = targetsOf(relation?.rel?.to ?? ['*'], linked);
  if (!targets) {
    const isDeclared = Object.keys(linked.types).some((name) => ruleOf(name) !== undefined);
    const rights = rightsOf(Object.values(linked.types), String(action));
    reporter.expect(isDeclared, `${at}/action`, `no type declares ${String(action)}${rights}`);
  }
  for (const target of targets ?? []) {
    const rule = ruleOf(target);
    const rights = rightsOf([linked.types[target] ?? []].flat(), String(action));
    reporter.expect(rule !== undefined, `${at}/action`, `${target} declares no right to ${String(action)}${rights}`);
    reporter.expect(
      !looksFurther(rule),
      at,
      `${target} looks behind a relation itself for ${String(action)}: a right follows one relation at most`,
    );
  }
};

const validateMany = (list: JsonValue | undefined, at: string, place: PredicatePlace): void => {
  if (Array.isArray(list)) list.forEach((each, index) => predicates(each, pointer(at, index), place));
};

/** Returns the words of the parts, without all, any and not. */
export const leafWords = (predicate: Predicate): string[] => {
  if ('all' in predicate) return predicate.all.flatMap(leafWords);
  if ('any' in predicate) return predicate.any.flatMap(leafWords);
  return 'not' in predicate ? leafWords(predicate.not) : Object.keys(predicate).slice(0, 1);
};

/** Reports the errors of the predicate at `at`. */
export const predicates = (predicate: JsonValue | undefined, at: string, place: PredicatePlace): void => {
  if (!isObject(predicate)) return;
  const { reporter, linked } = place;
  const messages = Object.keys(predicate).filter((key) => key !== 'anywhere');
  const [word = ''] = messages;
  reporter.expect(
    messages.length === 1,
    at,
    `holds ${messages.join(' and ') || 'nothing'}: write exactly one word, or all/any`,
  );
  reporter.expect(!('anywhere' in predicate) || word === 'cap', at, '"anywhere" belongs to "cap"');
  const value = predicate[word];
  if (word === 'all' || word === 'any') validateMany(value, pointer(at, word), place);
  if (word === 'not') predicates(value, `${at}/not`, place);
  if (word === 'empty' || word === 'listRight') validatePath(value, pointer(at, word), place);
  if (word === 'via') validateVia(value, `${at}/via`, place);
  if (word === 'may') validateMay(value, `${at}/may`, place);
  if (word === 'cap')
    reporter.expect(linked.capabilities.includes(String(value)), at, noCapability(String(value), linked));
  if (COMPARED.includes(word) && Array.isArray(value)) {
    validatePath(value[0], pointer(at, word, 0), place);
    validateValue(value[1], pointer(at, word, 1), place);
    reporter.expect(word !== 'in' || Array.isArray(value[1]), pointer(at, word, 1), '"in" needs a list of values');
  }
};
