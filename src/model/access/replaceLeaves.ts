// A walk over a predicate that exchanges its leaves. Used by the compiler and by the server for words that stand for other words.

import type { Predicate } from 'src/model/access/Predicate.ts';

/** The same predicate with each leaf (neither `all`, `any`, `not` nor `via`) as `replace` gives it. */
export const replaceLeaves = (predicate: Predicate, replace: (leaf: Predicate) => Predicate): Predicate => {
  const replaced = (each: Predicate): Predicate => replaceLeaves(each, replace);
  if ('all' in predicate) return { all: predicate.all.map(replaced) };
  if ('any' in predicate) return { any: predicate.any.map(replaced) };
  if ('not' in predicate) return { not: replaced(predicate.not) };
  if ('via' in predicate) return { via: { rel: predicate.via.rel, where: replaced(predicate.via.where) } };
  return replace(predicate);
};
