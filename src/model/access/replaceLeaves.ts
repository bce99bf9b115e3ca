// Replaces the leaves of a predicate. Used by the compiler and by the server for words that are short for others.

import type { Predicate } from 'src/model/access/Predicate.ts';

/** Returns the predicate with each leaf (neither `all`, `any`, `not` nor `via`) replaced. */
export const replaceLeaves = (predicate: Predicate, replace: (leaf: Predicate) => Predicate): Predicate => {
  const replaced = (each: Predicate): Predicate => replaceLeaves(each, replace);
  if ('all' in predicate) return { all: predicate.all.map(replaced) };
  if ('any' in predicate) return { any: predicate.any.map(replaced) };
  if ('not' in predicate) return { not: replaced(predicate.not) };
  if ('via' in predicate) return { via: { rel: predicate.via.rel, where: replaced(predicate.via.where) } };
  return replace(predicate);
};
