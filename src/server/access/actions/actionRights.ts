// Who may do what with an item, for every verb but read (read is the gate). Deny by default.
// Decisions: may this subject do this with that item? Deny by default. Declared rules first, grants beside them; an
// administrator passes by a policy that says so. Reading is the gate's business and only asked of it.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ReadFilter } from 'src/server/access/read/readFilters.ts';
import type { StoredItem, ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Clock } from 'src/base/clock.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { compilePredicate, type PredicateTest } from 'src/server/access/actions/predicates.ts';
import type { Facts } from 'src/server/access/actions/facts.ts';
import { relationsIn, withoutNames } from 'src/server/access/actions/predicateValues.ts';
import type { Domain } from 'src/server/extend.ts';
import { grantersOf } from 'src/server/store/grantRows.ts';

export interface Decision {
  readonly can: boolean;
  /** Message key of the reason, for the "who can see this, and why" view. */
  readonly reason: string;
  /** Who granted it, where a grant decided. */
  readonly grantedBy: readonly ItemId[];
}

export interface ActionRights {
  /** May the subject do `action` with this stored item? `read` asks the gate. Undeclared actions are refused. */
  can(db: Queryable, readFilter: ReadFilter, stored: StoredItem, action: string): Promise<Decision>;
  /** May the subject create an item of the type with these properties? */
  canCreate(
    db: Queryable,
    readFilter: ReadFilter,
    type: string,
    properties: Readonly<Record<string, Json>>,
  ): Promise<Decision>;
  /** May the subject set this property, beyond the right to create or update? `stored` is undefined for a new item. */
  canWriteProperty(
    db: Queryable,
    readFilter: ReadFilter,
    asked: {
      readonly type: string;
      readonly name: string;
      readonly stored: StoredItem | undefined;
      readonly properties: Readonly<Record<string, Json>>;
    },
  ): Promise<Decision>;
  /** Every declared action of the type, read included. */
  allowed(db: Queryable, readFilter: ReadFilter, stored: StoredItem): Promise<Record<string, boolean>>;
  /** The stored item, or the one answer for hidden and absent alike: `notFound` signed in, `notAllowed` for a visitor. */
  visible(db: Queryable, readFilter: ReadFilter, id: ItemId, lock?: boolean): Promise<StoredItem>;
}

/** The problem that absent and hidden share. */
export type Hidden = Pick<Item, '$id'>;

interface Options {
  readonly registry: ServerRegistry;
  readonly domain: Pick<Domain, 'predicates'>;
  readonly items: ItemStorage;
  readonly clock: Clock;
}

interface Rule {
  readonly judge: PredicateTest;
  /** Relations to fetch before judging. */
  readonly relations: readonly string[];
}

interface TypeRules {
  readonly actions: ReadonlyMap<string, Rule>;
  readonly writable: ReadonlyMap<string, Rule>;
}

const decided = (can: boolean, reason: string, grantedBy: readonly ItemId[] = []): Decision =>
  Object.freeze({ can, reason: `access.${reason}`, grantedBy });

const READ = 'read';

const compileRules = ({ registry, domain }: Options): ReadonlyMap<string, TypeRules> => {
  const ruleOf = (predicate: Predicate): Rule => ({
    judge: compilePredicate(predicate, domain.predicates),
    relations: relationsIn(withoutNames(predicate, domain.predicates)),
  });
  const compiled = (each: Readonly<Record<string, Predicate>>) =>
    new Map(Object.entries(each).map(([key, predicate]) => [key, ruleOf(predicate)]));
  return new Map(
    Object.values(registry.types).map(({ name, server }) => {
      const { actions, writable = {} } = server.access;
      return [name, { actions: compiled(actions), writable: compiled(writable) }];
    }),
  );
};

const idsAt = (properties: Readonly<Record<string, Json>>, rel: string): ItemId[] =>
  valuesAt(properties, rel).filter(isItemId);

const factsOf = (item: Omit<Facts, 'related'>, related: ReadonlyMap<ItemId, StoredItem>): Facts => ({
  ...item,
  related: (rel) =>
    idsAt(item.properties, rel).flatMap((id) => {
      const found = related.get(id);
      return found ? [factsOf(found, new Map())] : [];
    }),
});

const draftOf = async (
  items: ItemStorage,
  { db, readFilter }: { db: Queryable; readFilter: ReadFilter },
  draft: { type: string; properties: Readonly<Record<string, Json>> },
) => {
  const creator = readFilter.subject.userId;
  const owners = creator === undefined ? [] : await items.ownersOfNew(db, { ...draft, creator });
  return { ...draft, id: undefined, creator, owners };
};

export const createActionRights = (options: Options): ActionRights => {
  const { registry, items, clock } = options;
  const rules = compileRules(options);

  const holds = async (
    db: Queryable,
    readFilter: ReadFilter,
    { rule, item }: { rule: Rule; item: Omit<Facts, 'related'> },
  ): Promise<boolean> => {
    const ids = rule.relations.flatMap((rel) => idsAt(item.properties, rel));
    const related = new Map((ids.length === 0 ? [] : await items.findMany(db, ids)).map((each) => [each.id, each]));
    return rule.judge(readFilter.subject, factsOf(item, related), clock.now());
  };

  const granted = async (
    db: Queryable,
    readFilter: ReadFilter,
    { stored, action }: { stored: StoredItem; action: string },
  ): Promise<ItemId[]> => {
    const t = registry.types[stored.type]?.number;
    if (t === undefined || readFilter.subject.userId === undefined) return [];
    return grantersOf(db, { t, i: stored.number }, { action, principals: readFilter.principals });
  };

  const can: ActionRights['can'] = async (db, readFilter, stored, action) => {
    const rule = rules.get(stored.type)?.actions.get(action);
    if (!rule && action !== READ) return decided(false, 'notDeclared');
    if (readFilter.subject.admin) return decided(true, 'admin');
    if (!readFilter.canRead(stored.acl)) return decided(false, 'hidden');
    if (action === READ) return decided(true, 'reader', await granted(db, readFilter, { stored, action }));
    if (rule && (await holds(db, readFilter, { rule, item: stored }))) return decided(true, 'rule');
    const granters = await granted(db, readFilter, { stored, action });
    return granters.length > 0 ? decided(true, 'grant', granters) : decided(false, 'denied');
  };

  return {
    can,
    canCreate: async (db, readFilter, type, properties) => {
      const rule = rules.get(type)?.actions.get('create');
      if (!rule) return decided(false, 'notDeclared');
      if (readFilter.subject.admin) return decided(true, 'admin');
      const item = await draftOf(items, { db, readFilter }, { type, properties });
      return (await holds(db, readFilter, { rule, item })) ? decided(true, 'rule') : decided(false, 'denied');
    },
    canWriteProperty: async (db, readFilter, { type, name, stored, properties }) => {
      const rule = rules.get(type)?.writable.get(name);
      if (!rule) return decided(true, 'rule');
      if (readFilter.subject.admin) return decided(true, 'admin');
      const item = stored ?? (await draftOf(items, { db, readFilter }, { type, properties }));
      return (await holds(db, readFilter, { rule, item })) ? decided(true, 'rule') : decided(false, 'denied');
    },
    allowed: async (db, readFilter, stored) => {
      const actions = [READ, ...(rules.get(stored.type)?.actions.keys() ?? [])];
      const answers = await Promise.all(
        actions.map(async (action) => [action, (await can(db, readFilter, stored, action)).can] as const),
      );
      return Object.fromEntries(answers);
    },
    visible: async (db, readFilter, id, lock = false) => {
      const stored = await items.find(db, id, lock);
      if (stored && readFilter.canRead(stored.acl)) return stored;
      throw problem(readFilter.subject.userId === undefined ? 'notAllowed' : 'notFound');
    },
  };
};
