// The declared form of a type as the session reads it: which tab holds a property, which fields are shown now.

import type { FormField, FormTab } from 'src/model/schema/TypeView.ts';
import { whenHolds } from 'src/client/forms/rules/whenHolds.ts';
import { partsOf, type Values } from 'src/client/forms/rules/pointer.ts';

export const fieldsOf = (tab: FormTab): readonly FormField[] => tab.groups.flatMap(({ rows }) => rows.flat());

const topOf = (path: string): string => path.split('.')[0] ?? path;

/** Properties in the order in which the form shows them; those it does not show come last. */
export const shownOrder = (layout: readonly FormTab[], names: readonly string[]): readonly string[] => [
  ...new Set([...layout.flatMap(fieldsOf).map(({ path }) => topOf(path)), ...names]),
];

export const tabOf = (layout: readonly FormTab[], pointer: string): string | undefined => {
  const top = partsOf(pointer)[0];
  const tab = layout.find((one) => fieldsOf(one).some(({ path }) => topOf(path) === top));
  return (tab ?? layout[0])?.key;
};

/** Properties whose condition does not hold now. */
export const hiddenNames = (layout: readonly FormTab[], values: Values): ReadonlySet<string> =>
  new Set(
    layout
      .flatMap(fieldsOf)
      .filter(({ when }) => !whenHolds(when, values))
      .map(({ path }) => topOf(path)),
  );
