// The uiSchema of a type's form: field or widget of each property, and the layout of tabs and groups. The form reads `ui:options.property`
// and needs no other description of a property. Pure.

import type { JsonObject, JsonValue } from 'codegen/json.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import type { Property } from 'src/model/schema/Property.ts';

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
  const { field, widget, manyWidget } = CODECS[kind].form;
  if (field !== undefined && (!many || field === 'list')) return { ...head, 'ui:field': kind };
  if (many && property.capability) return { ...head, 'ui:widget': 'capabilities' };
  if (many && manyWidget !== undefined) return { ...head, 'ui:widget': manyWidget };
  if (many) return { ...head, items: itemsOf(property, title) };
  if (property.properties) return { ...head, ...membersOf(property, title) };
  if (property.markdown) return { ...head, 'ui:widget': 'markdown' };
  return widget === undefined ? head : { ...head, 'ui:widget': widget };
};

export const uiSchema = ({ name, view, properties }: LinkedType, writable: readonly string[]): JsonObject => ({
  'ui:options': { layout: view.form as unknown as JsonValue, type: name },
  ...Object.fromEntries(
    writable.flatMap((key) => {
      const property = properties[key];
      if (property === undefined) return [];
      const ui = uiOf(property, `types.${name}.props.${key}`);
      // A search is chosen as a whole, not member by member.
      return [[key, key === view.page?.membership?.search ? { ...ui, 'ui:field': 'search' } : ui]];
    }),
  ),
});
