// Inputs of predicates: values with `$` words, the position of the subject in an owner, and the walk over the parts of a predicate. Used by
// compilePredicate and by the checks of the declarations.

import { levelRank, type Level } from 'src/model/access/levels.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { replaceLeaves } from 'src/model/access/replaceLeaves.ts';
import { SYSTEM_OWNER, type Subject } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';

export type DeclaredPredicates = Readonly<Record<string, Predicate>>;

/** `$user.id`, `$user.owners` and `$now` become values; a visitor has no id, and matches nothing by it. */
export const comparedValues = (value: Json, subject: Subject, now: Date): Json[] => {
  if (value === '$user.id') return subject.userId === undefined ? [] : [subject.userId];
  if (value === '$user.owners') return subject.memberships.map((each) => each.owner);
  if (value === '$now') return [now.toISOString()];
  return [value];
};

/** Owners (and `system`) in which the subject reads at least at the level. */
export const ownersReadAt = (subject: Subject, level: Level): string[] => {
  const owners: string[] = subject.memberships
    .filter((each) => levelRank(each.reads) >= levelRank(level))
    .map((each) => each.owner);
  const site = subject.siteReads;
  return site !== undefined && levelRank(site) >= levelRank(level) ? [...owners, SYSTEM_OWNER] : owners;
};

export const ownersWithCapability = (subject: Subject, capability: string): string[] => {
  const owners: string[] = subject.memberships
    .filter((each) => each.capabilities.includes(capability))
    .map((each) => each.owner);
  return subject.siteCapabilities.includes(capability) ? [...owners, SYSTEM_OWNER] : owners;
};

export const ownersOf = (subject: Subject): string[] => {
  const owners: string[] = subject.memberships.map((each) => each.owner);
  return subject.siteReads === undefined ? owners : [...owners, SYSTEM_OWNER];
};

export const ownersAdministered = (subject: Subject): string[] =>
  subject.memberships.filter((each) => each.admin).map((each) => each.owner);

export const administers = (subject: Subject, owners: readonly string[]): boolean =>
  subject.admin || ownersAdministered(subject).some((owner) => owners.includes(owner));

/** The predicate with every `fn` replaced by what it names. Throws on an unknown name and on a circle. */
export const withoutNames = (
  predicate: Predicate,
  named: DeclaredPredicates,
  path: readonly string[] = [],
): Predicate =>
  replaceLeaves(predicate, (leaf) => {
    if (!('fn' in leaf)) return leaf;
    const target = named[leaf.fn];
    if (!target || path.includes(leaf.fn))
      throw new Error(`Predicate function ${leaf.fn} ${target ? 'names itself' : 'is not registered'}.`);
    return withoutNames(target, named, [...path, leaf.fn]);
  });

/** Each part of a predicate, itself included; the parts behind a relation only with `behind`. */
export const predicateParts = (predicate: Predicate, behind = false): Predicate[] => {
  if ('all' in predicate) return [predicate, ...predicate.all.flatMap((each) => predicateParts(each, behind))];
  if ('any' in predicate) return [predicate, ...predicate.any.flatMap((each) => predicateParts(each, behind))];
  if ('not' in predicate) return [predicate, ...predicateParts(predicate.not, behind)];
  if ('via' in predicate && behind) return [predicate, ...predicateParts(predicate.via.where, behind)];
  return [predicate];
};

/** Returns the rights on items behind relations that a predicate depends on. */
export const asksIn = (predicate: Predicate): { readonly rel: string; readonly action: string }[] =>
  predicateParts(predicate).flatMap((each) => ('may' in each ? [each.may] : []));

/** The relations that a predicate looks behind. */
export const relationsIn = (predicate: Predicate): string[] => [
  ...new Set([
    ...predicateParts(predicate).flatMap((each) => ('via' in each ? [each.via.rel] : [])),
    ...asksIn(predicate).map(({ rel }) => rel),
  ]),
];

/** The property path that a part compares, if it is a comparison. */
export const comparedPath = (part: Predicate): string | undefined => {
  if ('eq' in part) return part.eq[0];
  if ('in' in part) return part.in[0];
  if ('lt' in part) return part.lt[0];
  if ('gt' in part) return part.gt[0];
  if ('has' in part) return part.has[0];
  return 'empty' in part ? part.empty : undefined;
};
