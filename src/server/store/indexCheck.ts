// Compares what is stored to find items and to decide who reads them with what their values and declarations say. Part of the item store;
// called by doctor/doctor.ts.

import { deepEqual } from 'src/base/deepEqual.ts';
import { levelRank } from 'src/model/access/levels.ts';
import { ownText } from 'src/model/item/labelOf.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { foldText } from 'src/model/text/foldText.ts';
import { indexItem } from 'src/server/store/assembleRow.ts';
import { createClockZones } from 'src/server/store/clockZones.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { computedFormsSql, formsSql, geometryParameters, type GeometryToWrite } from 'src/server/store/geometryRows.ts';
import { numbered, partitionOf } from 'src/server/store/partitions.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';

export interface IndexFault {
  readonly id: ItemId;
  /** `readers`: other people than declared may read it. `index`: searches, sorts or its label use other values. */
  readonly kind: 'readers' | 'index';
}

interface StoredPart {
  readonly level: number;
  readonly acl: number;
  readonly terms: readonly number[];
  readonly sortKeys: Json;
  readonly words: string;
}

interface StoredShape {
  readonly prop: string;
  readonly level: number;
  readonly acl: number;
  /** Equal for equal forms. */
  readonly forms: string;
}

interface StoredIndex extends StoredPart {
  readonly i: number;
  readonly owners: readonly string[];
  readonly label: string;
  readonly folded: string;
  readonly parts: readonly StoredPart[];
  readonly shapes: readonly StoredShape[];
}

// Rows of an earlier schema are stored again by a job.
const storedIndexSql = ({ type: { number }, schema }: ItemPlan): string => `
  select x.i, x.acl, x.level, x.owners, x.terms, x.sort_keys as "sortKeys", coalesce(x.tsv, '')::text as words, x.label, x.folded,
    coalesce((select json_agg(json_build_object('level', l.level, 'acl', l.acl, 'terms', l.terms, 'sortKeys', l.sort_keys,
      'words', coalesce(l.tsv, '')::text) order by l.level) from item_level l where l.t = ${number} and l.i = x.i), '[]') as parts,
    coalesce((select json_agg(json_build_object('prop', g.prop, 'level', g.level, 'acl', g.acl, 'forms', ${formsSql('g')}) order by g.prop)
      from item_geometry g where g.t = ${number} and g.i = x.i), '[]') as shapes
  from ${partitionOf(number)} x where ${numbered(number, '$1')} and x.schema = ${schema}`;

/** Returns the words as PostgreSQL stores them. */
const storedWords = async (db: Queryable, words: readonly string[]): Promise<string[]> =>
  (
    await db.query<{ words: string }>(
      'select w.words::tsvector::text as words from unnest($1::text[]) with ordinality w (words, n) order by n',
      [words],
    )
  ).map((row) => row.words);

const sortedTerms = (terms: readonly number[]): readonly number[] =>
  [...new Set(terms)].sort((one, other) => one - other);

interface Computed {
  readonly owners: readonly string[];
  readonly label: string;
  readonly own: StoredPart;
  readonly parts: readonly StoredPart[];
  readonly shapes: StoredIndex['shapes'];
}

const computedShapes = async (db: Queryable, geometries: readonly GeometryToWrite[]): Promise<StoredShape[]> => {
  if (geometries.length === 0) return [];
  const [values] = geometryParameters(geometries);
  const rows = await db.query<{ prop: string; forms: string }>(computedFormsSql, [values]);
  const forms = new Map(rows.map((row) => [row.prop, row.forms]));
  return geometries
    .map(({ prop, level, acl }) => ({ prop, level, acl, forms: forms.get(prop) ?? '' }))
    .toSorted((one, other) => one.prop.localeCompare(other.prop, 'en'));
};

const computeIndex = async (
  context: StoreContext,
  db: Queryable,
  { plan, stored }: { readonly plan: ItemPlan; readonly stored: StoredItem },
): Promise<Computed> => {
  const item = { ...stored, exists: true };
  const { acl, level, owners, aclAt } = await context.current.readersOf(db, item);
  const zone = await createClockZones(context, db)(plan, () => ({ ...stored, owners }));
  const { split, terms, parts, geometries } = await indexItem(context, plan, {
    ...{ item, updater: stored.updater, level, aclAt, zone },
  });
  const texts = await storedWords(db, [split.base.tsv, ...parts.map(({ tsv }) => tsv)]);
  const own = { level: levelRank(level), acl, terms, sortKeys: split.base.sortKeys, words: texts[0] ?? '' };
  return {
    ...{ owners, label: split.label, own },
    parts: parts
      .map((part, index) => ({ ...part, words: texts[index + 1] ?? '' }))
      .toSorted((one, other) => one.level - other.level),
    shapes: await computedShapes(db, geometries),
  };
};

const isSameIndex = (one: StoredPart, other: StoredPart): boolean =>
  one.words === other.words &&
  deepEqual(sortedTerms(one.terms), sortedTerms(other.terms)) &&
  deepEqual(one.sortKeys, other.sortKeys);

const hasSameReaders = (stored: StoredIndex, { own, owners, parts, shapes }: Computed): boolean =>
  stored.acl === own.acl &&
  stored.level === own.level &&
  deepEqual(stored.owners, owners) &&
  deepEqual(
    stored.parts.map(({ level, acl }) => [level, acl]),
    parts.map(({ level, acl }) => [level, acl]),
  ) &&
  deepEqual(
    stored.shapes.map(({ prop, level, acl }) => [prop, level, acl]),
    shapes.map(({ prop, level, acl }) => [prop, level, acl]),
  );

const hasSameIndex = (stored: StoredIndex, { own, label, parts, shapes }: Computed): boolean =>
  stored.label === label &&
  stored.folded === foldText(ownText(label)) &&
  isSameIndex(stored, own) &&
  stored.parts.every((part, index) => parts[index] !== undefined && isSameIndex(part, parts[index])) &&
  stored.shapes.every(({ forms }, index) => shapes[index] === undefined || forms === shapes[index].forms);

/** Returns the items of these numbers that are stored differently. Items whose readers are being moved by a job are left out. */
export const createIndexCheck =
  (context: StoreContext) =>
  async (db: Queryable, type: string, numbers: readonly number[]): Promise<IndexFault[]> => {
    const plan = planNamed(context.plans, type);
    const rows = new Map((await db.query<StoredIndex>(storedIndexSql(plan), [numbers])).map((row) => [row.i, row]));
    const ids = [...rows.keys()].map((number) => itemId(type, number));
    const faults: IndexFault[] = [];
    for (const stored of await context.findMany(db, ids, 'none')) {
      const row = rows.get(stored.number);
      // The item is read with the readers that a job has yet to give it.
      if (row === undefined || row.acl !== stored.acl) continue;
      const computed = await computeIndex(context, db, { plan, stored });
      if (!hasSameReaders(row, computed)) faults.push({ id: stored.id, kind: 'readers' });
      if (!hasSameIndex(row, computed)) faults.push({ id: stored.id, kind: 'index' });
    }
    return faults;
  };
