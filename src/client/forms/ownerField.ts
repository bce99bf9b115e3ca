// The field for the owner of new records: the reader's own owners, or any owner for readers who have none.

import type { Client } from 'src/client/Client.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';

const NO_OWN_OWNERS: readonly string[] = [];

/** Called by observers only. */
export const ownerField = ({ registry, session, items }: Client, messages: Messages): Partial<FormField> => {
  const owners = session.user?.readOrgs ?? NO_OWN_OWNERS;
  return owners.length === 0
    ? {
        kind: 'relation',
        rel: { to: registry.ownerType === undefined ? [] : [registry.ownerType], onDelete: 'null' },
      }
    : { choices: owners.map((owner) => [owner, itemName(items, messages.format, owner)]) };
};
