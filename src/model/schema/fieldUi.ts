// The uiSchema of one field: the form reads `ui:options.property` and needs no other description of a property. Pure; the compiler and the
// forms without a type use it.

import { CODECS } from 'src/model/generated/kindCodecs.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

export type FieldUi = Readonly<Record<string, unknown>>;

const withoutMembers = ({ properties: _, ...property }: Property): Property => property;

const memberUi = (property: Property, title: string): FieldUi =>
  Object.fromEntries(
    Object.values(property.properties ?? {}).map((member) => [member.name, fieldUi(member, `${title}.${member.name}`)]),
  );

const entryUi = (property: Property, title: string): FieldUi => {
  const { minItems: _, maxItems: __, ...single } = property;
  return fieldUi({ ...single, many: false }, title);
};

/** `title` is a message id; those of members extend it. */
export const fieldUi = (property: Property, title: string): FieldUi => {
  const options = { property: withoutMembers(property), title };
  const head: FieldUi = { 'ui:title': title, 'ui:options': options };
  const { kind, many } = property;
  const { field, widget, manyWidget } = CODECS[kind].form;
  if (field !== undefined && (!many || field === 'list')) return { ...head, 'ui:field': kind };
  if (many && property.capability) return { ...head, 'ui:widget': 'capabilities' };
  if (many && manyWidget !== undefined) return { ...head, 'ui:widget': manyWidget };
  if (many) return { ...head, items: entryUi(property, title) };
  if (property.properties) return { ...head, ...memberUi(property, title) };
  if (property.markdown) return { ...head, 'ui:widget': 'markdown' };
  return widget === undefined ? head : { ...head, 'ui:widget': widget };
};

/** Returns true for a list of short texts that people filter by: each text is a tag, and the tags of other records are suggested. */
export const isTagList = (property: Property, facets: readonly Facet[]): boolean =>
  property.many &&
  isLine(property) &&
  CODECS[property.kind].form.field === undefined &&
  facets.some(({ key, kind }) => key === property.name && kind === 'TERM');

/** The uiSchema of a list of tags. `type` is the type whose records have the suggested tags. */
export const tagUi = (property: Property, title: string, type: string): FieldUi => ({
  'ui:title': title,
  'ui:options': { property, title, tagsOf: type },
  'ui:field': 'tags',
});
