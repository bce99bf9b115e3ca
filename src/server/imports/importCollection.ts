// The collection of the records of an import: an existing one, or one that is created together with the first record and has its owner and
// level.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';
import { invalidAt } from 'src/model/problems.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';
import { ownerRelation, type KnownKind } from 'src/server/imports/importKindOf.ts';
import type { ImportPlan, ImportRequest } from 'src/server/imports/importPlan.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Returns the relation to the collection, for kinds whose records have one. */
export const collectionPathOf = ({ type: { view }, places }: KnownKind): string | undefined =>
  (places ? view.place?.fromCodes : view.place?.fromFiles)?.collection;

/** Collection that an import can create with its name, owner and level only. */
interface NamedCollection {
  readonly type: ServerItemType;
  readonly title: string;
}

/** Returns the type of a new collection; undefined where a collection needs more than its name, owner and level. */
export const namedCollectionOf = (registry: ServerRegistry, kind: KnownKind): NamedCollection | undefined => {
  const [name = '', ...others] = kind.type.properties[collectionPathOf(kind) ?? '']?.rel?.to ?? [];
  const type = registry.types[name];
  const title = type && soleTemplatePath(type.view.title);
  if (!type || others.length > 0 || title === undefined || !isLine(type.properties[title])) return undefined;
  const given = [title, ownerRelation(type)];
  const isComplete = Object.values(type.properties).every(
    ({ name: each, required }) => !required || given.includes(each),
  );
  return isComplete && type.view.create?.hidden !== true ? { type, title } : undefined;
};

/** Returns the first values of an item that gets its owner and level from another one. */
export const valuesLike = ({ types }: ServerRegistry, type: ServerItemType, source: StoredItem): Values => {
  const { owner, level } = type.server.access.read;
  const ownerPath = types[source.type]?.server.access.read.owner;
  const ownerOf = ownerPath === '$self' ? source.id : ownerPath && source.properties[ownerPath];
  return {
    ...type.view.create?.initial,
    ...(owner !== undefined && ownerOf !== undefined && { [owner]: ownerOf }),
    ...('path' in level && { [level.path]: source.level }),
  };
};

const levelValue = ({ server }: ServerItemType, level: string | undefined): Values => {
  const { level: read } = server.access.read;
  return level !== undefined && 'path' in read ? { [read.path]: level } : {};
};

const withNewCollection = (
  { services: { registry } }: ImportContext,
  plan: ImportPlan,
  { path, given }: { readonly path: string; readonly given: NonNullable<ImportRequest['newCollection']> },
): ImportPlan => {
  const named = namedCollectionOf(registry, plan.kind);
  const label = given.name.trim();
  if (!named) throw invalidAt('/newCollection', 'errors.invalidChoice');
  if (label === '') throw invalidAt('/newCollection/name', 'errors.required');
  const { type, title } = named;
  const owner = ownerRelation(type);
  if (owner !== undefined && plan.owner === undefined) throw invalidAt('/owner', 'errors.required');
  const values: Values = {
    ...type.view.create?.initial,
    ...(owner !== undefined && plan.owner !== undefined && { [owner]: plan.owner }),
    ...levelValue(type, given.level),
    [title]: label,
  };
  return {
    ...plan,
    fixed: levelValue(plan.type, given.level),
    collection: { path, label, create: { type: type.name, values } },
  };
};

/** Returns the plan with the collection of the request. Throws `notFound` for a collection that the person may not see. */
export const withCollection = async (
  context: ImportContext,
  plan: ImportPlan,
  { collection, newCollection }: Pick<ImportRequest, 'collection' | 'newCollection'>,
): Promise<ImportPlan> => {
  const path = collectionPathOf(plan.kind);
  const isMapped = plan.columns.some(({ to }) => to === path);
  if (collection === undefined && newCollection === undefined) {
    if (plan.kind.places && !isMapped) throw invalidAt('/collection', 'errors.required');
    return plan;
  }
  if (path === undefined || plan.type.properties[path]?.rel === undefined)
    throw invalidAt('/collection', 'errors.invalidChoice');
  if (newCollection !== undefined) return withNewCollection(context, plan, { path, given: newCollection });
  const { services, db, readFilter } = context;
  const stored = await services.access.visible(db, readFilter, collection ?? '');
  const like = valuesLike(services.registry, plan.type, stored);
  const labels = await services.items.labels(db, readFilter, [stored.id]);
  const owner = plan.owner ?? (like[plan.ownerPath ?? ''] as ItemId | undefined);
  return {
    ...{ ...plan, owner, fixed: { ...like, [path]: stored.id } },
    collection: { path, label: labels.get(stored.id) ?? stored.id, id: stored.id },
  };
};
