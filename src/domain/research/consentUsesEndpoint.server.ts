// `act/consentUses`: lists where records under a consent were used, so that a person who withdraws it knows which letters, exhibits and
// exports already contain them. The records themselves may be closed to the caller; only what refers to them is named, through the read
// filter.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { filesOf, propertyAt, relationPaths, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { exhibitsOf } from 'src/domain/research/consentExhibits.server.ts';
import { isConsultationPermitted } from 'src/domain/research/permittedUses.server.ts';
import { endpoint, type Context, type StoredItem } from 'src/server/extend.ts';

interface Pointing {
  readonly type: string;
  readonly path: string;
}

const LETTER_CONTEXT: Pointing = { type: 'Letter', path: 'context' };
const MOST_USES = 200;
const MOST_EXPORTS = 200;

const hasLimits = ({ server }: ServerItemType): boolean => server.access.read.limitedBy !== undefined;

const limitingRelations = ({ types }: ServerRegistry): Pointing[] =>
  Object.values(types).flatMap(({ name, server }) =>
    (server.access.read.limitedBy ?? []).map((path) => ({ type: name, path })),
  );

/** Returns the relations of other types that may name a record under a consent. */
const usingRelations = ({ types }: ServerRegistry): Pointing[] => {
  const limited = Object.values(types).filter(hasLimits);
  return Object.values(types)
    .filter((type) => type.area !== 'engine' && !hasLimits(type) && type.server.access.read.limits === undefined)
    .flatMap((type) =>
      relationPaths(type)
        .filter((path) => {
          const to = propertyAt(type.properties, path)?.rel?.to ?? [];
          return to.includes('*') || limited.some(({ name }) => to.includes(name));
        })
        .map((path) => ({ type: type.name, path })),
    );
};

/** Returns the properties with files of types that no consent limits. */
const fileRelations = ({ types }: ServerRegistry): Pointing[] =>
  Object.values(types)
    .filter((type) => type.area !== 'engine' && !hasLimits(type))
    .flatMap(({ name, properties }) => filesOf(properties).map(({ path }) => ({ type: name, path })));

/** Returns all records under a consent, unfiltered. */
const recordsUnder = async ({ services, db }: Context, consent: ItemId): Promise<ItemId[]> => {
  const relations = limitingRelations(services.registry);
  const found = new Set<ItemId>();
  for (let frontier: readonly ItemId[] = [consent]; frontier.length > 0;) {
    const fresh = (await services.items.holdingAny(db, relations, frontier)).filter((id) => !found.has(id));
    for (const id of fresh) found.add(id);
    frontier = fresh;
  }
  return [...found];
};

/** Returns the items that name a file of the records, and those that have a copy of one, such as a letter that was sent with it. */
const itemsWithFiles = async ({ services, db }: Context, records: readonly ItemId[]): Promise<ItemId[]> => {
  const { items, registry } = services;
  const files = await items.holdingAny(db, [{ type: SYSTEM_TYPES.file, path: 'rel' }], records);
  const naming = await items.holdingAny(db, fileRelations(registry), files);
  const copies = await items.findMany(db, await items.copiesOf(db, files));
  return [...naming, ...copies.flatMap(({ properties }) => valuesAt(properties, 'rel').filter(isItemId))];
};

/** Returns the items that the items belong to, such as the answer of a concern. */
const itemsAbove = async ({ services, db }: Context, ids: readonly ItemId[]): Promise<ItemId[]> => {
  const { items, registry } = services;
  return (await items.findMany(db, ids)).flatMap(({ type, properties }) => {
    const { inherit } = registry.types[type]?.server.access.read ?? {};
    return inherit === undefined ? [] : valuesAt(properties, inherit).filter(isItemId);
  });
};

interface Uses {
  readonly ids: readonly ItemId[];
  readonly more: boolean;
}

const readableUses = async ({ services, db, readFilter }: Context, ids: readonly ItemId[]): Promise<ItemId[]> => [
  ...(await services.items.labels(db, readFilter, ids)).keys(),
];

/**
 * Returns what the caller may see of the items that use one of the records or its files, the letters about these items, and the exhibitions
 * with such members.
 */
const visibleUses = async (context: Context, records: readonly ItemId[]): Promise<Uses> => {
  const { services, db } = context;
  const { items, registry } = services;
  const own = new Set(records);
  const naming = [
    ...(await items.holdingAny(db, usingRelations(registry), records)),
    ...(await itemsWithFiles(context, records)),
  ].filter((id) => !own.has(id));
  const letters = await items.holdingAny(
    db,
    [LETTER_CONTEXT],
    [...new Set([...naming, ...(await itemsAbove(context, naming))])],
  );
  const using = await readableUses(context, [...new Set(naming)]);
  const exhibits = await exhibitsOf(context, { records, using });
  const uses = [...new Set([...letters, ...naming, ...exhibits.ids])].filter((id) => !own.has(id));
  return { ids: await readableUses(context, uses), more: exhibits.more };
};

const CONSENT_TYPE = 'ResearchConsent';

/** Types of items in which records serve consultations. */
const CONSULTATION_TYPES: readonly string[] = ['Letter', 'ConsultResponse', 'ConsultResponseConcern'];

const isPermittedIn = (consent: StoredItem, use: ItemId): boolean =>
  !CONSULTATION_TYPES.includes(tryParseItemId(use)?.type ?? '') || isConsultationPermitted(consent);

export const consentUses = endpoint('consentUses', async (context) => {
  // Below any other item, the counts and exports would tell of records that are closed to the caller.
  if (context.stored.type !== CONSENT_TYPE) throw problem('notAllowed');
  const records = await recordsUnder(context, context.stored.id);
  const byType = new Map<string, number>();
  for (const id of records) {
    const type = tryParseItemId(id)?.type ?? '';
    byType.set(type, (byType.get(type) ?? 0) + 1);
  }
  const uses = await visibleUses(context, records);
  const shown = uses.ids.slice(0, MOST_USES);
  const exports = await context.services.audit.copies(context.db, records, MOST_EXPORTS + 1);
  return {
    records: [...byType].map(([type, count]) => ({ type, count })),
    uses: shown,
    contrary: shown.filter((id) => !isPermittedIn(context.stored, id)),
    more: uses.more || uses.ids.length > shown.length,
    exports: exports.slice(0, MOST_EXPORTS),
    moreExports: exports.length > MOST_EXPORTS,
  };
});
