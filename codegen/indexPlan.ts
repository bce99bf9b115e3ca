// The index plan of a type: what its view and search declare is indexed, nothing else. Pure; used by plan.

import { defined } from 'codegen/json.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import { propertyAt } from 'codegen/propertyPaths.ts';
import type { Property, PropertyKind } from 'src/model/schema/Property.ts';
import type { SortIndex, TypeIndex } from 'src/model/schema/TypeServer.ts';
import type { Sort } from 'src/model/schema/TypeView.ts';

const RANGED = new Set<PropertyKind>(['integer', 'number', 'date', 'dateTime', 'time', 'partialDate']);
const NUMERIC = new Set<PropertyKind>(['integer', 'number']);

const castOf = (kind: PropertyKind): SortIndex['cast'] => {
  if (NUMERIC.has(kind)) return 'numeric';
  return kind === 'boolean' ? 'boolean' : 'text';
};

// A declared path holds letters, digits, $, _ and dots only (the meta-schema says so), so it can stand in SQL text.
const expressionOf = (path: string, property: Property): string | undefined => {
  const stored = property.computed?.clock !== true && property.level === undefined;
  if (!stored || property.kind === 'translated' || property.kind === 'language') return undefined;
  const text = `(body #>> '{${path.replaceAll('.', ',')}}')`;
  const cast = castOf(property.kind);
  return cast === 'text' ? text : `(${text}::${cast})`;
};

const sortOf = (type: LinkedType, { key, path, order }: Sort): SortIndex[] => {
  const property = propertyAt(type.properties, path);
  if (property === undefined) return [];
  return [defined({ key, path, order, cast: castOf(property.kind), expression: expressionOf(path, property) })];
};

export const indexPlan = (type: LinkedType): TypeIndex => {
  const { view, server, properties } = type;
  const found = [...new Set([...view.facets.map(({ key }) => key), ...view.filters])];
  const isRange = (path: string): boolean => {
    const property = propertyAt(properties, path);
    return property !== undefined && RANGED.has(property.kind);
  };
  const relations = Object.values(properties).filter(({ kind }) => kind === 'relation' || kind === 'files');
  const terms = [...found.filter((path) => !isRange(path)), ...relations.map(({ name }) => name)];
  return {
    terms: [...new Set(terms)].toSorted(),
    ranges: found.filter(isRange).toSorted(),
    sorts: view.sorts.flatMap((sort) => sortOf(type, sort)),
    texts: [...new Set([...Object.keys(server.search.weights), ...server.search.exact])].toSorted(),
    geometry: Object.values(properties)
      .filter(({ kind }) => kind === 'geometry')
      .map(({ name }) => name),
  };
};
