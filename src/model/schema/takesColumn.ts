// Which properties a column of a table or of a geographic file can be kept in: those whose value is one text, number, date or choice.

import type { Property, PropertyKind } from 'src/model/schema/Property.ts';

const PLAIN: ReadonlySet<PropertyKind> = new Set<PropertyKind>([
  ...(['text', 'longText', 'language', 'integer', 'number', 'boolean'] as const),
  ...(['date', 'dateTime', 'time', 'partialDate', 'enum', 'list', 'email', 'phone', 'url', 'color'] as const),
]);

export const takesColumn = ({ kind, readOnly, computed }: Pick<Property, 'kind' | 'readOnly' | 'computed'>): boolean =>
  PLAIN.has(kind) && !readOnly && computed === undefined;
