// What a type asks of its stored items: the operations declared for them, and the part of the declaration that decides how
// they are drawn (what they are found, sorted and read by). Pure.

import { createHash } from 'node:crypto';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Migration } from 'src/model/schema/TypeServer.ts';

/** Changes when the engine itself draws items another way. */
const DRAWING = 1;

/** Equal shapes are drawn alike. */
export const shapeOf = ({ properties, view, server }: ServerItemType): string => {
  const { title, facets, filters, sorts } = view;
  const drawn = [DRAWING, properties, title, facets, filters, sorts, server.search, server.access.read];
  return createHash('sha256').update(JSON.stringify(drawn)).digest('hex').slice(0, 16);
};

const listPaths = (list: string, properties: Readonly<Record<string, Property>>, prefix = ''): string[] =>
  Object.values(properties).flatMap((property) => [
    ...(property.list?.list === list ? [`${prefix}${property.name}`] : []),
    ...listPaths(list, property.properties ?? {}, `${prefix}${property.name}.`),
  ]);

export interface Operation {
  readonly op: Migration;
  readonly paths: readonly string[];
}

/** The operations of a type in their order; a list is mapped wherever its values stand, whichever type declares it. */
export const operationsOf = ({ types }: ServerRegistry, type: ServerItemType): Operation[] => {
  const others = Object.values(types).filter((each) => each !== type);
  const foreign = others.flatMap(({ server }) => server.migrate.filter(({ op }) => op === 'list-map'));
  return [...type.server.migrate, ...foreign].flatMap((op): Operation[] => {
    const paths = op.list === undefined ? [op.from ?? op.path ?? ''] : listPaths(op.list, type.properties);
    return paths.length === 0 ? [] : [{ op, paths }];
  });
};
