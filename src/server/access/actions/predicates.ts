// Compiles a declared predicate to a function of one item, for writes, actions and pushes. tests/access compares it with an independent
// evaluator on random predicates, items and subjects.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Predicate, PrincipalName } from 'src/model/access/Predicate.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Facts } from 'src/server/access/actions/facts.ts';
import {
  ownersAdministered,
  ownersOf,
  ownersReadAt,
  ownersWithCapability,
  comparedValues,
  withoutNames,
  type DeclaredPredicates,
} from 'src/server/access/actions/predicateValues.ts';

export type PredicateTest = (subject: Subject, facts: Facts, now: Date) => boolean;

/** Compares by code point, as the database does, not by UTF-16 unit. */
export const compareText = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

const compare = (a: Json, b: Json): number | undefined => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : undefined;
};

const reached = (facts: Facts, path: string): Json[] => {
  if (path === '$id') return facts.id === undefined ? [] : [facts.id];
  if (path === 'createdBy') return facts.creator === undefined ? [] : [facts.creator];
  return valuesAt(facts.properties, path).filter((value) => value !== '');
};

const equals = (path: string, wanted: readonly Json[]): PredicateTest => {
  return (subject, facts, now) => {
    const values = reached(facts, path);
    const expected = wanted.flatMap((each) => comparedValues(each, subject, now));
    return expected.some((each) =>
      each === null ? values.length === 0 : values.some((value) => deepEqual(value, each)),
    );
  };
};

const orders = (path: string, limit: Json, sign: 1 | -1): PredicateTest => {
  return (subject, facts, now) =>
    comparedValues(limit, subject, now).some((bound) =>
      reached(facts, path).some((value) => (compare(value, bound) ?? 0) * sign > 0),
    );
};

const overlaps = (owners: (subject: Subject) => string[]): PredicateTest => {
  return (subject, facts) => owners(subject).some((owner) => facts.owners.includes(owner));
};

const tokens: Record<PrincipalName, PredicateTest> = {
  everyone: () => true,
  signedIn: (subject) => subject.userId !== undefined,
  creator: (subject, facts) => subject.userId !== undefined && facts.creator === subject.userId,
  self: (subject, facts) => subject.userId !== undefined && facts.id === subject.userId,
  ownerMember: overlaps(ownersOf),
  ownerAdmin: overlaps(ownersAdministered),
};

const compile = (predicate: Predicate): PredicateTest => {
  if ('all' in predicate) {
    const parts = predicate.all.map(compile);
    return (...asked) => parts.every((part) => part(...asked));
  }
  if ('any' in predicate) {
    const parts = predicate.any.map(compile);
    return (...asked) => parts.some((part) => part(...asked));
  }
  if ('not' in predicate) {
    const part = compile(predicate.not);
    return (...asked) => !part(...asked);
  }
  if ('via' in predicate) {
    const { rel } = predicate.via;
    const where = compile(predicate.via.where);
    return (subject, facts, now) => facts.related(rel).some((each) => where(subject, each, now));
  }
  return compileLeaf(predicate);
};

const compileLeaf = (predicate: Predicate): PredicateTest => {
  if ('eq' in predicate) return equals(predicate.eq[0], [predicate.eq[1]]);
  if ('has' in predicate) return equals(predicate.has[0], [predicate.has[1]]);
  if ('in' in predicate) return equals(predicate.in[0], predicate.in[1]);
  if ('lt' in predicate) return orders(predicate.lt[0], predicate.lt[1], -1);
  if ('gt' in predicate) return orders(predicate.gt[0], predicate.gt[1], 1);
  if ('empty' in predicate) return equals(predicate.empty, [null]);
  if ('principal' in predicate) return tokens[predicate.principal];
  if ('may' in predicate) {
    const { rel, action } = predicate.may;
    return (_, facts) => facts.may(rel, action);
  }
  if ('level' in predicate) {
    const { level } = predicate;
    return level === 'PUBLIC' ? () => true : overlaps((subject) => ownersReadAt(subject, level));
  }
  if ('cap' in predicate) {
    const { cap, anywhere } = predicate;
    return anywhere === true
      ? (subject) => ownersWithCapability(subject, cap).length > 0
      : overlaps((subject) => ownersWithCapability(subject, cap));
  }
  throw new Error(`Not a predicate: ${JSON.stringify(predicate)}`);
};

/** Throws on an unknown `fn`, so that a mistake stops the start. */
export const compilePredicate = (predicate: Predicate, named: DeclaredPredicates): PredicateTest =>
  compile(withoutNames(predicate, named));
