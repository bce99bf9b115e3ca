// Writes a typed client for programs: one file without imports, with the types of all items and the keys by which they can be searched, and a
// few functions over HTTP. Programs copy it into their own source.

import { NOTICE, type Output } from 'codegen/Output.ts';
import { PROGRAM_RUNTIME } from 'codegen/emit/programRuntime.ts';
import { engineTypes, worldTypes } from 'codegen/emit/types.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import type { Plan } from 'codegen/plan.ts';

/** Keys of a query that every type has. */
const KEYS_OF_ALL_TYPES = ['text', 'related', 'created', 'updated', 'createdBy', 'updatedBy', 'visibility'];

const union = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ');

const searchKeys = ({ view }: LinkedType): string[] => [
  ...new Set([...KEYS_OF_ALL_TYPES, ...view.facets.map(({ key }) => key), ...view.filters]),
];

const searchKeyLines = (types: readonly LinkedType[]): string =>
  types.map((type) => `  readonly ${type.name}: ${union(searchKeys(type))};`).join('\n');

const sortKeyLines = (types: readonly LinkedType[]): string =>
  types
    .map(
      ({ name, view }) =>
        `  readonly ${name}: ${union([...new Set(['created', 'updated', ...view.sorts.map(({ key }) => key)])])};`,
    )
    .join('\n');

/** Returns the declarations without the notice and the imports, because the file has no imports. */
const withoutImports = (text: string): string =>
  text
    .replace(NOTICE, '')
    .replaceAll(/^import [^;]+;\n/gm, '')
    .trim();

export const programClient = async (plan: Plan): Promise<Output[]> => {
  const { out, modelOut } = plan.world;
  if (modelOut === undefined) return [];
  const parts = [
    NOTICE,
    PROGRAM_RUNTIME,
    `/** Keys by which the items of each type are searched. */\nexport interface SearchKeys {\n${searchKeyLines(plan.types)}\n}`,
    `/** Keys by which the items of each type are sorted. */\nexport interface SortKeys {\n${sortKeyLines(plan.types)}\n}`,
    withoutImports(await engineTypes(plan)),
    withoutImports(await worldTypes(plan)),
  ];
  return [{ path: `${out}/programClient.ts`, text: `${parts.join('\n\n')}\n` }];
};
