// Typing errors in the required texts of a query: see SearchedTexts.

import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { SearchPlan } from 'src/server/search/evaluate/searchPlan.ts';

/** Replaces words of the required texts that have no match. */
export const forgiveTexts = (scope: Scope, plan: Pick<SearchPlan, 'types' | 'forgiving'>): void => {
  if (!plan.forgiving) return;
  const tables = plan.types.flatMap(({ type }) => scope.tables.get(type) ?? []);
  const texts = plan.types.flatMap(({ must }) =>
    must.flatMap(({ filter }) => (filter.is === 'text' ? filter.texts : [])),
  );
  const distinctTexts = new Map(texts.map((text) => [JSON.stringify(text), text]));
  for (const text of distinctTexts.values()) scope.texts.forgive(tables, text);
};
