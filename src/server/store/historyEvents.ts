// Converts rows of history to events for a reader: a value appears when the reader may read it now and could read it in its version; a
// change of grants when the reader may see grants. Called by itemHistory.

import { deepEqual } from 'src/base/deepEqual.ts';
import { levelRank, type Level } from 'src/model/access/levels.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import { generalForm } from 'src/model/geo/generalForm.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { idsAtPaths, withoutHidden } from 'src/server/store/readers/hiddenRelations.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import { GRANTS } from 'src/server/store/grantRows.ts';
import type { GrantsByGranter, ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { restrictedLevel } from 'src/server/store/splitItem.ts';

/** Kind of the versions that a migration of stored items writes. */
export const MIGRATED = 'migrated';

type Diff = Readonly<Record<string, readonly [Json, Json] | null>>;
type Values = Readonly<Record<string, Json>>;
type KnownGrants = (grants: GrantsByGranter) => GrantsByGranter;
type Needed = Pick<ItemStorage, 'levelAcl' | 'labels'> &
  Pick<ReadFilters, 'learn'> & { readonly knownGrants: () => Promise<KnownGrants> };

/** The reader and the item of a history. */
export interface Asked {
  readonly db: Queryable;
  readonly plan: ItemPlan;
  readonly stored: StoredItem;
  readonly readFilter: ReadFilter;
}

/** Without a name, it tests the item itself. */
type CouldRead = (version: Version | null, name?: string) => boolean;

/** Readers of a version; null in rows from before they were stored. */
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
  readonly helper: ItemId | null;
  readonly kind: string;
  readonly diff: Diff;
  /** Version that the old values belong to. */
  readonly before: Version | null;
}

/** Returns the acl of a property's level in that version; undefined when it is not known. */
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

/** Returns a test whether the asker could read a property of the version. Values without a stored acl count as PRIVATE. */
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
  /** Returns a value, possibly in its general form, when the asker may read it now and could in that version; null otherwise. */
  valueOf(name: string, value: Json, version: Version | null): Json;
  /** Returns true for the system and for items that the asker may see. */
  isShown(id: ItemId): boolean;
  readonly known: KnownGrants;
}

const grantsChange = (diff: Diff, known: KnownGrants): readonly [Json, Json] | undefined => {
  const [taken, given] = (diff[GRANTS] ?? []).map((grants) => {
    const grantsByGranter = known((grants ?? {}) as GrantsByGranter);
    return Object.keys(grantsByGranter).length > 0 ? grantsByGranter : null;
  });
  return taken || given ? [taken ?? null, given ?? null] : undefined;
};

/** Returns the former names of properties that this change stored under a new name. Names of nested properties are part of a value. */
const formerNames = (
  { kind, diff }: HistoryRow,
  { server }: ItemPlan['type'],
  changes: HistoryEvent['changes'],
): Readonly<Record<string, string>> => {
  if (kind !== MIGRATED) return {};
  const renames = server.migrate.filter(({ op, from = '' }) => op === 'rename' && !from.includes('.')).reverse();
  const added = Object.entries(changes).filter(([, [before]]) => before === null);
  return Object.fromEntries(
    added.flatMap(([name]) => {
      // Follows a name that several releases changed one after the other, from the newest to the oldest.
      const former = renames.reduce((at, { from = at, to }) => (to === at ? from : at), name);
      return former !== name && Object.hasOwn(diff, former) ? [[name, former]] : [];
    }),
  );
};

/** Returns old and new values that could be read in their versions, without relations to items that are hidden now. */
const eventOf = (
  row: HistoryRow,
  { names, type }: { readonly names: ReadonlySet<string>; readonly type: ItemPlan['type'] },
  { could, valueOf, isShown, known }: Shown,
): HistoryEvent | undefined => {
  const grants = grantsChange(row.diff, known);
  const changes: Record<string, readonly [Json, Json]> = grants ? { [GRANTS]: grants } : {};
  for (const [name, change] of Object.entries(row.diff)) {
    if (change === null) continue;
    const visibleChange = [valueOf(name, change[0], row.before), valueOf(name, change[1], row)] as const;
    if (!deepEqual(visibleChange[0], visibleChange[1])) changes[name] = visibleChange;
  }
  // The existence of a change to hidden values is hidden, too.
  const keys = Object.keys(row.diff);
  const seen = keys.length === 0 || keys.some((name) => row.diff[name] === null && names.has(name) && could(row, name));
  if (Object.keys(changes).length === 0 && !seen) return undefined;
  const who = (id: ItemId | null): ItemId | null => (id !== null && isShown(id) ? id : null);
  const by = who(row.actor ?? row.by);
  const asUser = row.actor === null ? null : who(row.by);
  const renamed = formerNames(row, type, changes);
  return {
    ...{ _u: row.u, at: row.at.toISOString(), by, asUser, helper: who(row.helper), kind: row.kind, changes },
    ...(Object.keys(renamed).length > 0 && { renamed }),
  };
};

/** Converts rows to events and omits those without any visible part. */
export const historyEvents =
  (needed: Needed, asked: Asked) =>
  async (rows: readonly HistoryRow[]): Promise<HistoryEvent[]> => {
    const { db, plan, readFilter } = asked;
    await needed.learn(rows.flatMap((row) => [...aclsOf(row), ...(row.before ? aclsOf(row.before) : [])]));
    const names = await visibleNames(needed, asked);
    const could = await couldRead(needed, asked);
    const paths = plan.relationPaths;
    const ids = rows.flatMap(({ by, actor, helper, diff }) => [
      by,
      ...[actor, helper].filter((id) => id !== null),
      ...Object.entries(diff).flatMap(([name, change]) =>
        (change ?? []).flatMap((value) => idsAtPaths({ [name]: value }, paths)),
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
    return rows.flatMap((row) => eventOf(row, { names, type: plan.type }, { could, valueOf, isShown, known }) ?? []);
  };
