// Icons that declarations may name: the 16 px set of Blueprint, read from its package.

import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject, type JsonValue } from 'codegen/json.ts';
import type { SourceArea, SourceFile } from 'codegen/Source.ts';

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@blueprintjs/icons/package.json')), 'lib/cjs/generated/16px/paths');

/** Names of all icons. */
export const iconNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.js') && name !== 'index.js')
  .map((name) => name.slice(0, -'.js'.length))
  .toSorted();

/** Returns the SVG paths of an icon. The name must be one of `iconNames`. */
export const iconPaths = (name: string): readonly string[] =>
  (require(join(folder, `${name}.js`)) as { readonly default: readonly string[] }).default;

export interface DeclaredIcon {
  readonly name: string;
  readonly file: SourceFile;
  readonly at: readonly (string | number)[];
}

const iconsIn = (value: JsonValue, at: readonly (string | number)[]): Pick<DeclaredIcon, 'name' | 'at'>[] => {
  if (Array.isArray(value)) return value.flatMap((each, index) => iconsIn(each, [...at, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'icon' && typeof each === 'string'
      ? [{ name: each, at: [...at, key] }]
      : key === 'properties'
        ? []
        : iconsIn(each, [...at, key]),
  );
};

/** Returns every icon that areas, screens, views, actions and step kinds name, with its position. */
export const declaredIcons = (areas: readonly SourceArea[]): DeclaredIcon[] =>
  areas
    .flatMap(({ area, steps, types }) => [
      area,
      ...(steps ? [steps] : []),
      ...types.filter(({ step }) => step === undefined).map(({ view }) => view),
    ])
    .flatMap((file) => iconsIn(file.json, []).map((found) => ({ ...found, file })));
