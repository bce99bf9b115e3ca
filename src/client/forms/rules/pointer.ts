// JSON pointers (RFC 6901) and dotted paths over form values. Pure.

import type { Json } from 'src/model/item/Item.ts';

export type Values = Readonly<Record<string, Json>>;

export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const partsOf = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

export const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path, `size.height`; undefined where nothing stands. */
export const valueAt = (values: Json | undefined, path: string): Json | undefined => {
  let at: Json | undefined = values;
  for (const part of path.split('.')) at = isObject(at) ? at[part] : undefined;
  return at;
};
