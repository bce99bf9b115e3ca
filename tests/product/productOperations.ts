// Common operations of product tests, as one actor of the tables: read, save, act on and move an item, and send a request to communities.
// productWorld.ts opens the server.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Answer, ProductWorld } from 'tests/product/productWorld.ts';

export type Body = Readonly<Record<string, Json>>;

/** The body of an answer; a refusal fails the test with its words. */
export const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};

/** Path of the item in an action. */
export const targetOf = (id: ItemId): Body => {
  const [_t = '', number] = id.split('-');
  return { _t, _i: Number(number) };
};

/** `world` is asked for at each call: a test file opens it before its first test. */
export const operationsOf = (world: () => ProductWorld) => {
  const read = async (actor: string, id: ItemId): Promise<Body> => okOf(await world().ask(actor, `read/${id}`));
  const act = (actor: string, action: string, id: ItemId, input: Body = {}): Promise<Answer> =>
    world().ask(actor, `act/${action}`, { ...targetOf(id), ...input });
  return {
    read,
    act,
    move: (actor: string, id: ItemId, name: string, reason?: string): Promise<Answer> =>
      act(actor, 'transition', id, { name, ...(reason === undefined ? {} : { reason }) }),
    /** Notes that a response was given elsewhere, with what such an answer needs. */
    answerElsewhere: (actor: string, id: ItemId, more: Body = {}): Promise<Answer> =>
      act(actor, 'transition', id, {
        name: 'answerOffline',
        props: { offlineDay: '2026-01-05', offlineWay: 'LETTER', ...more },
      }),
    /** On the version that the actor reads now. */
    save: async (actor: string, id: ItemId, changes: Body): Promise<Answer> => {
      const { _u = 0 } = await read(actor, id);
      return await world().ask(actor, 'update', { $id: id, _u, ...changes });
    },
    /** Items of the type that name the item at the path, regardless of rights. */
    held: (type: string, path: string, id: ItemId): Promise<ItemId[]> =>
      world().services.items.holding(world().services.database, { type, path, id }),
    /** The organization of which the actor is a member. */
    organizationOf: async (actor: string): Promise<ItemId> => {
      const [membership] = (await read('administrator', world().idOf(actor)))['memberships'] as Body[];
      return String(membership?.['owner']);
    },
  };
};

export const AREA: Json = {
  type: 'Polygon',
  coordinates: [
    [
      [-139.5, 50],
      [-138.5, 50],
      [-138.5, 51],
      [-139.5, 51],
      [-139.5, 50],
    ],
  ],
};

interface Asked {
  readonly submitter: ItemId;
  /** Belongs to the submitter. */
  readonly contact: ItemId;
  readonly communities: readonly ItemId[];
}

/** A request of which nothing is missing, to communities that are all to be asked. */
export const requestBody = ({ submitter, contact, communities }: Asked): Body => ({
  ...{ projectName: 'Road', projectDescription: 'A road.', projectType: 'BRIDGE' },
  ...{ requestedResponseDate: '2031-05-01', primaryOrg: submitter, primaryContacts: [contact], projectArea: AREA },
  asked: communities.map((community) => ({ community, selected: true })),
});
