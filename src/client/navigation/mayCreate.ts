// Decides whether a person gets "New ..." for a type: the server sends the types for which creation could succeed. Called by listings,
// relation fields and the cell of a new item; `create` on the server decides by the item itself.

import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import type { Client } from 'src/client/Client.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';

export const mayCreate = ({ name, view }: ItemType, user: SessionUser | undefined): boolean =>
  user?.creatable.includes(name) === true && view.create?.hidden !== true;

// New items that a relation can be filled with, and their initial values. The server decides on rights.
/** Types of a relation that the person may create; none for a relation to any type. */
export const creatableTypes = (
  { registry, session }: Client,
  types: readonly string[] | undefined,
): readonly ItemType[] =>
  (types ?? []).flatMap((name) => {
    const type = registry.types[name];
    return type && mayCreate(type, session.user) ? [type] : [];
  });

interface AskedType {
  readonly type: ItemType;
  /** Property that takes the typed name. */
  readonly path: string;
  /** Property that takes the item to which the new one must belong. */
  readonly belongs: string | undefined;
}

/** Types of requests to add an item of these types, for a person who may not create one. Two types can have one request. */
export const askedTypes = (
  { types: declared }: Pick<Client['registry'], 'types'>,
  user: SessionUser | undefined,
  names: readonly string[],
): readonly AskedType[] => {
  const asked = names.flatMap((name) => {
    const wanted = declared[name];
    const { type: request = '', path = '', belongs } = wanted?.view.create?.ask ?? {};
    const type = declared[request];
    return type && wanted && !mayCreate(wanted, user) && mayCreate(type, user) ? [{ type, path, belongs }] : [];
  });
  return asked.filter(({ type }, at) => asked.findIndex((each) => each.type === type) === at);
};

/** The typed text becomes the new item's name if its title is one plain property. */
export const initialFor = (type: ItemType, typed: string): Readonly<Record<string, Json>> => {
  const path = soleTemplatePath(type.view.title);
  const property = path === undefined ? undefined : type.properties[path];
  return property && isLine(property) && !property.many ? { [property.name]: typed } : {};
};

/** The third part of a new item's segment: short, unlike that of any other new item on this device, of characters that an id may hold. */
export const newItemKey = (): string => String(Date.now() % 2_000_000_000);
