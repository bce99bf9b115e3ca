// Kinds of imports: those that areas declare, and one for each other type, which is imported by its paths and captions.

import type { ImportKind } from 'src/model/schema/ImportKind.ts';
import { isImportedType } from 'src/model/schema/isImportedType.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';

export interface KnownKind extends Omit<ImportKind, 'type'> {
  readonly type: ServerItemType;
  readonly declared: boolean;
  /** The items are people with accounts, who are found by their addresses and can be invited. */
  readonly accounts: boolean;
}

const hasAccounts = ({ name }: ServerItemType): boolean => name === SYSTEM_TYPES.user;

/** Returns `MAP_SHEET` for `MapSheet`. */
const keyOfType = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();

/** Returns every kind. Declared ones come first. */
export const importKindsIn = (registry: ServerRegistry): readonly KnownKind[] => {
  const declared = Object.values(registry.imports).flatMap((kind): KnownKind[] => {
    const type = registry.types[kind.type];
    return type ? [{ ...kind, type, declared: true, accounts: hasAccounts(type) }] : [];
  });
  const covered = new Set(declared.map(({ type }) => type.name));
  const others = Object.values(registry.types)
    .filter((type) => isImportedType(registry, type) && !covered.has(type.name))
    .map((type): KnownKind => ({
      ...{ key: keyOfType(type.name), type, columns: [] },
      ...{ declared: false, accounts: hasAccounts(type) },
    }));
  return [...declared, ...others];
};

/** Returns the kind with the key; or the first kind of the type. */
export const importKindOf = (
  registry: ServerRegistry,
  { kind, type }: { readonly kind?: string | undefined; readonly type?: string | undefined },
): KnownKind | undefined => {
  const known = importKindsIn(registry);
  return known.find((each) => (kind === undefined ? each.type.name === type : each.key === kind));
};

/** Returns the relation of the type to its owner; undefined where the owner follows from another item. */
export const ownerRelation = ({ properties, read }: ServerItemType): string | undefined =>
  read.owner !== undefined && properties[read.owner]?.readOnly === false ? read.owner : undefined;
