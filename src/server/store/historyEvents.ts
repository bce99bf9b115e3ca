// From rows of history to what a reader may see of them: each value for who may read it now and could read it in its version, a change
// of grants for who may know of the grants. Called by
// itemHistory.

import { deepEqual } from 'src/base/deepEqual.ts';
import { levelRank, type Level } from 'src/model/access/levels.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import { generalForm } from 'src/model/geo/generalForm.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { idsAt, withoutHidden } from 'src/server/store/readers/hiddenRelations.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import { GRANTS } from 'src/server/store/grantRows.ts';
import type { GrantsByGranter, ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { restrictedLevel } from 'src/server/store/splitItem.ts';

type Diff = Readonly<Record<string, readonly [Json, Json] | null>>;
type Values = Readonly<Record<string, Json>>;
type KnownGrants = (grants: GrantsByGranter) => GrantsByGranter;
type Needed = Pick<ItemStorage, 'levelAcl' | 'labels'> &
  Pick<ReadFilters, 'learn'> & { readonly knownGrants: () => Promise<KnownGrants> };

/** Who asks, and of which item. */
export interface Asked {
  readonly db: Queryable;
  readonly plan: ItemPlan;
  readonly stored: StoredItem;
  readonly readFilter: ReadFilter;
}

/** Without a name: the item itself. */
type CouldRead = (version: Version | null, name?: string) => boolean;

/** Who could read a version; nulls in rows that were written before this was kept. */
interface Version {
  readonly acl: number | null;
  readonly level: number | null;
  readonly part_levels: readonly number[] | null;
  readonly part_acls: readonly number[] | null;
}

export interface HistoryRow extends Version {
  readonly u: number;
  readonly at: Date;
  readonly by: ItemId;
  readonly actor: ItemId | null;
  readonly kind: string;
  readonly diff: Diff;
  /** The version that the old values are of. */
  readonly before: Version | null;
}

/** Acl of who could read a property of a level in that version; undefined when it had no readers that are known. */
const aclThen = ({ acl, level, part_levels, part_acls }: Version, property: Level | undefined): number | undefined => {
  const rank = property === undefined ? 0 : levelRank(property);
  if (rank <= (level ?? 0)) return acl ?? undefined;
  const part = part_levels?.indexOf(rank) ?? -1;
  return part < 0 ? undefined : part_acls?.[part];
};

const aclsOf = ({ acl, part_acls }: Version): number[] => [...(acl === null ? [] : [acl]), ...(part_acls ?? [])];

const visibleNames = async ({ levelAcl }: Needed, { db, plan, stored, readFilter }: Asked): Promise<Set<string>> => {
  const names = Object.values(plan.type.properties).map(async ({ name, level }) => {
    const restricted = restrictedLevel(level, stored.level);
    return restricted === undefined || readFilter.canRead(await levelAcl(stored, restricted, db)) ? [name] : [];
  });
  return new Set((await Promise.all(names)).flat());
};

/** May the asker see a property of the version? What no acl was kept of counts as PRIVATE. */
const couldRead = async ({ levelAcl }: Needed, { db, plan, stored, readFilter }: Asked): Promise<CouldRead> => {
  const strictest = readFilter.canRead(await levelAcl(stored, 'PRIVATE', db));
  return (version, name) => {
    if (version === null) return false;
    if (version.acl === null) return strictest;
    const acl = aclThen(version, name === undefined ? undefined : plan.type.properties[name]?.level);
    return acl !== undefined && readFilter.canRead(acl);
  };
};

interface Shown {
  readonly could: CouldRead;
  /** A value as the asker may read it now and could in that version, perhaps in its general form; null where not. */
  valueOf(name: string, value: Json, version: Version | null): Json;
  /** The system, or an item that the asker may see. */
  isShown(id: ItemId): boolean;
  readonly known: KnownGrants;
}

const grantsChange = (diff: Diff, known: KnownGrants): readonly [Json, Json] | undefined => {
  const [taken, given] = (diff[GRANTS] ?? []).map((grants) => {
    const shown = known((grants ?? {}) as GrantsByGranter);
    return Object.keys(shown).length > 0 ? shown : null;
  });
  return taken || given ? [taken ?? null, given ?? null] : undefined;
};

/** Old and new values as far as each could be read in its version, without relations to what is hidden now. */
const eventOf = (
  row: HistoryRow,
  names: ReadonlySet<string>,
  { could, valueOf, isShown, known }: Shown,
): HistoryEvent | undefined => {
  const grants = grantsChange(row.diff, known);
  const changes: Record<string, readonly [Json, Json]> = grants ? { [GRANTS]: grants } : {};
  for (const [name, change] of Object.entries(row.diff)) {
    if (change === null) continue;
    const shown = [valueOf(name, change[0], row.before), valueOf(name, change[1], row)] as const;
    if (!deepEqual(shown[0], shown[1])) changes[name] = shown;
  }
  // That something happened to what one may not see is itself something one may not see.
  const keys = Object.keys(row.diff);
  const seen = keys.length === 0 || keys.some((name) => row.diff[name] === null && names.has(name) && could(row, name));
  if (Object.keys(changes).length === 0 && !seen) return undefined;
  const who = (id: ItemId | null): ItemId | null => (id !== null && isShown(id) ? id : null);
  const by = who(row.actor ?? row.by);
  const asUser = row.actor === null ? null : who(row.by);
  return { _u: row.u, at: row.at.toISOString(), by, asUser, kind: row.kind, changes };
};

/** The rows as events, those of which nothing may be seen left out. */
export const historyEvents =
  (needed: Needed, asked: Asked) =>
  async (rows: readonly HistoryRow[]): Promise<HistoryEvent[]> => {
    const { db, plan, readFilter } = asked;
    await needed.learn(rows.flatMap((row) => [...aclsOf(row), ...(row.before ? aclsOf(row.before) : [])]));
    const names = await visibleNames(needed, asked);
    const could = await couldRead(needed, asked);
    const paths = plan.relationPaths;
    const ids = rows.flatMap(({ by, actor, diff }) => [
      by,
      ...(actor === null ? [] : [actor]),
      ...Object.entries(diff).flatMap(([name, change]) =>
        (change ?? []).flatMap((value) => idsAt({ [name]: value }, paths)),
      ),
    ]);
    const labels = ids.length === 0 ? new Map() : await needed.labels(db, readFilter, [...new Set(ids)]);
    const isShown = (id: ItemId): boolean => isSystemId(id) || labels.has(id);
    const stripped = (values: Values): Values => withoutHidden(values, paths, (id) => labels.has(id));
    const known: KnownGrants = rows.some(({ diff }) => diff[GRANTS]) ? await needed.knownGrants() : () => ({});
    const valueOf: Shown['valueOf'] = (name, value, version) => {
      if (names.has(name) && could(version, name)) return stripped({ [name]: value })[name] ?? null;
      return could(version) ? (generalForm(plan.type.properties[name], value) ?? null) : null;
    };
    return rows.flatMap((row) => eventOf(row, names, { could, valueOf, isShown, known }) ?? []);
  };
