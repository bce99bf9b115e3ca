// Evaluates predicates slowly and directly from their definition: the oracle of predicates.test.ts. It imports only types, so that it
// cannot repeat a mistake of the compiler.

import { isDeepStrictEqual } from 'node:util';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

export interface PlainItem {
  readonly id: ItemId;
  readonly type: string;
  readonly creator: ItemId;
  readonly owners: readonly string[];
  readonly properties: Readonly<Record<string, Json>>;
}

interface Scope {
  readonly named: Readonly<Record<string, Predicate>>;
  readonly subject: Subject;
  readonly now: Date;
  /** The rights of each type, by action. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, Predicate>>>>;
  behind(item: PlainItem, rel: string): readonly PlainItem[];
}

const STRICTNESS = { PUBLIC: 0, COMMUNITY: 1, PROTECTED: 2, PRIVATE: 3 };

/** All values at a path; an empty text counts as none. */
const read = (item: PlainItem, path: string): unknown[] => {
  if (path === '$id') return [item.id];
  if (path === 'createdBy') return [item.creator];
  let reached: unknown[] = [item.properties];
  for (const step of path.split('.'))
    reached = reached.flatMap((each) => (each as Record<string, unknown>)[step] ?? []).flat(9);
  return reached.filter((value) => value !== '' && value !== null);
};

/** Returns the values that the value side names; none for the id of a visitor. */
const meant = (value: Json, { subject, now }: Scope): unknown[] => {
  switch (value) {
    case '$user.id':
      return subject.userId ? [subject.userId] : [];
    case '$user.owners':
      return subject.memberships.map(({ owner }) => owner);
    case '$now':
      return [now.toISOString()];
    default:
      return [value];
  }
};

const isOneOf = (item: PlainItem, path: string, wanted: readonly Json[], scope: Scope): boolean => {
  const present = read(item, path);
  for (const value of wanted.flatMap((each) => meant(each, scope))) {
    if (value === null && present.length === 0) return true;
    if (value !== null && present.some((each) => isDeepStrictEqual(each, value))) return true;
  }
  return false;
};

const precedes = (one: unknown, other: unknown): boolean => {
  if (typeof one === 'number' && typeof other === 'number') return one < other;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
};

/** Returns the memberships as owner, read level and held rights. The site itself counts as the owner `system`. */
const standings = ({ subject }: Scope) => [
  ...subject.memberships,
  {
    owner: 'system',
    reads: subject.siteReads,
    admin: false,
    capabilities: subject.siteCapabilities,
  },
];

const isPrincipal = (word: string, item: PlainItem, scope: Scope): boolean => {
  const { userId, memberships, siteReads } = scope.subject;
  if (word === 'everyone') return true;
  if (word === 'signedIn') return userId !== undefined;
  if (word === 'creator') return userId === item.creator;
  if (word === 'self') return userId === item.id;
  const inOwners = memberships.filter(({ owner }) => item.owners.includes(owner));
  if (word === 'ownerAdmin') return inOwners.some(({ admin }) => admin);
  return inOwners.length > 0 || (siteReads !== undefined && item.owners.includes('system'));
};

export const predicateHolds = (rule: Predicate, item: PlainItem, scope: Scope): boolean => {
  const holds = (part: Predicate): boolean => predicateHolds(part, item, scope);
  if ('all' in rule) return rule.all.every(holds);
  if ('any' in rule) return rule.any.some(holds);
  if ('not' in rule) return !holds(rule.not);
  if ('fn' in rule) return holds(scope.named[rule.fn]!);
  if ('via' in rule)
    return scope.behind(item, rule.via.rel).some((each) => predicateHolds(rule.via.where, each, scope));
  if ('may' in rule)
    return scope.behind(item, rule.may.rel).some((each) => {
      const right = scope.rules[each.type]?.[rule.may.action];
      return right !== undefined && predicateHolds(right, each, scope);
    });
  if ('eq' in rule) return isOneOf(item, rule.eq[0], [rule.eq[1]], scope);
  if ('has' in rule) return isOneOf(item, rule.has[0], [rule.has[1]], scope);
  if ('in' in rule) return isOneOf(item, rule.in[0], rule.in[1], scope);
  if ('empty' in rule) return read(item, rule.empty).length === 0;
  if ('lt' in rule)
    return meant(rule.lt[1], scope).some((bound) => read(item, rule.lt[0]).some((each) => precedes(each, bound)));
  if ('gt' in rule)
    return meant(rule.gt[1], scope).some((bound) => read(item, rule.gt[0]).some((each) => precedes(bound, each)));
  if ('principal' in rule) return isPrincipal(rule.principal, item, scope);
  const here = standings(scope).filter(({ owner }) => item.owners.includes(owner));
  if ('level' in rule)
    return (
      rule.level === 'PUBLIC' ||
      here.some(({ reads }) => reads !== undefined && STRICTNESS[reads] >= STRICTNESS[rule.level])
    );
  if (!('cap' in rule)) throw new Error('is settled before anything is asked');
  const holders = rule.anywhere === true ? standings(scope) : here;
  return holders.some(({ capabilities }) => capabilities.includes(rule.cap));
};
