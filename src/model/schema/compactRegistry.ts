// The client's registry without the tabs of forms, the kinds of notices, and what can be derived: names of properties that equal their keys, and facts that are false. The compiler
// prints it this way, because browsers load it before the first page.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType, Registry, ValueListType } from 'src/model/schema/Registry.ts';
import type { TypeView } from 'src/model/schema/TypeView.ts';
import { readableName } from 'src/model/text/readableName.ts';

type Derived = 'name' | 'many' | 'required' | 'readOnly';

interface CompactProperty extends Omit<Property, Derived | 'properties'>, Partial<Pick<Property, Derived>> {
  readonly properties?: Readonly<Record<string, CompactProperty>>;
}

interface CompactType extends Omit<ItemType, 'properties' | 'view'> {
  /** The tabs of the form load later (formTabs.ts). */
  readonly view: Omit<TypeView, 'form'>;
  readonly properties: Readonly<Record<string, CompactProperty>>;
}

type ListValue = ValueListType['values'][number];
type Action = Registry['actions'][string];

interface CompactList extends Omit<ValueListType, 'name' | 'values'> {
  /** A value whose English name reads as its key is only the key. */
  readonly values: readonly (string | ListValue)[];
}

export interface CompactRegistry extends Omit<Registry, 'types' | 'lists' | 'actions' | 'notices'> {
  readonly types: Readonly<Record<string, CompactType>>;
  readonly lists: Readonly<Record<string, CompactList>>;
  readonly actions: Readonly<Record<string, Omit<Action, 'name'>>>;
}

const mapEntries = <T, R>(of: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value, key)]));

const compactProperty = (property: Property, key: string): CompactProperty => {
  const { name, many, required, readOnly, properties, ...others } = property;
  return {
    ...others,
    ...(name !== key && { name }),
    ...(many && { many }),
    ...(required && { required }),
    ...(readOnly && { readOnly }),
    ...(properties && { properties: mapEntries(properties, compactProperty) }),
  };
};

const fullProperty = ({ properties, ...property }: CompactProperty, key: string): Property => ({
  ...{ name: key, many: false, required: false, readOnly: false },
  ...property,
  ...(properties && { properties: mapEntries(properties, fullProperty) }),
});

const compactList = ({ name: _, values, ...list }: ValueListType): CompactList => ({
  ...list,
  values: values.map((value) => (deepEqual(value, fullValue(value.key)) ? value.key : value)),
});

const fullValue = (value: string | ListValue): ListValue =>
  typeof value === 'string' ? { key: value, t: { en: readableName(value) } } : value;

const compactType = ({ view, properties, ...type }: ItemType): CompactType => {
  const { form: _, ...firstView } = view;
  return { ...type, properties: mapEntries(properties, compactProperty), view: firstView };
};

const fullType = ({ view, properties, ...type }: CompactType): ItemType => ({
  ...type,
  properties: mapEntries(properties, fullProperty),
  view: { ...view, form: [] },
});

export const compactRegistry = ({ notices: _, ...registry }: Registry): CompactRegistry => ({
  ...registry,
  types: mapEntries(registry.types, compactType),
  lists: mapEntries(registry.lists, compactList),
  actions: mapEntries(registry.actions, ({ name: _, ...action }) => action),
});

/** Returns the registry that compactRegistry was given, with empty forms and without the kinds of notices (noticeKinds.ts). */
export const fullRegistry = (registry: CompactRegistry): Registry => ({
  ...registry,
  notices: {},
  types: mapEntries(registry.types, fullType),
  lists: mapEntries(registry.lists, (list, name) => ({ ...list, name, values: list.values.map(fullValue) })),
  actions: mapEntries(registry.actions, (action, name) => ({ ...action, name })),
});
