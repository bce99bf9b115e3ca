// Converts an item to the row of a write statement: split, its words interned, with the acl of each part. Called by code that writes whole
// items (writeItems, refreshReaders).

import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { ownText } from 'src/model/item/labelOf.ts';
import { foldText } from 'src/model/text/foldText.ts';
import type { Readers, ReadersOf } from 'src/server/store/readers/computeReaders.ts';
import type { GeometryToWrite } from 'src/server/store/geometryRows.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import { splitItem, type SplitItem } from 'src/server/store/splitItem.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';
import type { ItemToWrite, RestrictedRow } from 'src/server/store/writeStatements.ts';

interface IndexedItem {
  readonly split: SplitItem;
  readonly terms: readonly number[];
  readonly parts: readonly RestrictedRow[];
  readonly geometries: readonly GeometryToWrite[];
}

interface RowOptions {
  readonly stored: StoredItem;
  readonly indexed: IndexedItem;
  readonly metadata: WriteMetadata;
  readonly kind: string;
  readonly diff: Readonly<Record<string, Json>>;
  readonly oldAcl?: number;
  readonly moved?: readonly number[];
}

const indexRestricted = async (
  { terms }: StoreContext,
  split: SplitItem,
  { level, acl }: { level: Level; acl: number },
): Promise<RestrictedRow> => {
  const part = split.levels.get(level);
  const tsv = part ? await terms.intern(part.terms) : [];
  return {
    level: levelRank(level),
    acl,
    terms: tsv,
    sortKeys: part?.sortKeys ?? {},
    body: part?.body ?? {},
    tsv: part?.tsv ?? '',
  };
};

interface ItemToIndex {
  readonly item: ReadersOf;
  /** User who last changed the item. */
  readonly updater: ItemId | undefined;
  readonly level: Level;
  readonly aclAt: Readers['aclAt'];
  /** IANA time zone of values over time; see clockZones.ts. */
  readonly zone: string;
  /** Returns true for a geometry that is already stored; by default none is. */
  readonly isHeld?: (name: string) => boolean;
}

/** Splits an item, interns its terms and finds the acl of each part. */
export const indexItem = async (
  parts: StoreContext,
  plan: ItemPlan,
  { item, updater, level, aclAt, zone, isHeld = () => false }: ItemToIndex,
): Promise<IndexedItem> => {
  const split = splitItem(plan, { ...item, updater, level }, { clocks: parts.domain.clocks, zone });
  const terms = await parts.terms.intern(split.base.terms);
  // A geometry of a level needs a part even without other values, because the part carries the acl.
  const levels = new Set([...split.levels.keys(), ...split.shapes.flatMap((shape) => shape.level ?? [])]);
  const acls = new Map(await Promise.all([...levels].map(async (each) => [each, await aclAt(each)] as const)));
  const indexed = [...levels].map((each) => indexRestricted(parts, split, { level: each, acl: acls.get(each) ?? 0 }));
  const own = await aclAt(level);
  const geometries = split.shapes.map(({ prop, level: stricter, geometry }): GeometryToWrite => ({
    prop,
    level: stricter === undefined ? 0 : levelRank(stricter),
    acl: stricter === undefined ? own : (acls.get(stricter) ?? own),
    value: geometry,
    rule: plan.type.properties[prop]?.geo,
    held: isHeld(prop),
  }));
  return { split, terms, parts: await Promise.all(indexed), geometries };
};

/** Returns the acls of the restricted properties. */
export const levelsOf = (indexed: IndexedItem): StoredItem['levels'] =>
  Object.fromEntries(indexed.parts.map((part) => [LEVELS[part.level] ?? 'PRIVATE', part.acl]));

export const assembleRow = (
  { type, schema, leveled, geometries }: ItemPlan,
  { stored, indexed, metadata, kind, diff, oldAcl, moved }: RowOptions,
): ItemToWrite => ({
  t: type.number,
  schema,
  i: stored.number,
  n: stored.n,
  u: stored.u,
  acl: stored.acl,
  oldAcl,
  moved,
  level: levelRank(stored.level),
  owners: stored.owners,
  at: metadata.at,
  by: metadata.by,
  actor: metadata.actor,
  helper: metadata.helper,
  action: metadata.action,
  folded: foldText(ownText(stored.label)),
  terms: indexed.terms,
  parts: indexed.parts,
  geometries: indexed.geometries,
  split: indexed.split,
  kind,
  diff,
  restricted: { levels: leveled, geometries: geometries.length > 0 },
});
