// The uiSchema of a type's form: field or widget of each property, and the layout of tabs and groups. Pure.

import type { JsonObject, JsonValue } from 'codegen/json.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import { fieldUi, isTagList, tagUi } from 'src/model/schema/fieldUi.ts';

export const uiSchema = ({ name, view, properties }: LinkedType, writable: readonly string[]): JsonObject => ({
  'ui:options': { layout: view.form as unknown as JsonValue, type: name },
  ...Object.fromEntries(
    writable.flatMap((key) => {
      const property = properties[key];
      if (property === undefined) return [];
      const title = `types.${name}.props.${key}`;
      const isTags = isTagList(property, view.facets);
      const ui = (isTags ? tagUi(property, title, name) : fieldUi(property, title)) as JsonObject;
      // A search is chosen as a whole, not member by member.
      return [[key, key === view.page?.membership?.search ? { ...ui, 'ui:field': 'search' } : ui]];
    }),
  ),
});
