// The communities that a consultation names, and those that it asks.

import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';

/** Returns for each community of the choice whether it is asked. A community that is named twice is asked if one of its entries says so. */
export const communityChoice = ({ asked }: Values): Map<ItemId, boolean> => {
  const choice = new Map<ItemId, boolean>();
  for (const entry of (Array.isArray(asked) ? asked : []).filter(isRecord)) {
    const community = String(entry['community']);
    choice.set(community, choice.get(community) === true || entry['selected'] === true);
  }
  return choice;
};
