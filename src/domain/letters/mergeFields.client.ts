// The merge fields of letters and their templates, by the words of the page.

import { LISTS, ABOUT } from 'src/domain/letters/letterNames.ts';
import type { ListMergeFields, MergeFieldGroup, Messages } from 'src/client/extend.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { KINDS } from 'src/model/generated/kinds.ts';

const GENERAL_FIELDS = ['today', 'me', 'owner'] as const;
const CLOCK_FIELDS = [
  'clock.asked',
  'clock.due',
  'clock.used',
  'clock.stopped',
  'clock.left',
  'clock.reasons',
] as const;

type Types = Readonly<Record<string, ItemType>>;

/** The fields that a view declares for letters. No other field may leave the organization. */
const isLetterPath = (type: ItemType | undefined, path: string): boolean => type?.view.letter?.includes(path) === true;

const isWord = ({ kind }: Property): boolean => KINDS[kind].prose;

/** Returns the fields of what a letter is about, and of what that names. */
export const fieldGroups = (types: Types, messages: Messages): readonly MergeFieldGroup[] => {
  const { properties = {} } = types[ABOUT] ?? {};
  const fieldsOf = (type: string, prefix: string): MergeFieldGroup['fields'] =>
    (types[type]?.view.letter ?? [])
      .filter((path) => {
        const property = propertyAt(types[type]?.properties ?? {}, path);
        return property !== undefined && isWord(property);
      })
      .map((path) => ({ path: `${prefix}${path}`, title: messages.property(type, path) }))
      .sort((one, other) => one.title.localeCompare(other.title));
  const behind = Object.values(properties).flatMap(({ name, rel, many }): MergeFieldGroup[] => {
    const [target = '', ...others] = rel?.to ?? [];
    if (many || !isLetterPath(types[ABOUT], name) || others.length > 0 || !types[target]) return [];
    return [{ name: messages.property(ABOUT, name), fields: fieldsOf(target, `${name}.`) }];
  });
  const words = (paths: readonly string[]): MergeFieldGroup['fields'] =>
    paths.map((path) => ({ path, title: messages.format(`letters.fields.${path}`) }));
  return [
    { name: messages.format('letters.fields'), fields: words(GENERAL_FIELDS) },
    { name: messages.format('letters.fields.clock'), fields: words(CLOCK_FIELDS) },
    { name: messages.format('letters.fields.lists'), fields: words(LISTS) },
    { name: messages.type(ABOUT), fields: fieldsOf(ABOUT, '') },
    ...behind,
  ].filter(({ fields }) => fields.length > 0);
};

const titlesOf = (groups: readonly MergeFieldGroup[]): ReadonlyMap<string, string> =>
  new Map(groups.flatMap(({ fields }) => fields.map(({ path, title }) => [path, title] as const)));

export const templateFields: ListMergeFields = (types, messages) => {
  const groups = fieldGroups(types, messages);
  const titles = titlesOf(groups);
  return {
    groups,
    titleOf: (path) => titles.get(path) ?? `{${path}}`,
    problemOf: (path) => (titles.has(path) ? undefined : messages.format('letters.fields.unknown')),
  };
};

/** The fields of a template are filled in when the letter is made. One that is still there was not. */
export const letterFields: ListMergeFields = (types, messages) => {
  const titles = titlesOf(fieldGroups(types, messages));
  return {
    groups: [],
    titleOf: (path) => titles.get(path) ?? `{${path}}`,
    problemOf: () => messages.format('letters.fields.left'),
  };
};
