// Decides which owner keeps a record that belonged to the site: the only owner of the declared kind, or else the only owner in which the
// creator may work with such records. A record for which neither is clear stays a record of the site. Called by migrateItems.

import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { OwnerRule } from 'src/model/schema/TypeServer.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';
import { soleOwner } from 'src/server/store/soleOwner.ts';

interface ChoiceNeeds {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'find'>;
  readonly now: Date;
}

/** Returns the only owner in which the person has the capability. One who has it for the site works in each owner that they belong to. */
const ownerOfCreator = async (
  { items, now }: ChoiceNeeds,
  tx: Transaction,
  { creator, capability }: { readonly creator: ItemId; readonly capability: string },
): Promise<ItemId | undefined> => {
  const user = await items.find(tx, creator);
  const subject = user && subjectFrom(creator, { ...user.properties, blocked: false }, { now });
  const everywhere = subject?.siteCapabilities.includes(capability) === true;
  const memberships = subject?.memberships ?? [];
  const holding = memberships.filter(({ capabilities }) => capabilities.includes(capability));
  const [membership, other] = holding.length === 0 && everywhere ? memberships : holding;
  return other ? undefined : membership?.owner;
};

export const chooseOwner = async (
  needs: ChoiceNeeds,
  tx: Transaction,
  { ownerRule, stored }: { readonly ownerRule: OwnerRule; readonly stored: StoredItem },
): Promise<ItemId | undefined> => {
  const { types, ownerType = '' } = needs.registry;
  const type = types[ownerType];
  const sole = type && (await soleOwner(tx, type, ownerRule.only ?? {}));
  return sole ?? (await ownerOfCreator(needs, tx, { creator: stored.creator, capability: ownerRule.capability }));
};
