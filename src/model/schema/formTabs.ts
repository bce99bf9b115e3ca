// The tabs of the forms of item types. They are apart from the client's registry because the first page does not need them: a module that
// needs them imports this file, and runs after they have loaded.

import { FORM_TABS } from 'src/model/generated/formTabs.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { FormTab } from 'src/model/schema/TypeView.ts';

/** Returns the tabs of the form of a type, in their order. A registry that is not of the product has them in its views. */
export const formTabsOf = ({ name, view }: ItemType): readonly FormTab[] =>
  view.form.length > 0 ? view.form : (FORM_TABS[name] ?? []);
