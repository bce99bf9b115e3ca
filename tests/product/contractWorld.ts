// The product world of the suites that run over every declared type: one item of each type that relations can name, and the values that
// replace examples which the rules of a type refuse.

import { registry } from 'src/generated/registry.server.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isStepType } from 'src/model/schema/isStepType.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

type Bodies = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/**
 * Organization-2 is in every world: another organization may not be the own one. Contact-2, and Attachment-2, which is a recording, are
 * created below.
 */
export const INSTEAD: Bodies = {
  LOVValue: { list: 'ARC_TYPES' },
  Thread: { context: 'Consultation-1' },
  // The example of `constrainTypes`.
  Collection: { records: ['SpatialFeature-1'] },
  Agreement: { with: ['Organization-2'] },
  Meeting: { otherOrgs: ['Organization-2'], otherContacts: ['Contact-2'] },
  RepatriationClaim: { institution: 'Organization-2', institutionContacts: ['Contact-2'] },
  IdentificationSession: { recordings: ['Attachment-2'] },
  Consultation: { supOrgs: [{ org: 'Organization-2', role: 'REGULATOR' }], supContacts: ['Contact-2'] },
};

export const NEEDED: Bodies = {
  Message: { body: 'Something is said.' },
  ContactRequest: { organizationName: 'Heron Point Museum', personName: 'Dana Reed' },
};

/**
 * A comment on a passage mentions no person, and stays with its passage: tests/product/letterComments.pg.test.ts. The category of a file is
 * of the list that is named where the file hangs: tests/product/papers.pg.test.ts.
 */
export const KEPT: Readonly<Record<string, readonly string[]>> = {
  Attachment: ['category'],
  Letter: ['annexed'],
  Thread: ['quote'],
};

export interface StandingWorld {
  readonly world: ProductWorld;
  readonly stand: Readonly<Record<string, ItemId>>;
}

export const openStandingWorld = async (): Promise<StandingWorld> => {
  const world = await openProductWorld({ bySocket: true });
  // Can be named in every relation to people, including those that accept only readers of the item.
  const memberships = [{ owner: world.own, reads: 'PRIVATE', admin: false, capabilities: [] }];
  await world.change(world.idOf('creator'), { memberships });
  const names = Object.keys(registry.types).filter((type) => !isStepType(registry, type));
  const more: Bodies = {
    Attachment: { originalName: 'a.png', filetype: 'image/png', size: 10 },
    // It takes records of every type.
    Collection: { constrainTypes: [] },
    // Parties of a conversation are organizations that were asked.
    Consultation: { communities: [world.own] },
  };
  const ids = await world.add(
    names.map((type) => ({
      type,
      level: 'PUBLIC',
      mark: `stands for ${type}`,
      ...(more[type] && { more: more[type] }),
    })),
  );
  const related = { _related: 'Organization-2' };
  const recorded = { originalName: 'a.wav', filetype: 'audio/wav', size: 10 };
  const [contact = '', recording = ''] = await world.add([
    { type: 'Contact', level: 'PUBLIC', mark: 'works elsewhere', more: related },
    { type: 'Attachment', level: 'PUBLIC', mark: 'a recording', more: recorded },
  ]);
  const first = Object.fromEntries(names.map((type, at) => [type, ids[at] ?? '']));
  return { world, stand: { ...first, 'Contact-2': contact, 'Attachment-2': recording } };
};
