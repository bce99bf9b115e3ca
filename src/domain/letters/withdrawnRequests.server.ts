// A request that was withdrawn stops its letters: those that have not been sent go no further, and no new one is begun.

import { LETTER } from 'src/domain/letters/letterNames.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalidAt } from 'src/model/problems.ts';
import { asServer, transitionItem, type Context, type RunEffect, type StoredItem } from 'src/server/extend.ts';

const RESPONSE_TYPE = 'ConsultResponse';
/** Relation of a response to its request. */
export const REQUEST_RELATION = 'consultation';
const WITHDRAWN_STATE = 'WITHDRAWN';
const UNSENT_LETTER_STATES: readonly string[] = ['PROPOSED', 'APPROVED', 'SENDING'];

/** Throws where what the letter is about was withdrawn, or is part of a request that was. */
export const refuseWithdrawnRequest = async (
  { services, db }: Context,
  about: Pick<StoredItem, 'properties'> | undefined,
): Promise<void> => {
  const id = about?.properties[REQUEST_RELATION];
  const request = isItemId(id) ? await services.items.find(db, id) : about;
  if (request?.properties['state'] === WITHDRAWN_STATE) throw invalidAt('/context', 'errors.letter.withdrawn');
};

/** Refuses to approve a letter about a withdrawn request. */
export const demandOpenRequest: RunEffect = async (context, { item }) => {
  const about = item.properties['context'];
  if (isItemId(about)) await refuseWithdrawnRequest(context, await context.services.items.find(context.db, about));
};

/**
 * Stops the letters about a withdrawn request. Written in the name of the server, because the person who withdraws cannot see the letters.
 */
export const stopLetters: RunEffect = async (context, { item, reason }) => {
  const server = await asServer(context);
  const { services, tx } = server;
  const { items } = services;
  const responses = await items.holding(tx, { type: RESPONSE_TYPE, path: REQUEST_RELATION, id: item.id });
  const letters = await items.holdingAny(tx, [{ type: LETTER, path: 'context' }], [item.id, ...responses]);
  const underWay = async (id: ItemId): Promise<boolean> =>
    UNSENT_LETTER_STATES.includes(String((await items.find(tx, id, true))?.properties['state']));
  for (const id of letters)
    if (await underWay(id)) await transitionItem(server, { id, name: 'stopLetter', reason, auto: true });
};
