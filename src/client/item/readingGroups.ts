// Values that the page of an item shows, in the groups of its form. Empty values are left out.

import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { FormGroup } from 'src/model/schema/TypeView.ts';
import { formTabsOf } from 'src/model/schema/formTabs.ts';
import { idsOfFiles } from 'src/client/viewers/fileIds.ts';
import { KIND_VIEWS } from 'src/client/generated/kindViews.ts';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { layoutFor } from 'src/client/fields/session/layout.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';

/** The large picture at the top, and the sound at the head of an entry. */
export const shownAbove = (item: Item, { view }: ItemType, path: string): 'picture' | 'sound' | undefined => {
  if (view.page?.entry?.sound === path) return 'sound';
  return view.image === path && idsOfFiles(item[path]).length === 1 ? 'picture' : undefined;
};

/** A switch that is off says nothing. */
const isUnset = (value: Json | undefined): boolean => value === false || isEmptyValue(value);

/** The head of the page contains the level and the title, and a picture above is not repeated. */
const isShown = (path: string, item: Item, type: ItemType): boolean =>
  path !== type.levelPath &&
  // The results of the search are shown below.
  path !== type.view.page?.membership?.search &&
  // So are the gathered records.
  path !== type.view.page?.gathers?.path &&
  type.view.title !== `{${path}}` &&
  !isUnset(item[path]) &&
  shownAbove(item, type, path) !== 'picture';

const groupPaths = ({ rows }: FormGroup): readonly string[] => rows.flat().map(({ path }) => path);

export interface ShownGroup {
  readonly key: string;
  readonly title: string | undefined;
  readonly paths: readonly string[];
}

/** The bar of a conversation says and changes it. */
const IN_BAR = ['resolved'];

interface GroupsContext {
  readonly find: Messages['find'];
  readonly admin: boolean;
  /** A conversation: shows only values that are in the form and not in the bar above its messages. */
  readonly bare: boolean;
  /** Properties that other parts of the page show. */
  readonly covered: readonly string[];
}

/**
 * Returns the groups of the form, and the columns of the table that no form contains: computed values, and facts of a
 * file or an event.
 */
export const readingGroups = (
  item: Item,
  type: ItemType,
  { find, admin, bare, covered }: GroupsContext,
): readonly ShownGroup[] => {
  const { properties } = type;
  const { headers } = type.view;
  const form = formTabsOf(type);
  const groups = layoutFor(form, admin).flatMap((tab) =>
    tab.groups.map((group) => ({
      key: `${tab.key}/${group.key}`,
      title: find(`types.${type.name}.groups.${group.key}`),
      paths: groupPaths(group),
    })),
  );
  const inForm = new Set(form.flatMap((tab) => tab.groups.flatMap(groupPaths)));
  const elsewhere = new Set([...covered, ...(bare ? IN_BAR : [])]);
  // A text that is derived from others, such as a full name, is already the title; the state is in its bar above the
  // tabs.
  const others = bare
    ? []
    : headers.filter(
        (path) =>
          !inForm.has(path) &&
          path !== type.states?.property &&
          !(properties[path]?.computed && item[path] === item.$label),
      );
  return [...groups, { key: 'others', title: find('cells.otherValues'), paths: others }]
    .map((group) => ({
      ...group,
      paths: group.paths.filter((path) => !elsewhere.has(path) && isShown(path, item, type)),
    }))
    .filter(({ paths }) => paths.length > 0);
};

export const isWide = (type: ItemType, path: string): boolean => {
  const kind = type.properties[path]?.kind;
  return kind !== undefined && KIND_VIEWS[kind].look.wide === true;
};
