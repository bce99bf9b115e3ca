// The uiSchema of a type's form: which field or widget each property gets, and the layout of tabs and groups.
// The form room reads `ui:options.property`; it must never need another source of what a property is. Pure.

import type { JsonObject, JsonValue } from 'codegen/json.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import type { Property, PropertyKind } from 'src/model/schema/Property.ts';

/** Kinds with a field of their own. */
const FIELDS = new Set<PropertyKind>([
  'relation',
  'list',
  'translated',
  'language',
  'partialDate',
  'geometry',
  'files',
]);

/** Those whose field takes a list as a whole; a list of any other kind has an entry for each value. */
const LIST_FIELDS = new Set<PropertyKind>(['relation', 'list', 'files']);

const WIDGETS: Readonly<Partial<Record<PropertyKind, string>>> = {
  longText: 'textarea',
  date: 'date',
  dateTime: 'dateTime',
  time: 'time',
  boolean: 'switch',
  enum: 'select',
  level: 'level',
  color: 'color',
  email: 'email',
  phone: 'phone',
  url: 'url',
};

const withoutMembers = ({ properties: _, ...property }: Property): JsonValue => property as unknown as JsonValue;

const membersOf = (property: Property, title: string): JsonObject =>
  Object.fromEntries(
    Object.values(property.properties ?? {}).map((member) => [member.name, uiOf(member, `${title}.${member.name}`)]),
  );

const itemsOf = (property: Property, title: string): JsonObject => {
  const { minItems: _, maxItems: __, ...single } = property;
  return uiOf({ ...single, many: false }, title);
};

const uiOf = (property: Property, title: string): JsonObject => {
  const options = { property: withoutMembers(property), title };
  const head: JsonObject = { 'ui:title': title, 'ui:options': options };
  const { kind, many } = property;
  if (FIELDS.has(kind) && (!many || LIST_FIELDS.has(kind))) return { ...head, 'ui:field': kind };
  if (many && kind === 'enum') return { ...head, 'ui:widget': 'multiSelect' };
  if (many) return { ...head, items: itemsOf(property, title) };
  if (kind === 'object') return { ...head, ...membersOf(property, title) };
  const widget = WIDGETS[kind];
  return widget === undefined ? head : { ...head, 'ui:widget': widget };
};

export const uiSchema = ({ name, view, properties }: LinkedType, writable: readonly string[]): JsonObject => ({
  'ui:options': { layout: view.form as unknown as JsonValue, type: name },
  ...Object.fromEntries(
    writable.flatMap((key) => {
      const property = properties[key];
      return property === undefined ? [] : [[key, uiOf(property, `types.${name}.props.${key}`)]];
    }),
  ),
});
