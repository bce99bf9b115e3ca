// Whether "New ..." is offered to a person and opens for them: the server has said for which types it could succeed.
// Called by listings, relation fields and the cell of a new item; `create` on the server decides by the item itself.

import type { SessionUser } from 'src/model/generated/wire.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export const mayCreate = ({ name, view }: ItemType, user: SessionUser | undefined): boolean =>
  user?.creatable.includes(name) === true && view.create?.hidden !== true;
