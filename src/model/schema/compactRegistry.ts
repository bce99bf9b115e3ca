// The client's registry without what can be derived: names of properties that equal their keys, and facts that are false. The compiler
// prints it this way, because browsers load it before the first page.

import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

type Derived = 'name' | 'many' | 'required' | 'readOnly';

interface CompactProperty extends Omit<Property, Derived | 'properties'>, Partial<Pick<Property, Derived>> {
  readonly properties?: Readonly<Record<string, CompactProperty>>;
}

type Properties<T> = Readonly<Record<string, T>>;

interface CompactType extends Omit<ItemType, 'properties'> {
  readonly properties: Properties<CompactProperty>;
}

export interface CompactRegistry extends Omit<Registry, 'types'> {
  readonly types: Readonly<Record<string, CompactType>>;
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

export const compactRegistry = (registry: Registry): CompactRegistry => ({
  ...registry,
  types: mapEntries(registry.types, (type) => ({ ...type, properties: mapEntries(type.properties, compactProperty) })),
});

/** Returns the registry that compactRegistry was given. */
export const fullRegistry = (registry: CompactRegistry): Registry => ({
  ...registry,
  types: mapEntries(registry.types, (type) => ({ ...type, properties: mapEntries(type.properties, fullProperty) })),
});
