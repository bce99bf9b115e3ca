// Decides whether a person gets "New ..." for a type: the server sends the types for which creation could succeed. Called by listings,
// relation fields and the cell of a new item; `create` on the server decides by the item itself.

import type { SessionUser } from 'src/model/generated/wire.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

export const mayCreate = ({ name, view }: ItemType, user: SessionUser | undefined): boolean =>
  user?.creatable.includes(name) === true && view.create?.hidden !== true;

interface AskedType {
  readonly type: ItemType;
  /** Property that takes the typed name. */
  readonly path: string;
  /** Property that takes the item to which the new one must belong. */
  readonly belongs: string | undefined;
}

/** Types of requests to add an item of these types, for a person who may not create one. Two types can have one request. */
export const askedTypes = (
  { types: declared }: Pick<Registry, 'types'>,
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
