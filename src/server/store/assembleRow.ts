// From an item to the row that a write statement takes: split, its words interned, each part with the acl of its readers.
// Called by whatever writes items whole (writeItems, refreshReaders).

import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';
import { foldText } from 'src/model/text/foldText.ts';
import type { Readers, ReadersOf } from 'src/server/access/Readers.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { StoredItem, WriteStamp } from 'src/server/store/ItemStore.ts';
import { splitItem, type SplitItem } from 'src/server/store/splitItem.ts';
import type { StoreParts } from 'src/server/store/storeParts.ts';
import type { ItemToWrite, PartToWrite } from 'src/server/store/writeStatements.ts';

interface Drawn {
  readonly split: SplitItem;
  readonly fv: readonly number[];
  readonly parts: readonly PartToWrite[];
  readonly shapeAcls: readonly number[];
}

interface RowOptions {
  readonly stored: StoredItem;
  readonly drawn: Drawn;
  readonly stamp: WriteStamp;
  readonly kind: string;
  readonly diff: Readonly<Record<string, Json>>;
  readonly oldAcl?: number;
}

const drawPart = async (
  { terms }: StoreParts,
  split: SplitItem,
  { level, acl }: { level: Level; acl: number },
): Promise<PartToWrite> => {
  const part = split.levels.get(level);
  const words = part ? await terms.intern(part.terms) : [];
  return {
    level: levelRank(level),
    acl,
    fv: words,
    sk: part?.sk ?? {},
    body: part?.body ?? {},
    words: part?.words ?? '',
  };
};

/** A split item with its terms interned and the acl of each part found. */
export const drawItem = async (
  parts: StoreParts,
  plan: ItemPlan,
  { item, level, aclAt }: { item: ReadersOf; level: Level; aclAt: Readers['aclAt'] },
): Promise<Drawn> => {
  const split = splitItem(plan, { ...item, level }, parts.domain.clocks);
  const fv = await parts.terms.intern(split.base.terms);
  // A geometry of a level opens a part even when nothing else stands in it: the part carries the acl.
  const levels = new Set([...split.levels.keys(), ...split.shapes.flatMap((shape) => shape.level ?? [])]);
  const acls = new Map(await Promise.all([...levels].map(async (each) => [each, await aclAt(each)] as const)));
  const drawn = [...levels].map((each) => drawPart(parts, split, { level: each, acl: acls.get(each) ?? 0 }));
  const own = await aclAt(level);
  const shapeAcls = split.shapes.map((shape) => (shape.level === undefined ? own : (acls.get(shape.level) ?? own)));
  return { split, fv, parts: await Promise.all(drawn), shapeAcls };
};

/** Acls of the parts that stand apart, as a stored item carries them. */
export const levelsOf = (drawn: Drawn): StoredItem['levels'] =>
  Object.fromEntries(drawn.parts.map((part) => [LEVELS[part.level] ?? 'PRIVATE', part.acl]));

export const assembleRow = (
  { type, apart }: ItemPlan,
  { stored, drawn, stamp, kind, diff, oldAcl }: RowOptions,
): ItemToWrite => ({
  t: type.number,
  i: stored.number,
  n: stored.n,
  u: stored.u,
  acl: stored.acl,
  oldAcl,
  level: levelRank(stored.level),
  owners: stored.owners,
  at: stamp.at,
  by: stamp.by,
  actor: stamp.actor,
  folded: foldText(stored.label),
  fv: drawn.fv,
  parts: drawn.parts,
  shapeAcls: drawn.shapeAcls,
  split: drawn.split,
  kind,
  diff,
  apart,
});
