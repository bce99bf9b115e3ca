// Owner of the value list of a property: the item at the declared path, also over one relation, or the system.

import type { Loaded } from 'src/client/stores/ItemStore.ts';
import { valueAt } from 'src/client/fields/rules/FormProblem.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ListRef } from 'src/model/schema/Property.ts';

type Holder = { readonly [name: string]: Json | undefined };

export const itemIn = (loaded: Loaded): Item | undefined => (loaded.state === 'ready' ? loaded.item : undefined);

const firstId = (value: Json | undefined): string | undefined => {
  const first: Json | undefined = Array.isArray(value) ? (value[0] as Json | undefined) : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
};

/** Undefined while the owner is not chosen or not read yet. `$self` is the item itself; `shelf.keeper` goes over the shelf. */
export const ownerOf = (
  { owner: path }: ListRef,
  holder: Holder | undefined,
  related: (id: string) => Item | undefined = () => undefined,
): string | undefined => {
  if (path === 'system') return 'system';
  if (path === '$self') return firstId(holder?.$id);
  const own = firstId(valueAt(holder as Json | undefined, path));
  if (own !== undefined || !path.includes('.')) return own;
  const [relation = '', ...rest] = path.split('.');
  const id = firstId(holder?.[relation]);
  const item = id === undefined ? undefined : related(id);
  return item && firstId(valueAt(item as Json, rest.join('.')));
};
